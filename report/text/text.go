package text

import (
	"fmt"
	"io"
	"strings"

	"loadline/report"
)

// Options say what the terminal can show.
type Options struct {
	Width int  // of the terminal in columns; lines stay below it. 0: no bound
	Color bool // whether it shows colour
}

// limit is the longest line allowed; 0 for any.
func (o Options) limit() int {
	if o.Width <= 0 {
		return 0
	}
	return max(o.Width-1, 1)
}

// Write writes the report. It fails only where w does.
func Write(w io.Writer, rep *report.Report, o Options) error {
	p := printer{limit: o.limit(), color: o.Color}
	if len(rep.Steps.Rows) > 0 {
		if err := p.table(rep.Steps); err != nil {
			return fmt.Errorf("lay out the step table: %w", err)
		}
		p.blank()
	}
	p.verdict(rep)
	p.list("Why this limit", rep.Because)
	p.clauses(rep.Clauses)
	p.findings(rep.Findings)
	p.list("Notes", rep.Notes)
	p.list("Not in this report", rep.Surprises)
	_, err := io.WriteString(w, p.b.String())
	return err
}

// printer collects lines that are short enough.
type printer struct {
	b     strings.Builder
	limit int
	color bool
}

func (p *printer) blank() { p.b.WriteByte('\n') }

// say writes a paragraph; the lines after the first are indented.
func (p *printer) say(indent, text string) {
	if p.limit > 0 && p.limit < 4*len(indent) {
		indent = "" // a terminal that narrow has no columns to spare
	}
	for i, line := range wrap(clean(text), p.limit, len(indent)) {
		if i > 0 {
			p.b.WriteString(indent)
		}
		p.b.WriteString(line)
		p.blank()
	}
}

func (p *printer) verdict(rep *report.Report) {
	for _, sentence := range rep.Headline {
		p.say("", sentence)
	}
	from := p.b.Len()
	p.say("  ", string(rep.Badge.Level)+": "+rep.Badge.Reason())
	p.paint(from, string(rep.Badge.Level), badgeColor[rep.Badge.Level])
}

var badgeColor = map[report.Level]string{report.Valid: "32", report.Suspect: "33", report.Invalid: "31"}

// paint colours a word at the start of what was written since from.
func (p *printer) paint(from int, word, code string) {
	if !p.color {
		return
	}
	written := p.b.String()
	if tail, ok := strings.CutPrefix(written[from:], word); ok {
		p.b.Reset()
		p.b.WriteString(written[:from] + "\x1b[1;" + code + "m" + word + "\x1b[0m" + tail)
	}
}

func (p *printer) heading(text string) {
	p.blank()
	p.say("", text+":")
}

func (p *printer) list(heading string, items []string) {
	if len(items) == 0 {
		return
	}
	p.heading(heading)
	for _, item := range items {
		p.say("  ", "- "+item)
	}
}

func (p *printer) findings(findings []report.Finding) {
	if len(findings) == 0 {
		return
	}
	p.heading("Findings")
	for _, f := range findings {
		text := f.Severity + ": " + f.Text
		if f.Evidence != "" {
			text += " [" + f.Evidence + "]"
		}
		p.say("  ", "- "+text)
	}
}

func (p *printer) clauses(clauses []report.Clause) {
	if len(clauses) == 0 {
		return
	}
	p.heading("Objective")
	for _, c := range clauses {
		if c.Unreadable {
			p.say("  ", "- "+c.Text+": not judged")
			continue
		}
		p.say("  ", "- "+c.Text+": "+c.Held())
	}
}
