package record

import "time"

// Schema names the file format.
const Schema = "loadline/result/v1"

// Run is a whole measurement with the conclusions drawn from it: the content
// of result.json.
type Run struct {
	Schema         string          `json:"schema"`
	Complete       bool            `json:"complete"`
	Version        string          `json:"version"`
	Started        time.Time       `json:"started"`
	Load           Span            `json:"load_seconds"`
	Wall           Span            `json:"wall_seconds"`
	Target         Target          `json:"target"`
	Generator      Generator       `json:"generator"`
	Settings       Settings        `json:"settings"`
	Steps          []Step          `json:"steps"`
	Capacity       *Capacity       `json:"capacity"`
	Recommendation *Recommendation `json:"recommendation"`
	Findings       []Finding       `json:"findings"`
}

// Target is what the requests were sent to, secrets redacted.
type Target struct {
	URL      string  `json:"url"`
	Method   string  `json:"method"`
	Protocol *string `json:"protocol"`
	Requests int     `json:"requests"` // how many different requests the mix has
}

// Generator is the machine and engine that made the load.
type Generator struct {
	Engine  string   `json:"engine"`
	Cores   float64  `json:"cores"`
	OS      string   `json:"os"`
	Arch    string   `json:"arch"`
	Kernel  string   `json:"kernel,omitempty"`
	Ceiling *float64 `json:"ceiling_rps"`  // what the generator alone can do
	Bias    *Bias    `json:"bias_seconds"` // nil where it could not be measured
}

// Bias is the time that the client adds to what the wire shows.
type Bias struct {
	P50 *Span `json:"p50"`
	P99 *Span `json:"p99"`
}

// Settings are the flags that shaped the run.
type Settings struct {
	Command      string    `json:"command"` // as typed, secrets redacted
	SLO          *string   `json:"slo"`
	Budget       *Span     `json:"budget_seconds"`
	Fraction     float64   `json:"fraction,omitempty"` // 0: no limit was looked for
	Headroom     *float64  `json:"headroom"`           // set by hand; nil: by size
	Arrivals     Arrivals  `json:"arrivals"`
	Seed         uint64    `json:"seed"`
	Timeout      Span      `json:"timeout_seconds"`
	MaxRate      *float64  `json:"max_rate_rps"`
	MaxInFlight  *int      `json:"max_in_flight"`
	Overload     *float64  `json:"overload"`
	Rates        []float64 `json:"rates,omitempty"`
	Concurrency  []int     `json:"concurrencies,omitempty"`
	StepDuration *Span     `json:"step_duration_seconds,omitempty"`
	OKStatus     string    `json:"ok_status"` // "200-399"
}

// CapacityOutcome says what kind of answer a sweep found.
type CapacityOutcome string

// The outcomes of a sweep; only Found stands behind a number.
const (
	Found            CapacityOutcome = "found"
	LowerBound       CapacityOutcome = "lower-bound"
	GeneratorLimited CapacityOutcome = "generator-limited"
	RateLimited      CapacityOutcome = "rate-limited"
	Unsteady         CapacityOutcome = "unsteady"
	None             CapacityOutcome = "none"
)

// Capacity is the most work that the service carried.
type Capacity struct {
	Outcome           CapacityOutcome `json:"outcome"`
	MaxThroughput     *Estimate       `json:"max_throughput_rps"`
	InFlightAtMax     *Estimate       `json:"in_flight_at_max"`     // as the client sees it
	InFlightAtService *Estimate       `json:"in_flight_at_service"` // network subtracted
	Knee              *Estimate       `json:"knee_concurrency"`
	SLOCapacity       *Estimate       `json:"slo_capacity_rps"`
	Overload          *Behaviour      `json:"overload"`
}

// The ways in which a service meets more than it can carry.
const (
	Sheds     = "sheds"
	Queues    = "queues"
	Collapses = "collapses"
	Untested  = "untested"
)

// Behaviour is what the service did beyond its maximum.
type Behaviour struct {
	Behaviour       string    `json:"behaviour"`
	Factor          *float64  `json:"factor"`                              // highest load tried over the maximum
	GoodputRetained *float64  `json:"goodput_retained"`                    // goodput there over the maximum
	Retained        *Estimate `json:"goodput_retained_estimate,omitempty"` // the same, with its interval
	ShedP99         *Span     `json:"shed_p99_seconds"`
	Recovery        *Span     `json:"recovery_seconds"`
}

// Recommendation is the limit to set, and what to give the service.
type Recommendation struct {
	InFlightLimit int             `json:"in_flight_limit"`
	Fraction      float64         `json:"fraction"`
	Rate          *float64        `json:"rate_rps"`
	Headroom      Headroom        `json:"headroom"`
	Resources     *ResourceAdvice `json:"resources"`
	Because       []string        `json:"because"`
}

// Headroom is 1 − operating load / capacity, and why so much.
type Headroom struct {
	Ratio  float64 `json:"ratio"`
	Reason string  `json:"reason"`
}

// ResourceAdvice is what to give the service, headroom included.
type ResourceAdvice struct {
	CPUCores    float64 `json:"cpu_cores"`
	MemoryBytes int64   `json:"memory_bytes"`
}

// Severity of a finding.
type Severity string

// Info is worth knowing, Warn casts doubt, Fail takes the answer away.
const (
	Info Severity = "info"
	Warn Severity = "warn"
	Fail Severity = "fail"
)

// Finding is one thing that the measurement shows, in a sentence, with what shows it.
type Finding struct {
	Kind     string   `json:"kind"` // a short stable word: "confirmed", "drifting", …
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`
	Evidence string   `json:"evidence"`
}
