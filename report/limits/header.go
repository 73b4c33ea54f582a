package limits

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// header is what every file says first: the limit, where it comes from, whom
// it binds, what it was divided by, and how to check it. One fact a line.
func (v view) header() []string {
	lines := []string{fmt.Sprintf("In-flight limit of %s: %d, written by loadline for %s.", v.Service, v.InFlight, v.Format.Name)}
	lines = append(lines, v.Measurement.lines(v.InFlight)...)
	lines = append(lines,
		"Scope: "+v.Format.Scope+".",
		"Divided: "+v.Share.String(),
		"Over the limit: "+v.over()+".",
		"Check: "+strings.ReplaceAll(v.Format.Check, "FILE", v.Format.File))
	if v.Format.shown != nothing {
		lines = append(lines, "Prove it under load: "+v.prove())
	}
	return lines
}

// Header is the header as comment lines of the format.
func (v view) Header() string {
	return v.Format.comment + " " + strings.Join(v.header(), "\n"+v.Format.comment+" ")
}

// prove is the command that keeps more in flight than the limit, through the
// proxy where the format is one's: what is over the limit shows as shed.
func (v view) prove() string {
	at := v.UpstreamAt()
	if v.Format.shown == throughProxy {
		at = v.ListenAt()
	}
	if ip := net.ParseIP(at.Host); ip != nil && ip.IsUnspecified() {
		at.Host = "localhost"
	}
	path := "/"
	if v.Measurement != nil {
		path = or(v.Measurement.Path, path)
	}
	crowd := min(max(16, 4*v.InFlight), mostAtOnce)
	return fmt.Sprintf("loadline attack --concurrency %d http://%s%s", crowd, net.JoinHostPort(at.Host, strconv.Itoa(at.Port)), path)
}

// mostAtOnce is how many requests an attack keeps in flight without being asked for more.
const mostAtOnce = 1000

func (v view) over() string {
	if v.Format.fixed {
		return v.Format.Over
	}
	return strings.ReplaceAll(v.Format.Over, "503", strconv.Itoa(v.RejectStatus))
}

func (m *Measurement) lines(limit int) []string {
	if m == nil {
		return []string{"Measured: nothing, the limit was given by hand."}
	}
	measured := "Measured: in flight at the maximum is not recorded."
	if e := m.InFlight; e != nil {
		measured = fmt.Sprintf("Measured: %.4g in flight at the maximum (%.4g to %.4g with %.4g%% confidence), %.4g%% of that is authorized%s.",
			e.Value, e.Low, e.High, 100*e.Confidence, 100*m.Fraction, rounding(limit, m.Fraction*e.Value))
	}
	return []string{
		measured,
		"When: " + m.Started.UTC().Format(time.RFC3339) + ", against " + m.Target,
	}
}

// rounding says how the limit came from its share of what was measured.
func rounding(limit int, exact float64) string {
	if float64(limit) > exact+1e-9 {
		return ", rounded up"
	}
	return ""
}

// String says what was divided and what the division lost.
func (s Share) String() string {
	text := "no."
	if s.Of > 1 {
		text = fmt.Sprintf("among %d %s, %d each", s.Of, s.What, s.Each+s.Cut)
		if s.Lost > 0 {
			text += fmt.Sprintf("; rounding down lost %d", s.Lost)
		}
		text += "."
	}
	if s.Cut > 0 {
		text += fmt.Sprintf(" Cut by %d to %d, the most that the format holds.", s.Cut, s.Each)
	}
	return text
}
