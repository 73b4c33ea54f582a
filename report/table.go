package report

import (
	"slices"

	"loadline/report/units"
)

// Table is rows of ready cells.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// Column says what a table's column holds and how it may be laid out.
type Column struct {
	Head    string
	Title   string // the head in full
	Numeric bool   // aligned to the right
	Rank    int    // where there is no room the highest rank goes first; 0 stays
}

// column builds the cells of one column from the rows' items.
type column[T any] struct {
	Column
	cell func(T) string
}

func tableOf[T any](columns []column[T], items []T) Table {
	var t Table
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	for _, item := range items {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = c.cell(item)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// withoutEmpty leaves out columns that say nothing in any row.
func (t Table) withoutEmpty() Table {
	var out Table
	var kept []int
	for i, c := range t.Columns {
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return row[i] != "" && row[i] != units.Missing }) {
			out.Columns, kept = append(out.Columns, c), append(kept, i)
		}
	}
	for _, row := range t.Rows {
		var cells []string
		for _, i := range kept {
			cells = append(cells, row[i])
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}
