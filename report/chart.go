package report

// The charts that a report can have.
const (
	LatencyChart     = "latency"
	OutcomeChart     = "outcomes"
	AchievedChart    = "achieved"
	BalanceChart     = "balance"
	ThroughputChart  = "throughput"
	ConcurrencyChart = "response"
	QuantileChart    = "quantiles"
	ServiceChart     = "service"
)

// Section says what a chart is read for.
type Section string

// The sections in reading order.
const (
	ByLoad     Section = "By load"
	ByInFlight Section = "By requests in flight"
	Closer     Section = "A closer look"
)

// Chart is a picture as data: what is drawn, not how.
type Chart struct {
	ID, Title string
	Section   Section
	Desc      string // what it shows, for those who cannot see it
	Note      string // what its hollow marks mean; "" where there are none
	X, Y      Axis
	Lines     []Line
	Marks     []Mark
	Diagonal  bool  // a line where y = x helps
	Table     Table // the same numbers
}

// Role says what a line or mark stands for, so that it looks the same everywhere.
type Role string

// The roles of lines and marks.
const (
	P50        Role = "p50"
	P95        Role = "p95"
	P99        Role = "p99"
	OK         Role = "ok"
	Shed       Role = "shed"
	Error      Role = "error"
	Timeout    Role = "timeout"
	Dropped    Role = "dropped"
	Throughput Role = "throughput"
	Goodput    Role = "goodput"
	Sent       Role = "sent"
	Service    Role = "service"
	First      Role = "first" // the first, second and third of equals
	Second     Role = "second"
	Third      Role = "third"
	Maximum    Role = "maximum" // marks
	Limit      Role = "limit"
	Objective  Role = "objective"
)

// Line is a series of measured points.
type Line struct {
	Name   string
	Role   Role
	Points []Point // by ascending X
	Course bool    // the line goes by load, not by X: it may turn back
}

// Point is one measured value; Low = High = Y where no interval is known.
type Point struct {
	X, Y      float64
	Low, High float64
	Level     float64 // the load that was asked for: points of one level repeat one another
	Step      int     // from 1
	Doubtful  bool    // the generator spoiled the step: no line goes through it
	Partial   bool    // less was sent than was due
}

// Mark is a place worth a name: a vertical line at X = Value, or a horizontal
// one. Low = High = Value where no interval is known.
type Mark struct {
	Role             Role
	Horizontal       bool
	Value, Low, High float64
	Label            string
}
