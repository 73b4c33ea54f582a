package targets

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// source is where a definition comes from: what its secrets and body files
// are relative to, and what has been read from there already.
type source struct {
	dir    string
	found  secrets
	bodies map[string][]byte
}

func newSource(dir string) *source {
	return &source{dir: dir, found: secrets{}, bodies: map[string][]byte{}}
}

// field reads "Name: value", a secret's value from where it lies.
func (s *source) field(line string) (name, value string, err error) {
	name, value, ok := strings.Cut(line, ":")
	name, value = strings.TrimSpace(name), strings.Trim(value, " \t")
	if !ok {
		return "", "", fmt.Errorf("header %s: want \"Name: value\"", quoted(firstWord(line)))
	}
	if name == "" || value == "" {
		return "", "", fmt.Errorf("header %s: want \"Name: value\", and neither of them empty", quoted(name))
	}
	value, err = s.value(name, value)
	return name, value, err
}

// firstWord is as much of a broken line as can be shown: the rest may be a
// credential.
func firstWord(line string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	if !strings.Contains(word, "://") {
		word, _, _ = strings.Cut(word, ":")
	}
	return hideUser(word)
}

var (
	reference       = regexp.MustCompile(`^()(env|file):(.*)$`)
	schemeReference = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]* +)(env|file):(.*)$`)
)

// value is the value of a header, with the reference to a secret resolved.
func (s *source) value(name, value string) (string, error) {
	match := reference.FindStringSubmatch(value)
	if match == nil && strings.HasSuffix(strings.ToLower(name), "authorization") {
		match = schemeReference.FindStringSubmatch(value)
	}
	if match == nil {
		return value, nil
	}
	secret, err := s.secret(match[2], match[3])
	if err != nil {
		return "", fmt.Errorf("header %s: %s:%s: %w", quoted(name), match[2], quoted(match[3]), err)
	}
	s.found.add(secret)
	return match[1] + secret, nil
}

// longestSecret in bytes; servers take far less in a header.
const longestSecret = 64 << 10

func (s *source) secret(kind, where string) (string, error) {
	if kind == "env" {
		value, ok := os.LookupEnv(where)
		if !ok || value == "" {
			return "", fmt.Errorf("the environment variable is not set or empty")
		}
		return value, nil
	}
	text, err := s.read(where, longestSecret)
	if err != nil {
		return "", err
	}
	value := strings.TrimRight(string(text), "\r\n")
	if value == "" {
		return "", fmt.Errorf("the file is empty")
	}
	return value, nil
}

// largestBody in bytes of one request.
const largestBody = 256 << 20

// body is the content of a body file. Requests with the same file share it.
func (s *source) body(path string) ([]byte, error) {
	if body, ok := s.bodies[path]; ok {
		return body, nil
	}
	body, err := s.read(path, largestBody)
	if err != nil {
		return nil, fmt.Errorf("body file %s: %w", quoted(path), err)
	}
	s.bodies[path] = body
	return body, nil
}

// read reads a file relative to the source's folder.
func (s *source) read(path string, limit int64) ([]byte, error) {
	if path == "" {
		return nil, fmt.Errorf("no path given")
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.dir, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	return readUpTo(f, limit)
}

func readUpTo(r io.Reader, limit int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, plain(err)
	}
	if int64(len(content)) > limit {
		return nil, fmt.Errorf("larger than %d KiB", limit>>10)
	}
	return content, nil
}

// merged is header with the defaults that it does not set itself.
func merged(header, defaults http.Header) http.Header {
	out := header.Clone()
	if out == nil {
		out = http.Header{}
	}
	for name, values := range defaults {
		if field(header, name) == nil {
			out[name] = values
		}
	}
	return out
}
