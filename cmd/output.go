package cmd

import (
	"errors"
	"fmt"
	"io"
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
	dir  string
	json string
}

func (f *outputFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.dir, "out", "loadline-out", "`directory` for result.json, report.html, curve.png and limits/ ('' writes none)")
	flags.StringVar(&f.json, "json", "", "write the result to this `file` too; - puts the JSON alone on stdout")
}

// check makes sure, before anything is sent, that the results can be written.
func (f *outputFlags) check() error {
	var errs []error
	if f.dir != "" {
		errs = append(errs, checkWritable(f.dir))
	}
	if f.json != "" && f.json != "-" {
		errs = append(errs, checkWritable(filepath.Dir(f.json)))
	}
	return errors.Join(errs...)
}

// conclude draws the conclusions from what was measured and writes everything:
// the result first, so that no renderer's fault can lose it.
func (f *outputFlags) conclude(env *Env, run *record.Run) error {
	conclusion := analyze.Conclude(run)
	run.Capacity, run.Recommendation, run.Findings = conclusion.Capacity, conclusion.Recommendation, conclusion.Findings
	rep := report.New(run)
	errs := []error{f.writeJSON(env, run), f.writeDir(run, rep)}
	if f.json != "-" {
		errs = append(errs, text.Write(env.Out, rep, terminal(env)))
	}
	if f.dir != "" && errors.Join(errs...) == nil {
		fmt.Fprintf(env.Err, "\nreport: %s\n", filepath.Join(f.dir, "report.html"))
	}
	return errors.Join(errs...)
}

func (f *outputFlags) writeJSON(env *Env, run *record.Run) error {
	write := func(w io.Writer) error { return record.Write(w, run) }
	switch f.json {
	case "":
		return nil
	case "-":
		return write(env.Out)
	}
	return writeFile(f.json, write)
}

func (f *outputFlags) writeDir(run *record.Run, rep *report.Report) error {
	if f.dir == "" {
		return nil
	}
	in := func(name string) string { return filepath.Join(f.dir, name) }
	return errors.Join(
		writeFile(in("result.json"), func(w io.Writer) error { return record.Write(w, run) }),
		writeFile(in("curve.png"), func(w io.Writer) error { return plot.PNG(w, rep) }),
		writeFile(in("report.html"), func(w io.Writer) error { return html.Write(w, rep) }),
		writeLimits(in("limits"), run),
	)
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
	return errors.Join(writeLimit(dir, "nginx", limit), writeLimit(dir, "json", limit))
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
