package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/goccy/go-yaml"

	"loadline/report/limits"
)

// readJSON reads limit.json strictly.
func readJSON(_ context.Context, s subject) (Result, error) {
	result := Result{Format: s.format, Command: "strict reading", Verdict: Accepted}
	if err := limits.CheckJSON(bytes.NewReader(s.text)); err != nil {
		result.Verdict, result.Output = Refused, err.Error()
	}
	return result, nil
}

// unverifiable has no validator that works without a server, only command;
// that the file is YAML is all that can be seen here.
func unverifiable(command string) validator {
	return func(_ context.Context, s subject) (Result, error) {
		if err := syntax(s.text); err != nil {
			return Result{Format: s.format, Command: "reading as YAML", Verdict: Refused, Output: err.Error()}, nil
		}
		return s.unchecked(command, "it is YAML; what its validator says only a server can tell: "+command), nil
	}
}

// deepest is far deeper than any configuration is nested, and no trouble to read.
const deepest = 200

// nested is an error where a YAML text is nested so deeply that reading it
// would take all memory.
func nested(text []byte) error {
	depth := 0
	for i, line := range bytes.Split(text, []byte("\n")) {
		if margin := len(line) - len(bytes.TrimLeft(line, " -?")); margin > 2*deepest {
			return fmt.Errorf("line %d: nested too deeply", i+1)
		}
		for _, c := range line {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			}
			if depth > deepest {
				return fmt.Errorf("line %d: nested too deeply", i+1)
			}
		}
	}
	return nil
}

func syntax(text []byte) error {
	if err := nested(text); err != nil {
		return err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var document any
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
