package html

import "loadline/report"

// names puts each line's name at its end, moved apart where lines meet.
func (d *drawing) names() {
	wanted := make([]float64, len(d.chart.Lines))
	for i, l := range d.chart.Lines {
		path := l.Path()
		last := path[len(path)-1]
		wanted[i] = d.at(last.X, last.Y).y
	}
	for i, y := range report.Spread(wanted, laneRoom, d.top+2, d.bottom-2) {
		role := string(d.chart.Lines[i].Role)
		d.line("line "+role, d.right+6, y, d.right+6+sample-4, y)
		d.path("dots "+role, dots([]spot{{d.right + 4 + sample/2, y}}))
		d.text("name "+role, d.right+8+sample, y+4, "start", d.chart.Lines[i].Name)
	}
}

// bands tints the intervals of the marks.
func (d *drawing) bands() {
	for _, m := range d.chart.Marks {
		if m.Low >= m.High {
			continue
		}
		x0, x1, y0, y1 := d.left, d.right, d.top, d.bottom
		if m.Horizontal {
			y0, y1 = d.at(0, m.High).y, d.at(0, m.Low).y
		} else {
			x0, x1 = d.at(m.Low, 0).x, d.at(m.High, 0).x
		}
		d.rect("band "+string(m.Role), x0, y0, x1, y1)
	}
}

func (d *drawing) marks() {
	for i, m := range d.vertical() {
		d.verticalMark(m, i)
	}
	for _, m := range d.chart.Marks {
		if m.Horizontal {
			d.horizontalMark(m)
		}
	}
}

// horizontalMark is a threshold, named where its name covers least.
func (d *drawing) horizontalMark(m report.Mark) {
	role, y := string(m.Role), d.at(0, m.Value).y
	d.line("mark "+role, d.left, y, d.right, y)
	w, h := d.right-d.left, d.bottom-d.top
	left := d.chart.LabelAt(d.x, d.y, m, perRune*float64(len(m.Label))/w, laneRoom/h)
	d.text("halo name "+role, d.left+left*w, y-4, "start", m.Label)
}

// verticalMark is a place on the load axis, named above the plot in a lane of
// its own: beside its line, or in a list where there is no room beside one.
func (d *drawing) verticalMark(m report.Mark, lane int) {
	role, x := string(m.Role), d.at(m.Value, 0).x
	y := 14 + laneRoom*float64(lane)
	switch d.side {
	case listed:
		d.line("mark "+role, x, d.top, x, d.bottom)
		d.line("mark "+role, d.left, y-4, d.left+sample-4, y-4)
		d.text("name "+role, d.left+sample, y, "start", m.Label)
	case toRight:
		d.line("mark "+role, x, y-10, x, d.bottom)
		d.text("name "+role, x+4, y, "start", m.Label)
	case toLeft:
		d.line("mark "+role, x, y-10, x, d.bottom)
		d.text("name "+role, x-4, y, "end", m.Label)
	}
}
