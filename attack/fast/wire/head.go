package wire

import (
	"bytes"
	"fmt"
	"strconv"
)

// head is what the headers say about how the response ends.
type head struct {
	old        bool // HTTP/1.0
	length     int64
	lengths    int // Content-Length lines
	digits     int // of the first
	chunked    bool
	encodings  int // Transfer-Encoding lines
	closes     bool
	keepsAlive bool
	last       framing // of the last header line
	any        bool    // header lines were seen
}

// framing says that a header line matters to where the response ends.
type framing bool

// status reads "HTTP/1.1 200 OK"; the reason may be missing.
func (p *Parser) status(line []byte) error {
	rest, ok := bytes.CutPrefix(line, []byte("HTTP/1."))
	if !ok || len(rest) < 5 || !digit(rest[0]) || rest[1] != ' ' {
		return malformed("status line", line)
	}
	p.head = head{old: rest[0] == '0'}
	code := bytes.TrimLeft(rest[2:], " ")
	if len(code) < 3 || len(code) > 3 && code[3] != ' ' {
		return malformed("status line", line)
	}
	for _, c := range code[:3] {
		if !digit(c) {
			return malformed("status line", line)
		}
	}
	p.Status = 100*int(code[0]-'0') + 10*int(code[1]-'0') + int(code[2]-'0')
	if p.Status < 100 {
		return malformed("status line", line)
	}
	return nil
}

// header reads one header line; an empty one ends the head.
func (p *Parser) header(line []byte) error {
	if len(line) == 0 {
		return p.body()
	}
	if line[0] == ' ' || line[0] == '\t' {
		return p.folded(line)
	}
	name, value, err := field(line)
	if err != nil {
		return err
	}
	p.head.any = true
	p.head.last, err = p.meaning(name, value)
	return err
}

// folded is the continuation of the line before it, which is of no interest
// unless it frames the body.
func (p *Parser) folded(line []byte) error {
	if !p.head.any || bool(p.head.last) || !printable(line) {
		return malformed("folded header", line)
	}
	return nil
}

// meaning heeds the few headers that matter here.
func (p *Parser) meaning(name, value []byte) (framing, error) {
	switch len(name) {
	case len("Location"):
		if p.Status/100 == 3 && len(p.Location) == 0 && bytes.EqualFold(name, []byte("Location")) {
			p.Location = append(p.Location, value...)
		}
	case len("Connection"):
		if bytes.EqualFold(name, []byte("Connection")) {
			p.head.closes = p.head.closes || hasToken(value, "close")
			p.head.keepsAlive = p.head.keepsAlive || hasToken(value, "keep-alive")
			return true, nil
		}
	case len("Retry-After"):
		if (p.Status == 429 || p.Status == 503) && len(p.RetryAfter) == 0 && bytes.EqualFold(name, []byte("Retry-After")) {
			p.RetryAfter = append(p.RetryAfter, value...)
		}
	case len("Content-Length"):
		if bytes.EqualFold(name, []byte("Content-Length")) {
			return true, p.contentLength(value)
		}
	case len("Transfer-Encoding"):
		if bytes.EqualFold(name, []byte("Transfer-Encoding")) {
			p.head.encodings++
			p.head.chunked = bytes.EqualFold(value, []byte("chunked"))
			return true, nil
		}
	}
	return false, nil
}

// contentLength takes a length; several must be the same text (RFC 9112, 6.3).
func (p *Parser) contentLength(value []byte) error {
	h := &p.head
	n, err := strconv.ParseUint(string(value), 10, 63)
	if err != nil || h.lengths > 0 && (int64(n) != h.length || len(value) != h.digits) {
		return malformed("Content-Length", value)
	}
	h.length, h.digits = int64(n), len(value)
	h.lengths++
	return nil
}

// body decides where the response ends, in the order of RFC 9112, 6.3.
func (p *Parser) body() error {
	h := &p.head
	p.Close = h.closes || h.old && !h.keepsAlive
	if !h.old && h.encodings > 0 && (h.encodings > 1 || !h.chunked) {
		return fmt.Errorf("unsupported transfer encoding")
	}
	chunked := !h.old && h.chunked
	p.state = done
	switch {
	case p.Status == 101:
		p.Close = true // what follows is no HTTP
	case p.Status < 200:
		p.state = statusLine
	case p.noBody, p.Status == 204, p.Status == 304:
	case chunked:
		p.Close = p.Close || h.lengths > 0 // somebody between may have counted otherwise
		p.state = chunkLine
	case h.lengths == 0:
		p.Close, p.state = true, endlessBody
	case h.length > 0:
		p.state, p.left = sizedBody, uint64(h.length)
		return p.grow(p.left)
	}
	return nil
}
