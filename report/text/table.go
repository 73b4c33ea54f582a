package text

import (
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"loadline/report"
)

// table writes the columns that have room: the one with the highest rank goes
// first, and what still does not fit is cut at the edge.
func (p *printer) table(t report.Table) error {
	for p.limit > 0 && tableWidth(t) > p.limit && highestRank(t) >= 0 {
		t = without(t, highestRank(t))
	}
	lines, err := render(t)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if p.limit > 0 && width(l) > p.limit {
			l = prefix(l, p.limit)
		}
		p.b.WriteString(l)
		p.blank()
	}
	return nil
}

// gap is what stands between two columns, and below the rule after the last.
const gap = "  "

func tableWidth(t report.Table) int {
	sum := 0
	for i, c := range t.Columns {
		widest := width(c.Head)
		for _, row := range t.Rows {
			widest = max(widest, width(clean(row[i])))
		}
		sum += widest + len(gap)
	}
	return sum
}

// highestRank is the column that can best be done without; -1: none.
func highestRank(t report.Table) int {
	at, rank := -1, 0
	for i, c := range t.Columns {
		if c.Rank > rank {
			at, rank = i, c.Rank
		}
	}
	return at
}

func without(t report.Table, column int) report.Table {
	out := report.Table{Columns: slices.Delete(slices.Clone(t.Columns), column, column+1)}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, slices.Delete(slices.Clone(row), column, column+1))
	}
	return out
}

// render lays the table out: numbers to the right, one rule below the head.
func render(t report.Table) ([]string, error) {
	var b strings.Builder
	heads, aligns := []string{}, []tw.Align{}
	for _, c := range t.Columns {
		heads = append(heads, c.Head)
		aligns = append(aligns, align(c))
	}
	table := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: aligns}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: aligns}),
		tablewriter.WithPadding(tw.Padding{Left: "", Right: gap}),
	)
	table.Header(heads)
	for _, row := range t.Rows {
		if err := table.Append(cleaned(row)); err != nil {
			return nil, err
		}
	}
	if err := table.Render(); err != nil {
		return nil, err
	}
	return trimmed(b.String()), nil
}

func align(c report.Column) tw.Align {
	if c.Numeric {
		return tw.AlignRight
	}
	return tw.AlignLeft
}

func cleaned(row []string) []string {
	out := make([]string, len(row))
	for i, cell := range row {
		out[i] = clean(cell)
	}
	return out
}

// trimmed is the lines without white space at their ends.
func trimmed(s string) []string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return lines
}
