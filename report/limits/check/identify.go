package check

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"loadline/report/limits"
)

// subject is a file under check.
type subject struct {
	format  string
	service string
	path    string // as typed
	text    []byte
	dir     string // scratch
	copied  string // the copy's path there
}

// The first line of every file but JSON says what it is.
var firstLine = regexp.MustCompile(`\A(?:#|//) In-flight limit of ([a-z][-a-z0-9]*): \d+, written by loadline for ([-a-z]+)\.`)

// ErrFormat is a file that is none of ours.
var ErrFormat = errors.New("neither its first line nor its name says which format it is")

// identify reads the format from the header, else from the file's name.
func identify(path string, text []byte) (subject, error) {
	if m := firstLine.FindSubmatch(text); m != nil {
		if _, err := limits.Named(string(m[2])); err != nil {
			return subject{}, fmt.Errorf("%s: line 1: %w", path, err)
		}
		return subject{service: string(m[1]), format: string(m[2])}, nil
	}
	for _, format := range limits.Formats {
		if format.File == filepath.Base(path) {
			return subject{service: "service", format: format.Name}, nil
		}
	}
	return subject{}, fmt.Errorf("%s: %w", path, ErrFormat)
}
