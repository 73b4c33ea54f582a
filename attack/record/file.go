package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Write writes the run as indented strict JSON. It fails where the run holds a
// number that JSON has no word for (NaN, Inf), and then writes nothing.
func Write(w io.Writer, run *Run) error {
	text, err := json.MarshalIndent(listed(run), "", "  ")
	if err != nil {
		return fmt.Errorf("encode result: %w", err)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// listed is the run with empty lists in place of missing ones, so that whoever
// reads the file finds a list.
func listed(run *Run) *Run {
	out := *run
	out.Steps = slices.Clone(run.Steps)
	for i := range out.Steps {
		step := &out.Steps[i]
		step.Warnings = append([]string{}, step.Warnings...)
		step.Errors = append([]ErrorClass{}, step.Errors...)
	}
	return &out
}

// maxFile bounds what Read takes: far more than any run writes.
const maxFile = 64 << 20

// Read reads a run. The error names the line of a syntax error, the schema
// that was found, or the step that does not add up.
func Read(r io.Reader) (*Run, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read result: %w", err)
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("read result: larger than %d MiB", maxFile>>20)
	}
	var run Run
	if err := json.Unmarshal(text, &run); err != nil {
		return nil, fmt.Errorf("read result: %w", located(text, err))
	}
	if run.Schema != Schema {
		return nil, fmt.Errorf("read result: schema is %q, want %q", run.Schema, Schema)
	}
	return &run, run.Validate()
}

// located puts the line in front of a JSON error.
func located(text []byte, err error) error {
	offset := int64(-1)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = syntax.Offset
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = kind.Offset
	}
	if offset < 0 {
		return err
	}
	line := 1
	for _, c := range text[:min(offset, int64(len(text)))] {
		if c == '\n' {
			line++
		}
	}
	return fmt.Errorf("line %d: %w", line, err)
}

// Validate checks that the counts of every step reconcile: scheduled = sent +
// dropped, and sent = ok + shed + error + timeout.
func (run *Run) Validate() error {
	for i := range run.Steps {
		if err := run.Steps[i].validate(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *Step) validate() error {
	if s.Load.Model != Open && s.Load.Model != Closed {
		return fmt.Errorf("load model is %q, want %q or %q", s.Load.Model, Open, Closed)
	}
	if s.Scheduled != s.Sent+s.Dropped {
		return fmt.Errorf("scheduled %d is not sent %d + dropped %d", s.Scheduled, s.Sent, s.Dropped)
	}
	if s.Sent != s.Counts.Total() {
		return fmt.Errorf("sent %d is not the %d that ended", s.Sent, s.Counts.Total())
	}
	return s.Windows.validate()
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
