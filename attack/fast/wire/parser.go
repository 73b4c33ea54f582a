package wire

import (
	"bytes"
	"errors"
	"io"
)

// What a response may have at most.
const (
	MaxLine = 64 << 10  // bytes of one line of the head
	MaxHead = 256 << 10 // of the whole head, interim responses and trailers included
	MaxBody = 1 << 30   // of the body
)

// ErrTooLarge is a response beyond one of the limits.
var ErrTooLarge = errors.New("response too large")

// Parser reads the responses of one connection, one after the other.
type Parser struct {
	Status     int
	Close      bool   // the connection ends with this response
	Body       int64  // bytes of body so far, framing left out
	Location   []byte // of a redirect; valid until the next Begin
	RetryAfter []byte // of a 429 or 503; valid until the next Begin

	state   state
	head    head
	memo    *Memo
	noBody  bool   // the request was HEAD
	started bool   // a byte of the response has arrived
	held    []byte // the beginning of a line whose end has not arrived
	size    int    // bytes of head so far
	left    uint64 // bytes of body, or of the chunk, to come
	excess  int64  // bytes of chunk framing beyond what is reasonable
}

type state uint8

const (
	statusLine state = iota
	headerLine
	sizedBody
	endlessBody // until the connection ends
	chunkLine
	chunkBody
	chunkEnd
	trailerLine
	done
)

// Begin makes ready for the response to a request, which is to HEAD or not.
func (p *Parser) Begin(head bool) {
	*p = Parser{noBody: head, memo: p.memo, held: p.held[:0], Location: p.Location[:0], RetryAfter: p.RetryAfter[:0]}
}

// Share has the parser use a memo. It may be called once, before the first Begin.
func (p *Parser) Share(memo *Memo) { p.memo = memo }

// Started says whether anything of the response has arrived.
func (p *Parser) Started() bool { return p.started }

// Feed takes bytes as they arrive. It says how many of them belong to the
// response, all of them unless it is complete. After an error nothing more can
// be read from the connection.
func (p *Parser) Feed(data []byte) (used int, complete bool, err error) {
	fresh := !p.started
	p.started = p.started || len(data) > 0
	if fresh {
		if used, err = p.first(data); err != nil {
			return used, false, err
		}
	}
	for used < len(data) && p.state != done {
		n, err := p.step(data[used:])
		if err != nil {
			return used, false, err
		}
		used += n
	}
	return used, p.state == done, nil
}

// first reads the head, or what there is of it.
func (p *Parser) first(data []byte) (used int, err error) {
	if used, known := p.recall(data); known {
		return used, p.body()
	}
	for used < len(data) && (p.state == statusLine || p.state == headerLine) {
		n, err := p.step(data[used:])
		if err != nil {
			return used, err
		}
		used += n
	}
	if p.state > headerLine && p.size == used {
		p.remember(data[:used])
	}
	return used, nil
}

// End says that the connection has ended: a response is complete, has not
// begun (io.EOF), or is broken off (io.ErrUnexpectedEOF).
func (p *Parser) End() error {
	switch {
	case p.state == endlessBody, p.state == done:
		p.state = done
		return nil
	case !p.started:
		return io.EOF
	}
	return io.ErrUnexpectedEOF
}

func (p *Parser) step(data []byte) (int, error) {
	switch p.state {
	case sizedBody, chunkBody:
		return p.skip(data), nil
	case endlessBody:
		return len(data), p.grow(uint64(len(data)))
	}
	line, used, whole := p.line(data)
	if p.state != chunkLine && p.state != chunkEnd {
		p.size += used
	}
	if len(line) > MaxLine || p.size > MaxHead {
		return used, ErrTooLarge
	}
	if !whole {
		return used, nil
	}
	err := p.take(line)
	p.held = p.held[:0]
	return used, err
}

// line is the next line with its end, or what there is of it.
func (p *Parser) line(data []byte) (line []byte, used int, whole bool) {
	end := bytes.IndexByte(data, '\n')
	if end >= 0 && len(p.held) == 0 {
		return data[:end+1], end + 1, true
	}
	used = len(data)
	if end >= 0 {
		used = end + 1
	}
	used = min(used, MaxLine+1-len(p.held)) // a line too long is seen to be so
	p.held = append(p.held, data[:used]...)
	return p.held, used, end+1 == used
}

func (p *Parser) take(line []byte) error {
	switch p.state {
	case statusLine:
		p.state = headerLine
		return p.status(trimEnd(line))
	case headerLine:
		return p.header(trimEnd(line))
	case trailerLine:
		return p.trailer(line)
	case chunkLine:
		return p.chunk(line)
	}
	if string(line) != "\r\n" {
		return malformed("chunk's end", line)
	}
	p.state = chunkLine
	return nil
}

// skip passes over body that was announced, of the whole or of a chunk.
func (p *Parser) skip(data []byte) int {
	n := min(uint64(len(data)), p.left)
	p.left -= n
	if p.left > 0 {
		return int(n)
	}
	if p.state == chunkBody {
		p.state = chunkEnd
	} else {
		p.state = done
	}
	return int(n)
}

// grow counts body, which must stay within the limit.
func (p *Parser) grow(n uint64) error {
	if n > uint64(MaxBody-p.Body) {
		return ErrTooLarge
	}
	p.Body += int64(n)
	return nil
}
