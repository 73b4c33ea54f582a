package simulate

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Spec is a simulated service, parsed. The table of keys (Keys) says what each
// field means and its range; Parse fills in the defaults.
type Spec struct {
	Servers int
	Service time.Duration // mean, before any slow-down
	Dist    string        // Det, Exp, Lognormal, Pareto or Bimodal
	CV      float64       // coefficient of variation of the service time

	RTT        time.Duration
	Queue      int // waiting room; Unbounded: no end
	Reject     int // status of a refusal
	RejectCost time.Duration

	Sigma, Kappa float64 // of the Universal Scalability Law
	Collapse     float64

	Pool        int // connections; 0: no pool
	PoolTimeout time.Duration

	Pause, Period time.Duration

	Warm    float64 // times slower at the start; 1: not at all
	WarmFor time.Duration

	Drift       float64 // change of capacity per minute, as a share
	Noise       float64 // share of the capacity that the neighbour takes
	NoisePeriod time.Duration

	Limit   int // requests per Per; 0: no limiter
	Per     time.Duration
	Limiter string // Window or Bucket

	Errors float64 // share answered 500

	ScaleAt    float64 // utilisation; 0: no autoscaling
	ScaleAfter time.Duration
	ScaleMax   int // instances of Servers each

	Generator float64 // most requests per second that are sent; 0: no ceiling
}

// Unbounded is the Queue of a service that refuses nobody.
const Unbounded = -1

// Scheme starts every spec, where a URL would have "http:".
const Scheme = "sim:"

// model is the only one there is.
const model = "queue"

// Parse reads "sim:queue?servers=8&service=40ms&...". Every error is a
// *UsageError that names the key, the value and what it may be.
func Parse(text string) (Spec, error) {
	rest, ok := strings.CutPrefix(text, Scheme)
	name, query, _ := strings.Cut(rest, "?")
	if !ok || name != model {
		return Spec{}, &UsageError{Value: text, Want: Scheme + model + "?key=value&..."}
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return Spec{}, &UsageError{Value: query, Want: "key=value pairs joined by &, no odd % or ;"}
	}
	var spec Spec
	for i := range table {
		if err := table[i].read(&spec, values); err != nil {
			return Spec{}, err
		}
	}
	if len(values) > 0 {
		return Spec{}, unknown(values)
	}
	return spec, spec.settle()
}

// read sets what the key says, or its default, and takes it out of values.
func (k *key) read(spec *Spec, values url.Values) error {
	given, ok := values[k.Name]
	delete(values, k.Name)
	switch {
	case !ok && k.Default == "":
		return nil
	case !ok:
		given = []string{k.Default}
	case len(given) > 1:
		return &UsageError{Key: k.Name, Value: strings.Join(given, " and "), Want: "one value"}
	}
	if !k.set(spec, given[0]) {
		return &UsageError{Key: k.Name, Value: given[0], Want: k.Range}
	}
	return nil
}

// settle checks what keys say of one another.
func (s *Spec) settle() error {
	if s.Pause >= s.Period {
		return &UsageError{Key: "pause", Value: s.Pause.String(), Want: "less than the period of " + s.Period.String()}
	}
	return s.settleSpread()
}

// settleSpread makes the distribution and its coefficient of variation agree.
func (s *Spec) settleSpread() error {
	fixed, isFixed := map[string]float64{Det: 0, Exp: 1}[s.Dist]
	switch {
	case s.Dist == "" && s.CV == unset:
		s.Dist, s.CV = Det, 0
	case s.Dist == "":
		s.Dist = Lognormal
	case s.CV == unset && isFixed:
		s.CV = fixed
	case s.CV == unset:
		s.CV = 1
	case isFixed && s.CV != fixed:
		want := fmt.Sprintf("%g, or left out, with dist=%s", fixed, s.Dist)
		return &UsageError{Key: "cv", Value: strconv.FormatFloat(s.CV, 'g', -1, 64), Want: want}
	}
	if s.CV == 0 {
		s.Dist = Det
	}
	return nil
}
