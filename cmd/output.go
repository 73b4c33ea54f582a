package cmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"loadline/analyze"
	"loadline/attack/record"
	"loadline/report"
	"loadline/report/html"
	"loadline/report/limits"
	"loadline/report/plot"
	"loadline/report/text"
)

// outputFlags say where results go.
type outputFlags struct {
	dir   string
	json  string
	taken bool // stdout: by something else than the report
}

func (f *outputFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.dir, "out", "loadline-out", "`directory` for result.json, report.html, curve.png and limits/ ('' writes none)")
	flags.StringVar(&f.json, "json", "", "write the result to this `file` too; - puts the JSON alone on stdout")
}

// check makes sure, before anything is sent, that the results can be written.
func (f *outputFlags) check() error {
	var paths []string
	if f.dir != "" {
		if err := makeFolder(f.dir); err != nil {
			return fmt.Errorf("results cannot be written: %w", err)
		}
		for _, name := range []string{"result.json", "curve.png", "report.html"} {
			paths = append(paths, filepath.Join(f.dir, name))
		}
	}
	if f.json != "" && f.json != "-" {
		paths = append(paths, f.json)
	}
	for _, path := range paths {
		if err := checkWritable(path); err != nil {
			return err
		}
	}
	if f.dir == "" {
		return nil
	}
	return checkFolder(filepath.Join(f.dir, "limits"))
}

// conclude draws the conclusions from what was measured and writes everything:
// the result first, so that no renderer's fault can lose it.
func (f *outputFlags) conclude(env *Env, run *record.Run) error {
	conclusion := analyze.Conclude(run)
	run.Capacity, run.Recommendation, run.Findings = conclusion.Capacity, conclusion.Recommendation, conclusion.Findings
	concludeGone(run)
	rep := report.New(run)
	written := errors.Join(f.writeDir(env, run, rep), f.writeJSON(env, run))
	if f.json == "-" {
		return errors.Join(written, record.Write(env.Out, run))
	}
	if f.taken {
		return written
	}
	return errors.Join(written, text.Write(env.Out, rep, terminal(env)))
}

// writeJSON writes the file of --json.
func (f *outputFlags) writeJSON(env *Env, run *record.Run) error {
	if f.json == "" || f.json == "-" || keeps(env, f.json, run) {
		return nil
	}
	return writeFile(f.json, func(w io.Writer) error { return record.Write(w, run) })
}

// keeps says whether a result stays as it is, because the run has no step and
// the result has.
func keeps(env *Env, path string, run *record.Run) bool {
	if info, err := os.Stat(path); len(run.Steps) > 0 || err != nil || !info.Mode().IsRegular() {
		return false
	}
	before, err := readResult(env, path)
	if err != nil || len(before.Steps) == 0 {
		return false
	}
	fmt.Fprintf(env.Err, "loadline: nothing was measured, so %s stays as it was\n", printable(path))
	return true
}

// writeDir writes what goes into --out, and says where the report is.
func (f *outputFlags) writeDir(env *Env, run *record.Run, rep *report.Report) error {
	if f.dir == "" || keeps(env, filepath.Join(f.dir, "result.json"), run) {
		return nil
	}
	in := func(name string) string { return filepath.Join(f.dir, name) }
	err := errors.Join(
		makeFolder(f.dir),
		writeFile(in("result.json"), func(w io.Writer) error { return record.Write(w, run) }),
		writeFile(in("curve.png"), func(w io.Writer) error { return plot.PNG(w, rep) }),
		writeFile(in("report.html"), func(w io.Writer) error { return html.Write(w, rep) }),
		writeLimits(in("limits"), run),
	)
	if err == nil {
		fmt.Fprintf(env.Err, "\nreport: %s\n", printable(in("report.html")))
	}
	return err
}

// writeLimits writes the formats that every sweep leaves behind. Without a
// trusted recommendation it writes nothing, and an older file stays as it was.
func writeLimits(dir string, run *record.Run) error {
	limit, err := limits.From(run, limits.Options{})
	if _, untrusted := errors.AsType[*limits.Untrusted](err); untrusted {
		return nil
	}
	if err != nil {
		return fmt.Errorf("limit files: %w", err)
	}
	return errors.Join(makeFolder(dir), writeLimit(dir, "nginx", limit), writeLimit(dir, "json", limit))
}

// writeLimit writes the limit in one format, under the format's own name.
func writeLimit(dir, name string, limit limits.Limit) error {
	format, err := limits.Named(name)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, format.File), func(w io.Writer) error {
		return limits.Render(w, name, limit)
	})
}
