package targets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Flags are the request flags of the command line. With a target file they
// are what applies where the file says nothing.
type Flags struct {
	Method  string    // -X; "": GET, or POST where there is a body
	Headers []string  // -H "Name: value"; the value may be env:NAME or file:PATH
	Bodies  []string  // -d; joined by "&"; "@file" is a file's content and "@-" standard input's
	Stdin   io.Reader // what "-" reads
}

// FromFlags is the mix of one request to a URL. As curl has it, a body makes
// the method POST and the content type that of a form, unless the flags say
// otherwise; unlike in curl, a file is sent as it is, newlines included.
func FromFlags(url string, flags Flags) (*Mix, error) {
	from, err := flags.read()
	if err != nil {
		return nil, err
	}
	request := Request{Method: flags.Method, URL: url, Header: from.header, Body: from.body}
	if len(flags.Bodies) > 0 {
		if request.Method == "" {
			request.Method = http.MethodPost
		}
		form := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}
		request.Header = merged(request.Header, form)
	}
	if err := request.check(from.found); err != nil {
		return nil, hinted(err, url)
	}
	return newMix([]Request{request}, from.found)
}

// hinted adds what the user probably meant where the scheme is missing.
func hinted(err error, url string) error {
	if strings.Contains(url, "://") {
		return err
	}
	if _, wrong := parseURL("http://" + url); wrong != nil {
		return err
	}
	return fmt.Errorf("%w (perhaps %s)", err, quoted("http://"+HideQuery(hideUser(url))))
}

// defaults are flags that have been read.
type defaults struct {
	method string
	header http.Header
	body   []byte
	found  secrets
}

func (f Flags) read() (*defaults, error) {
	from := newSource("")
	d := &defaults{method: f.Method, header: http.Header{}, found: from.found}
	if f.Method != "" {
		if err := checkMethod(f.Method); err != nil {
			return nil, fmt.Errorf("--method: %w", err)
		}
	}
	for _, line := range f.Headers {
		name, value, err := from.field(line)
		if err == nil {
			err = checkField(name, value)
		}
		if err != nil {
			return nil, fmt.Errorf("--header: %w", err)
		}
		d.header[name] = append(d.header[name], value)
	}
	var err error
	d.body, err = f.body(from)
	return d, err
}

func (f Flags) body(from *source) ([]byte, error) {
	var parts [][]byte
	for _, one := range f.Bodies {
		path, isFile := strings.CutPrefix(one, "@")
		part := []byte(one)
		var err error
		switch {
		case isFile && path == "-" && f.Stdin == nil:
			err = errors.New("standard input is taken")
		case isFile && path == "-":
			part, err = readUpTo(f.Stdin, largestBody)
		case isFile:
			part, err = from.body(path)
		}
		if err != nil {
			return nil, fmt.Errorf("--body: %w", err)
		}
		parts = append(parts, part)
	}
	return bytes.Join(parts, []byte("&")), nil
}
