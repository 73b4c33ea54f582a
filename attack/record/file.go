package record

import (
	"bytes"
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

// Read reads a run. The error names the line of a syntax error or of a key
// that comes twice, the schema that was found, or the field whose value no
// measurement gives.
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
	if err := unambiguous(text); err != nil {
		return nil, fmt.Errorf("read result: %w", err)
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
	return fmt.Errorf("line %d: %w", lineAt(text, offset), err)
}

// lineAt is the line, from 1, of the byte at the offset.
func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(offset, int64(len(text)))], []byte("\n"))
}
