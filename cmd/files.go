package cmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes path whole or not at all: into a temporary file beside it,
// which takes its name once it is complete and on the disk.
func writeFile(path string, write func(io.Writer) error) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tmp.Close()
			_ = os.Remove(tmp.Name())
		}
	}()
	buffered := bufio.NewWriter(tmp)
	if err := write(buffered); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := finish(buffered, tmp); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(tmp.Name(), path)
}

func finish(buffered *bufio.Writer, file *os.File) error {
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return file.Close()
}

// checkWritable makes sure, before anything is sent, that results can be
// written into dir.
func checkWritable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("results cannot be written: %w", err)
	}
	probe, err := os.CreateTemp(dir, ".loadline-*")
	if err != nil {
		return fmt.Errorf("results cannot be written: %w", err)
	}
	_ = probe.Close()
	return os.Remove(probe.Name())
}
