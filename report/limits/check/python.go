package check

import (
	"context"
	_ "embed" // the program below
)

//go:embed parse.py
var parse string

// python reads a file as Python and runs none of it: gunicorn would, to check
// its own, and what stands in a file is not ours to run.
func python(ctx context.Context, s subject) (Result, error) {
	if err := s.copy("file.py"); err != nil {
		return Result{}, err
	}
	return s.program(ctx, "python3, which reads FILE and runs none of it", "python3", "-I", "-c", parse, s.copied)
}
