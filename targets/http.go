package targets

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// readHTTP reads vegeta's "http" format.
func readHTTP(p *pile) error {
	s := &script{pile: p}
	for {
		line, err := p.in.next()
		if err == io.EOF {
			return s.end()
		}
		if err != nil {
			return err
		}
		if err := s.line(strings.TrimSpace(line)); err != nil {
			return err
		}
	}
}

// script is a target file in the "http" format while it is read.
type script struct {
	*pile
	open  *Request // the target whose lines are being read
	begun int      // its request line's number
}

// directive marks settings of ours in what is a comment to everyone else.
const directive = "#loadline:"

func (s *script) line(line string) error {
	switch {
	case line == "":
		return s.end()
	case strings.HasPrefix(line, directive):
		return s.located(s.setting(strings.TrimSpace(line[len(directive):])))
	case line[0] == '#':
		return nil
	case s.request(line):
		if err := s.end(); err != nil {
			return err
		}
		return s.begin(line)
	case s.open == nil && line[0] == '{':
		return s.in.fault(errors.New("want \"METHOD URL\", found a JSON object: is it --format json?"))
	case s.open == nil:
		return s.in.fault(fmt.Errorf("want \"METHOD URL\", found %s", quoted(firstWord(line))))
	case line[0] == '@':
		return s.body(line[1:])
	}
	return s.located(s.field(line))
}

func (s *script) located(err error) error {
	if err != nil {
		return s.in.fault(err)
	}
	return nil
}

var (
	twoWords    = regexp.MustCompile(`^[A-Z][A-Z-]*[ \t]+[^:\s]`)
	requestLine = regexp.MustCompile(`^[A-Z][A-Z-]*[ \t]+(/|[a-z]*://)`)
)

// request says whether the line begins a target. Among headers it has to look
// like nothing else (no header's name has a space), above them it may have a
// fault in its URL.
func (s *script) request(line string) bool {
	return requestLine.MatchString(line) || s.open == nil && twoWords.MatchString(line)
}

func (s *script) begin(line string) error {
	method, url, _ := strings.Cut(line, " ")
	if tabbed, rest, ok := strings.Cut(method, "\t"); ok {
		method, url = tabbed, rest+" "+url
	}
	s.open = &Request{Method: method, URL: strings.TrimSpace(url), Header: http.Header{}, Weight: 1}
	s.begun = s.in.number
	_, err := parseURL(s.open.URL)
	return s.located(err)
}

// end closes the open target, if there is one.
func (s *script) end() error {
	if s.open == nil {
		return nil
	}
	done := *s.open
	s.open = nil
	if err := s.add(done); err != nil {
		return s.in.faultAt(s.begun, err)
	}
	return nil
}

func (s *script) body(path string) (err error) {
	s.open.Body, err = s.from.body(strings.TrimSpace(path))
	if err != nil {
		return s.in.fault(err)
	}
	return s.end()
}

func (s *script) field(line string) error {
	name, value, err := s.from.field(line)
	if err != nil {
		return err
	}
	s.open.Header[name] = append(s.open.Header[name], value)
	return checkField(name, value)
}

func (s *script) setting(text string) error {
	if s.open == nil {
		return errors.New("#loadline: stands below the request line that it is for")
	}
	name, value, _ := strings.Cut(text, "=")
	weight, err := strconv.Atoi(value)
	if name != "weight" || err != nil || weight < 1 || weight > MaxWeight {
		return fmt.Errorf("#loadline: %s: want weight=N with N from 1 to %d", quoted(text), MaxWeight)
	}
	s.open.Weight = weight
	return nil
}
