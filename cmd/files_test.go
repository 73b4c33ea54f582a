package cmd

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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

// A path with a typing error in it makes no folders.
func TestCreateMakesNoFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "absent")
	if err := writeFile(filepath.Join(dir, "file"), writing("text", nil)); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("error %v, want that the folder does not exist", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made (%v)", err)
	}
}

func TestWriteFileIsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
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
