package html

import (
	"strconv"
	"strings"
)

// svg is a drawing: shapes in the order in which they are painted.
type svg struct {
	ID, Class   string
	Title, Desc string
	W, H        float64
	Shapes      []shape
}

// shape is a path, or a text where Text is set.
type shape struct {
	Class  string
	D      string // of a path
	Text   string
	X, Y   string
	Anchor string // of a text: start, middle or end
}

func (s *svg) path(class, d string) {
	if d != "" {
		s.Shapes = append(s.Shapes, shape{Class: class, D: d})
	}
}

func (s *svg) text(class string, x, y float64, anchor, text string) {
	s.Shapes = append(s.Shapes, shape{Class: class, Text: text, X: short(x), Y: short(y), Anchor: anchor})
}

func (s *svg) line(class string, x0, y0, x1, y1 float64) {
	s.path(class, polyline([]spot{{x0, y0}, {x1, y1}}))
}

func (s *svg) rect(class string, x0, y0, x1, y1 float64) {
	s.path(class, polyline([]spot{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}})+"Z")
}

// spot is a place in the drawing's units, from the top left.
type spot struct{ x, y float64 }

// polyline is path data through the spots.
func polyline(spots []spot) string {
	var b strings.Builder
	for i, s := range spots {
		if i == 0 {
			b.WriteByte('M')
		} else {
			b.WriteByte('L')
		}
		b.WriteString(short(s.x) + " " + short(s.y))
	}
	return b.String()
}

// short is a coordinate with one decimal: finer than anyone sees.
func short(v float64) string {
	text := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0")
}
