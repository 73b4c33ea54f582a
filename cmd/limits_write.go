package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"loadline/report/limits"
)

// limitFile is a rendered file that is not written yet.
type limitFile struct {
	name string
	text []byte
}

// render makes all files before any is written. Of all formats those that
// cannot hold the limit are left out, and it is said why.
func (f *limitsFlags) render(env *Env, formats []limits.Format, limit limits.Limit) ([]limitFile, error) {
	var files []limitFile
	for _, format := range formats {
		var text bytes.Buffer
		err := limits.Render(&text, format.Name, limit)
		if _, unfit := errors.AsType[*limits.Unfit](err); unfit {
			if !slices.Contains(f.formats, "all") {
				return nil, usage(err)
			}
			fmt.Fprintf(env.Err, "not written: %v\n", err)
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, limitFile{format.File, text.Bytes()})
		sayShare(env.Err, format, limit)
		if !slices.Contains(f.formats, "all") {
			for _, ignored := range format.Ignores(limit) {
				fmt.Fprintf(env.Err, "%s: not used: %s\n", format.Name, ignored)
			}
		}
	}
	return files, nil
}

// sayShare says what dividing lost.
func sayShare(w io.Writer, format limits.Format, limit limits.Limit) {
	share, err := format.Share(limit)
	if err == nil && (share.Of > 1 || share.Cut > 0) {
		fmt.Fprintf(w, "%s: limit %d divided: %s\n", format.Name, limit.InFlight, share)
	}
}

// writeAll writes every file into a folder of its own first, so that a full
// disk or a missing permission leaves the older files as they were.
func writeAll(env *Env, dir string, files []limitFile) error {
	if err := makeFolder(dir); err != nil {
		return err
	}
	for _, file := range files {
		if err := checkWritable(filepath.Join(dir, file.name)); err != nil {
			return err
		}
	}
	staging, err := os.MkdirTemp(dir, ".limits-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staging) //nolint:errcheck // empty by then, or abandoned
	for _, file := range files {
		if err := writeFile(filepath.Join(staging, file.name), file.write); err != nil {
			return err
		}
	}
	for _, file := range files {
		path := filepath.Join(dir, file.name)
		if err := os.Rename(filepath.Join(staging, file.name), path); err != nil {
			return err
		}
		fmt.Fprintln(env.Err, oneLine(path))
	}
	return nil
}

func (f limitFile) write(w io.Writer) error {
	_, err := w.Write(f.text)
	return err
}
