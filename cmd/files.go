package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// wholeFile is a file that appears under its name once it is complete and on
// the disk; until then it has a temporary one beside it.
type wholeFile struct {
	*bufio.Writer
	path   string
	file   *os.File
	direct bool // path is no regular file but a device or a pipe, to be written as it is
}

// create starts a whole file in a folder that is there: a mistyped path makes
// none. It has to be committed or abandoned.
func create(path string) (*wholeFile, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the link stays
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return nil, &os.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
	}
	if err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &wholeFile{Writer: bufio.NewWriter(file), path: path, file: file, direct: true}, err
	}
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("write %s: the folder %s does not exist", path, filepath.Dir(path))
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return nil, err
	}
	return &wholeFile{Writer: bufio.NewWriter(file), path: path, file: file}, nil
}

// commit gives the file its name.
func (w *wholeFile) commit() error {
	if w.direct {
		return errors.Join(w.Flush(), w.file.Close())
	}
	if err := w.settle(); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", w.path, err), w.abandon())
	}
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return errors.Join(err, w.abandon())
	}
	return nil
}

func (w *wholeFile) settle() error {
	if err := w.Flush(); err != nil {
		return err
	}
	if err := w.file.Chmod(0o644); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return err
	}
	return w.file.Close()
}

// abandon removes what was written.
func (w *wholeFile) abandon() error {
	_ = w.file.Close() // it may be closed already
	if w.direct {
		return nil
	}
	return os.Remove(w.file.Name())
}

// writeFile writes path whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	file, err := create(path)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), file.abandon())
	}
	return file.commit()
}

// checkWritable makes sure, before anything is sent, that a file can be
// written. What is no file, as a pipe that somebody waits at, is not touched.
func checkWritable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil
	}
	probe, err := create(path)
	if err != nil {
		return fmt.Errorf("results cannot be written: %w", err)
	}
	return probe.abandon()
}

// makeFolder makes a folder that results go into.
func makeFolder(dir string) error { return os.MkdirAll(dir, 0o755) }

// checkFolder makes sure that files can be written into a folder, if it is there.
func checkFolder(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return checkWritable(filepath.Join(dir, "limit.json"))
}
