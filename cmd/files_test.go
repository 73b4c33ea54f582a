package cmd

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func writing(text string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		if _, failed := io.WriteString(w, text); failed != nil {
			return failed
		}
		return err
	}
}

func TestWriteFileIsWholeOrNotAtAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep")
	path := filepath.Join(dir, "file")
	if err := writeFile(path, writing("old", nil)); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := writeFile(path, writing("half", broken)); !errors.Is(err, broken) {
		t.Fatalf("error %v, want %v", err, broken)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "old" {
		t.Errorf("after a failed write the file holds %q (%v), want what it held before", text, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%d entries (%v), want the file alone: the temporary one is left over", len(entries), err)
	}
}
