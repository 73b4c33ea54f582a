package record

// Outcome is how a request ended.
type Outcome uint8

// Every request that was sent ends in exactly one of these.
const (
	OK       Outcome = iota
	Shed             // refused on purpose: 429, 503, gRPC UNAVAILABLE or RESOURCE_EXHAUSTED
	Error            // failed in any other way
	Timeout          // no answer in time
	Outcomes         // how many there are
)

// String is the outcome's name in JSON and tables.
func (o Outcome) String() string {
	return [...]string{"ok", "shed", "error", "timeout"}[o]
}

// Step is a trial as measured. Counts and times are those of the requests
// whose intended start lies in the measured time, so that
// Scheduled = Sent + Dropped and Sent = Counts.Total(). Rates count what
// finished within the measured time, so that a straggler belongs to the
// latency tail and not to the rate.
type Step struct {
	Phase    Phase `json:"phase"`
	Load     Load  `json:"load"`
	Start    Span  `json:"start_seconds"`    // since the run began
	Duration Span  `json:"duration_seconds"` // of the load as it was, warm-up included
	Warmup   Span  `json:"warmup_seconds"`

	Scheduled   int64            `json:"scheduled"`
	Sent        int64            `json:"sent"`
	Dropped     int64            `json:"dropped"`
	Counts      Counts           `json:"counts"`
	StatusCodes map[string]int64 `json:"status_codes"`
	Errors      []ErrorClass     `json:"errors"`

	Offered    *float64  `json:"offered_rps"` // nil in the closed model
	SentRate   *float64  `json:"sent_rps"`
	Throughput *float64  `json:"throughput_rps"`
	Goodput    *Estimate `json:"goodput_rps"`

	Response Latencies    `json:"response_seconds"` // from the intended start
	Service  Latencies    `json:"service_seconds"`  // from the actual start
	InFlight InFlight     `json:"in_flight"`
	Lag      *Lag         `json:"lag_seconds"`
	Conns    *Connections `json:"connections"`

	Generator StepGenerator `json:"generator"`
	Resources *Resources    `json:"resources"` // of the service; nil where nobody watched it
	Warnings  []string      `json:"warnings"`

	Windows      *Windows `json:"windows,omitempty"`
	Distribution []Bucket `json:"distribution,omitempty"` // response time of ok, ascending
	Stopped      string   `json:"stopped,omitempty"`      // why it ended before its time
}

// Measured is the time over which the step counted.
func (s *Step) Measured() Span { return s.Duration - s.Warmup }

// Limited says that the generator or its machine spoiled the step.
func (s *Step) Limited() bool { return s.Generator.Limited != nil }

// Abandoned is how many requests were under way when the run was stopped and
// were not waited for. They are among Counts.Error, and say nothing about the service.
func (s *Step) Abandoned() (n int64) {
	for _, e := range s.Errors {
		if e.Class == Interrupted {
			n += e.Count
		}
	}
	return n
}

// Ended are the Counts of the requests that were not abandoned: what the
// service is judged by.
func (s *Step) Ended() Counts {
	ended := s.Counts
	ended.Error = max(ended.Error-s.Abandoned(), 0)
	return ended
}

// Counts are finished requests by outcome.
type Counts struct {
	OK      int64 `json:"ok"`
	Shed    int64 `json:"shed"`
	Error   int64 `json:"error"`
	Timeout int64 `json:"timeout"`
}

// Total is the number of finished requests.
func (c Counts) Total() int64 { return c.OK + c.Shed + c.Error + c.Timeout }

// Failed counts errors and timeouts; what was shed did not fail.
func (c Counts) Failed() int64 { return c.Error + c.Timeout }

// Share is n of the finished requests, 0-1; 0 where nothing finished.
func (c Counts) Share(n int64) float64 {
	if c.Total() == 0 {
		return 0
	}
	return float64(n) / float64(c.Total())
}

// Interrupted is the class of requests that were abandoned because the run was stopped.
const Interrupted = "interrupted"

// ErrorClass is one stable kind of failure with one example of its text.
type ErrorClass struct {
	Class   string `json:"class"`
	Count   int64  `json:"count"`
	Example string `json:"example"`
}

// Latencies keeps accepted requests and refused ones apart; nil where there were none.
type Latencies struct {
	OK   *Quantiles `json:"ok"`
	Shed *Quantiles `json:"shed"`
}

// Quantiles are order statistics of Count measured times. A quantile that so
// few samples cannot show is nil: p99 wants 100 of them.
type Quantiles struct {
	Count int64 `json:"count"`
	Min   *Span `json:"min"`
	Mean  *Span `json:"mean"`
	P50   *Span `json:"p50"`
	P90   *Span `json:"p90"`
	P95   *Span `json:"p95"`
	P99   *Span `json:"p99"`
	P999  *Span `json:"p999"`
	Max   *Span `json:"max"`
}

// InFlight is the number of requests sent and not yet finished.
type InFlight struct {
	Mean *float64 `json:"mean"` // time average over the measured time
	Max  *int64   `json:"max"`
}

// Lag is the time from the intended to the actual start.
type Lag struct {
	P50 *Span `json:"p50"`
	P99 *Span `json:"p99"`
	Max *Span `json:"max"`
}

// Connections says how the requests travelled.
type Connections struct {
	Opened   int64            `json:"opened"`
	Reused   int64            `json:"reused"`
	Protocol string           `json:"protocol,omitempty"`  // as negotiated: "HTTP/1.1", "HTTP/2.0"
	Hits     map[string]int64 `json:"addresses,omitempty"` // connections opened, by address
	Missed   map[string]int64 `json:"missed,omitempty"`    // attempts that failed while there were other addresses, by address
	BytesIn  int64            `json:"bytes_in"`
	BytesOut int64            `json:"bytes_out"`
	Connect  *Span            `json:"connect_seconds,omitempty"` // median time to connect: about one round trip
}

// StepGenerator is what the generator saw of itself during a step.
type StepGenerator struct {
	CPUCores *float64 `json:"cpu_cores"`
	Limited  *string  `json:"limited"` // the cause that spoiled the step: "cpu", "lag", …
}

// Resources are what the service used while the step ran; nil fields were not seen.
type Resources struct {
	CPUCores    *float64 `json:"cpu_cores"`
	MemoryBytes *int64   `json:"memory_bytes"`
	Threads     *int64   `json:"threads,omitempty"`
	Descriptors *int64   `json:"descriptors,omitempty"`
}

// Windows are equal parts of the measured time, in order; the columns have
// one entry a window.
type Windows struct {
	Length   Span      `json:"length_seconds"`
	Sent     []int64   `json:"sent"`      // by intended start
	Bad      []int64   `json:"bad"`       // of Sent: failed, shed, or slower than Trial.Slow
	OK       []int64   `json:"ok"`        // by finish
	Shed     []int64   `json:"shed"`      // by finish
	Failed   []int64   `json:"failed"`    // by finish
	InFlight []float64 `json:"in_flight"` // time average
}

// Bucket counts the samples in (previous Upper, Upper].
type Bucket struct {
	Upper Span  `json:"upper_seconds"`
	Count int64 `json:"count"`
}
