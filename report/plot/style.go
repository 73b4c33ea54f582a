package plot

import (
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"loadline/report"
)

var (
	ink   = rgb(0x1f2933)
	muted = rgb(0x55606a)
	grid  = rgb(0xe4e7ea)
	edge  = rgb(0x9aa3ab)
)

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// faint is the colour as a tint that what lies below shows through.
func faint(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}

// look is how a role is drawn. Colours are those of Okabe and Ito, darkened
// until text in them reads on white; dashes and glyphs tell the lines apart
// where colour does not.
type look struct {
	color  color.NRGBA
	dashes []vg.Length
	glyph  draw.GlyphDrawer
}

var (
	blue   = rgb(0x0067a3)
	green  = rgb(0x00734f)
	purple = rgb(0x8a3f8f)
	orange = rgb(0xb84300)
	black  = rgb(0x2b2b2b)
	gray   = rgb(0x6b6f73)

	dashed = []vg.Length{5, 2.5}
	dotted = []vg.Length{1.5, 2}
)

var looks = map[report.Role]look{
	report.P50:        {blue, nil, draw.CircleGlyph{}},
	report.P95:        {purple, dashed, draw.BoxGlyph{}},
	report.P99:        {orange, nil, draw.PyramidGlyph{}},
	report.OK:         {green, nil, draw.CircleGlyph{}},
	report.Shed:       {blue, dashed, draw.BoxGlyph{}},
	report.Error:      {orange, nil, draw.PyramidGlyph{}},
	report.Timeout:    {black, dotted, draw.CrossGlyph{}},
	report.Dropped:    {gray, dashed, draw.PlusGlyph{}},
	report.Goodput:    {green, nil, draw.CircleGlyph{}},
	report.Throughput: {black, dotted, draw.BoxGlyph{}},
	report.Sent:       {blue, dashed, draw.PyramidGlyph{}},
	report.Service:    {black, dotted, draw.CrossGlyph{}},
	report.First:      {blue, nil, draw.CircleGlyph{}},
	report.Second:     {purple, dashed, draw.BoxGlyph{}},
	report.Third:      {orange, nil, draw.PyramidGlyph{}},
	report.Maximum:    {ink, nil, nil},
	report.Limit:      {green, dashed, nil},
	report.Objective:  {purple, dotted, nil},
}

func (l look) stroke(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: width, Dashes: l.dashes}
}

// fonts are those that gonum/plot carries within it.
var fonts = font.NewCache(liberation.Collection())

func inked(size vg.Length, c color.Color) draw.TextStyle {
	return draw.TextStyle{
		Color: c, Handler: text.Plain{Fonts: fonts},
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
	}
}

func plain(size vg.Length) draw.TextStyle { return inked(size, ink) }

func bold(size vg.Length) draw.TextStyle {
	style := plain(size)
	style.Font.Weight = xfont.WeightBold
	return style
}
