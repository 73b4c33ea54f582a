package targets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Formats are the formats that Read knows.
var Formats = []string{"http", "json"}

// Stdin is the name of standard input.
const Stdin = "-"

// ReadFile reads a target file, or standard input where path is "-".
func ReadFile(path, format string, flags Flags) (*Mix, error) {
	if path == Stdin {
		if flags.Stdin == nil {
			return nil, errors.New("read targets: standard input is taken")
		}
		in := flags.Stdin
		flags.Stdin = nil
		return Read(in, path, format, flags)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read targets: %s: %w", quoted(path), plain(err))
	}
	defer f.Close()
	return Read(f, path, format, flags)
}

// Read reads targets to the end of r in one of the Formats, which the package
// comment describes. Faults name the file by name, and body files are looked
// for in its folder. A target's own header, body and method replace those of
// the flags.
func Read(r io.Reader, name, format string, flags Flags) (*Mix, error) {
	if !slices.Contains(Formats, format) {
		return nil, fmt.Errorf("target format %s: want %s", quoted(format), strings.Join(Formats, " or "))
	}
	given, err := flags.read()
	if err != nil {
		return nil, err
	}
	from, in := newSource(folder(name)), newLines(r, name)
	p := &pile{from: from, given: given, in: in}
	from.found = given.found
	if format == "json" {
		err = readJSON(p)
	} else {
		err = readHTTP(p)
	}
	if err != nil {
		return nil, err
	}
	if len(p.requests) == 0 {
		return nil, fmt.Errorf("%s: no targets in it", in.name)
	}
	return newMix(p.requests, from.found)
}

func folder(name string) string {
	if name == Stdin {
		return "."
	}
	return filepath.Dir(name)
}

// pile is the requests that have been read so far.
type pile struct {
	from     *source
	given    *defaults
	in       *lines
	requests []Request
}

// add completes the request with what the flags gave, checks it and keeps it.
func (p *pile) add(r Request) error {
	if r.Body == nil {
		r.Body = p.given.body
	}
	r.Header = merged(r.Header, p.given.header)
	if err := r.check(p.from.found); err != nil {
		return err
	}
	p.requests = append(p.requests, r)
	return nil
}

// largestFile in bytes of a target file.
const largestFile = 1 << 30

// lines are the lines of a target file, of any length, without their ends and
// without a byte order mark.
type lines struct {
	in     *bufio.Reader
	left   *io.LimitedReader
	name   string
	number int // of the last line read
}

func newLines(r io.Reader, name string) *lines {
	if name == Stdin {
		name = "standard input"
	}
	left := &io.LimitedReader{R: r, N: largestFile + 1}
	return &lines{in: bufio.NewReaderSize(left, 64<<10), left: left, name: name}
}

// next is the next line. The last one needs no newline. At the end the error
// is io.EOF.
func (l *lines) next() (string, error) {
	line, err := l.in.ReadString('\n')
	if line == "" && err == io.EOF && l.left.N > 0 {
		return "", io.EOF
	}
	l.number++
	switch {
	case l.left.N <= 0:
		return "", l.fault(fmt.Errorf("the file is larger than %d MiB", largestFile>>20))
	case err != nil && err != io.EOF:
		return "", l.fault(plain(err))
	}
	if l.number == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
	}
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	if !utf8.ValidString(line) {
		return "", l.fault(errors.New("not UTF-8 text"))
	}
	return line, nil
}

// fault says where an error was found.
func (l *lines) fault(err error) error { return l.faultAt(l.number, err) }

func (l *lines) faultAt(number int, err error) error {
	return fmt.Errorf("%s:%d: %w", l.name, number, err)
}

// plain is what is wrong with a file, without its path.
func plain(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}
