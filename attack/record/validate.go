package record

import (
	"errors"
	"fmt"
)

// Validate checks that the run is one that a measurement can give: the counts
// of every step reconcile (scheduled = sent + dropped, and sent = ok + shed +
// error + timeout), no number is outside its range, and the recommendation
// follows from what was measured. The error names the field and its value.
func (run *Run) Validate() error {
	for i := range run.Steps {
		if err := run.Steps[i].validate(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	if err := run.Capacity.validate(len(run.Steps)); err != nil {
		return fmt.Errorf("capacity.%w", err)
	}
	if err := run.Recommendation.validate(run.Capacity); err != nil {
		return fmt.Errorf("recommendation.%w", err)
	}
	return errors.Join(
		between("load_seconds", run.Load.Seconds(), 0, endless),
		between("wall_seconds", run.Wall.Seconds(), 0, endless),
		between("settings.fraction", run.Settings.Fraction, 0, 1),
	)
}

// endless is beyond whatever is measured: rates per second, requests, seconds.
const endless = 1e12

// between is an error where the value is outside its range.
func between(field string, value, least, most float64) error {
	if value >= least && value <= most {
		return nil
	}
	return fmt.Errorf("%s %v: want %v to %v", field, value, least, most)
}

// perhaps is between of a value that may be missing.
func perhaps(field string, value *float64, least, most float64) error {
	if value == nil {
		return nil
	}
	return between(field, *value, least, most)
}

func (s *Step) validate() error {
	if s.Load.Model != Open && s.Load.Model != Closed {
		return fmt.Errorf("load model is %q, want %q or %q", s.Load.Model, Open, Closed)
	}
	if err := s.inRange(); err != nil {
		return err
	}
	if s.Scheduled != s.Sent+s.Dropped {
		return fmt.Errorf("scheduled %d is not sent %d + dropped %d", s.Scheduled, s.Sent, s.Dropped)
	}
	if s.Sent != s.Counts.Total() {
		return fmt.Errorf("sent %d is not the %d that ended", s.Sent, s.Counts.Total())
	}
	return s.Windows.validate()
}

// inRange keeps sums of counts from running over, among others.
func (s *Step) inRange() error {
	errs := []error{
		between("load.rate_rps", s.Load.RateRPS, 0, endless),
		between("load.concurrency", float64(s.Load.Concurrency), 0, endless),
		between("duration_seconds", s.Duration.Seconds(), 0, endless),
		between("warmup_seconds", s.Warmup.Seconds(), 0, endless),
		between("scheduled", float64(s.Scheduled), 0, 1e15),
		between("sent", float64(s.Sent), 0, 1e15),
		between("dropped", float64(s.Dropped), 0, 1e15),
		between("counts.ok", float64(s.Counts.OK), 0, 1e15),
		between("counts.shed", float64(s.Counts.Shed), 0, 1e15),
		between("counts.error", float64(s.Counts.Error), 0, 1e15),
		between("counts.timeout", float64(s.Counts.Timeout), 0, 1e15),
		perhaps("offered_rps", s.Offered, 0, endless),
		perhaps("sent_rps", s.SentRate, 0, endless),
		perhaps("throughput_rps", s.Throughput, 0, endless),
		s.Goodput.validate("goodput_rps"),
		perhaps("in_flight.mean", s.InFlight.Mean, 0, endless),
	}
	for code, n := range s.StatusCodes {
		errs = append(errs, between(fmt.Sprintf("status_codes.%q", code), float64(n), 0, 1e15))
	}
	for _, e := range s.Errors {
		errs = append(errs, between("errors: count", float64(e.Count), 0, 1e15))
	}
	return errors.Join(errs...)
}

func (e *Estimate) validate(field string) error {
	if e == nil {
		return nil
	}
	if e.Low > e.High {
		return fmt.Errorf("%s.low %v: is above its high, %v", field, e.Low, e.High)
	}
	return errors.Join(
		between(field+".low", e.Low, 0, endless),
		between(field+".high", e.High, 0, endless),
		between(field+".value", e.Value, 0, endless),
		between(field+".confidence", e.Confidence, 0, 1),
	)
}

func (c *Capacity) validate(steps int) error {
	if c == nil {
		return nil
	}
	if c.Outcome == Found && steps == 0 {
		return fmt.Errorf("outcome %q: there are no steps that could have shown it", c.Outcome)
	}
	errs := []error{
		c.MaxThroughput.validate("max_throughput_rps"), c.InFlightAtMax.validate("in_flight_at_max"),
		c.InFlightAtService.validate("in_flight_at_service"), c.Knee.validate("knee_concurrency"),
		c.SLOCapacity.validate("slo_capacity_rps"),
	}
	if b := c.Overload; b != nil {
		errs = append(errs,
			perhaps("overload.factor", b.Factor, 0, endless),
			perhaps("overload.goodput_retained", b.GoodputRetained, 0, endless),
			b.Retained.validate("overload.goodput_retained_estimate"))
	}
	return errors.Join(errs...)
}

// validate wants a limit that its share of what was in flight gives: rounded
// down, or up where that would take too much away.
func (r *Recommendation) validate(c *Capacity) error {
	if r == nil {
		return nil
	}
	const most = 1e6 // a larger limit limits nothing
	err := errors.Join(
		between("in_flight_limit", float64(r.InFlightLimit), 1, most),
		between("fraction", r.Fraction, 0, 1),
		perhaps("rate_rps", r.Rate, 0, endless),
		between("headroom.ratio", r.Headroom.Ratio, 0, 1),
	)
	if given := r.Resources; given != nil {
		err = errors.Join(err,
			between("resources.cpu_cores", given.CPUCores, 0, 1e5),
			between("resources.memory_bytes", float64(given.MemoryBytes), 0, 1<<50))
	}
	if err != nil || c == nil {
		return err
	}
	if most := c.MaxThroughput; most != nil && r.Rate != nil && *r.Rate > 2*most.High {
		return fmt.Errorf("rate_rps %v: is far above capacity.max_throughput_rps.high %v", *r.Rate, most.High)
	}
	return r.follows(c)
}

// follows checks the limit against what was in flight.
func (r *Recommendation) follows(c *Capacity) error {
	if c.Outcome == Found && r.Fraction == 0 {
		return errors.New("fraction 0: want more than 0, and at most 1")
	}
	if c.InFlightAtMax == nil {
		return nil
	}
	measured := c.InFlightAtMax.Value
	if limit := float64(r.InFlightLimit); limit < r.Fraction*measured-2 || limit > max(1, measured)+1 {
		return fmt.Errorf("in_flight_limit %d: is not %v of capacity.in_flight_at_max.value %v", r.InFlightLimit, r.Fraction, measured)
	}
	return nil
}

// validate checks that every column has an entry a window.
func (w *Windows) validate() error {
	if w == nil {
		return nil
	}
	n := len(w.Sent)
	for _, column := range []int{len(w.Bad), len(w.OK), len(w.Shed), len(w.Failed), len(w.InFlight)} {
		if column != n {
			return fmt.Errorf("a column of windows has %d entries and another %d", n, column)
		}
	}
	return nil
}
