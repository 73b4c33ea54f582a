package record

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Span is a time.Duration that is written as seconds.
type Span time.Duration

// SpanOf is a nullable span that holds d.
func SpanOf(d time.Duration) *Span { s := Span(d); return &s }

// Std is the span as the standard library's type.
func (s Span) Std() time.Duration { return time.Duration(s) }

// Seconds is the span in seconds.
func (s Span) Seconds() float64 { return time.Duration(s).Seconds() }

// String is the span as time.Duration prints it.
func (s Span) String() string { return time.Duration(s).String() }

// MarshalJSON writes seconds.
func (s Span) MarshalJSON() ([]byte, error) { return json.Marshal(s.Seconds()) }

// UnmarshalJSON reads seconds; a value that no time.Duration holds is an error.
func (s *Span) UnmarshalJSON(text []byte) error {
	var seconds float64
	if err := json.Unmarshal(text, &seconds); err != nil {
		return err
	}
	ns := math.Round(seconds * 1e9)
	if math.Abs(ns) >= math.MaxInt64 {
		return fmt.Errorf("%v seconds is out of range", seconds)
	}
	*s = Span(ns)
	return nil
}

// Estimate is a value with the interval that holds the truth with the stated
// confidence (0-1).
type Estimate struct {
	Value      float64 `json:"value"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`
}

// HalfWidth is half the interval as a share of the value; 0 where the value is 0.
func (e Estimate) HalfWidth() float64 {
	if e.Value == 0 {
		return 0
	}
	return (e.High - e.Low) / 2 / e.Value
}
