package wire

import (
	"bytes"
	"fmt"
)

// field splits a header line; the name must be a token and the value without
// control characters (RFC 9110, 5.5 and 5.6.2).
func field(line []byte) (name, value []byte, err error) {
	colon := bytes.IndexByte(line, ':')
	if colon <= 0 {
		return nil, nil, malformed("header", line)
	}
	name = line[:colon]
	for _, c := range name {
		if !token[c] {
			return nil, nil, malformed("header", line)
		}
	}
	if !printable(line[colon+1:]) {
		return nil, nil, malformed("header", line)
	}
	return name, trim(line[colon+1:]), nil
}

func printable(text []byte) bool {
	for _, c := range text {
		if control[c] {
			return false
		}
	}
	return true
}

// control has the characters that no value may have.
var control = func() (is [256]bool) {
	for c := range is {
		is[c] = c < ' ' && c != '\t' || c == 0x7f
	}
	return is
}()

// token has the characters of a token.
var token = func() (is [256]bool) {
	for _, c := range []byte("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
		is[c] = true
	}
	return is
}()

func digit(c byte) bool { return '0' <= c && c <= '9' }

// trimEnd takes the line's end off, with or without a carriage return
// (RFC 9112, 2.2).
func trimEnd(line []byte) []byte {
	line = line[:len(line)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}

// trim takes blanks and tabs off both ends.
func trim(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
		text = text[1:]
	}
	for n := len(text); n > 0 && (text[n-1] == ' ' || text[n-1] == '\t'); n-- {
		text = text[:n-1]
	}
	return text
}

// hasToken says whether a comma-separated list has the word.
func hasToken(list []byte, word string) bool {
	for item := range bytes.SplitSeq(list, []byte(",")) {
		if bytes.EqualFold(trim(item), []byte(word)) {
			return true
		}
	}
	return false
}

// malformed shows the beginning of what was wrong.
func malformed(what string, text []byte) error {
	const most = 60
	if len(text) > most {
		return fmt.Errorf("malformed %s %q…", what, text[:most])
	}
	return fmt.Errorf("malformed %s %q", what, text)
}
