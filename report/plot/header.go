package plot

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"loadline/report"
)

const (
	margin  = vg.Length(10)
	leading = vg.Length(12)
)

// header is the verdict, what it is about, and how far it can be trusted.
func header(rep *report.Report) block {
	room := width - 2*margin
	verdict := wrap(rep.Headline[0], bold(11), room, 2)
	about := wrap(strings.Join(rep.Headline[1:], " "), plain(8.5), room, 5)
	from := wrap(rep.Title, plain(8.5), room, 1)
	badge := wrap(string(rep.Badge.Level)+": "+rep.Badge.Reason(), plain(8.5), room, 2)
	small := len(about) + len(from) + len(badge)
	return block{
		height: margin + 15*vg.Length(len(verdict)) + leading*vg.Length(small) + 6,
		draw: func(c draw.Canvas) {
			p := pen{c, vg.Point{X: c.Min.X + margin, Y: c.Max.Y - margin - 10}}
			p.write(verdict, bold(11), 15)
			p.write(about, plain(8.5), leading)
			p.write(badge, inked(8.5, badgeColor[rep.Badge.Level]), leading)
			p.write(from, inked(8.5, muted), leading)
		},
	}
}

var badgeColor = map[report.Level]color.NRGBA{report.Valid: green, report.Suspect: orange, report.Invalid: rgb(0xa5001b)}

// pen writes lines, one below the other.
type pen struct {
	c  draw.Canvas
	at vg.Point
}

func (p *pen) write(lines []string, style draw.TextStyle, leading vg.Length) {
	for _, line := range lines {
		p.c.FillText(style, p.at, line)
		p.at.Y -= leading
	}
}

// empty stands where there is no chart, and says why.
func empty(rep *report.Report) block {
	var text []string
	for _, m := range rep.Missing[:min(1, len(rep.Missing))] {
		text = append(text, wrap(m, plain(9), width-4*margin, 3)...)
	}
	return block{height: 30 + leading*vg.Length(len(text)), draw: func(c draw.Canvas) {
		p := pen{c, vg.Point{X: c.Min.X + margin, Y: c.Max.Y - 20}}
		p.write(text, inked(9, muted), leading)
	}}
}

// wrap breaks text into at most so many lines; what is left over is cut.
func wrap(text string, style draw.TextStyle, room vg.Length, most int) []string {
	var lines []string
	current := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(current + " " + word)
		if current != "" && style.Width(longer) > room {
			lines = append(lines, current)
			longer = word
		}
		current = longer
	}
	if current != "" {
		lines = append(lines, current)
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] += " ..."
	}
	for i := range lines {
		lines[i] = fit(lines[i], style, room)
	}
	return lines
}

// fit cuts a line that is too wide.
func fit(line string, style draw.TextStyle, room vg.Length) string {
	if style.Width(line) <= room {
		return line
	}
	runes := []rune(line)
	low, high := 0, len(runes)
	for low < high {
		half := (low + high + 1) / 2
		if style.Width(string(runes[:half])+"...") <= room {
			low = half
		} else {
			high = half - 1
		}
	}
	return string(runes[:low]) + "..."
}
