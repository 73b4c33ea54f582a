package wire

import "bytes"

const (
	maxChunkLine = 4096
	maxExcess    = 16 << 10
)

// chunk reads "1a;extension\r\n". A bare line feed would let two readers
// disagree on where the chunk begins, so it is an error. Extensions may not
// outgrow the data (16 bytes a chunk and twice the data are reasonable), or a
// service could keep us reading for nothing.
func (p *Parser) chunk(line []byte) error {
	if cr := bytes.IndexByte(line, '\r'); cr < 0 || cr != len(line)-2 || len(line) >= maxChunkLine+2 {
		return malformed("chunk", line)
	}
	text, _, _ := bytes.Cut(bytes.TrimRight(line[:len(line)-2], " \t"), []byte(";"))
	size, ok := hexadecimal(text)
	if !ok {
		return malformed("chunk", line)
	}
	if err := p.grow(size); err != nil {
		return err
	}
	p.excess = max(0, p.excess+int64(len(line))-16-2*int64(size))
	if p.excess > maxExcess {
		return ErrTooLarge
	}
	p.state, p.left = chunkBody, size
	if size == 0 {
		p.state = trailerLine
	}
	return nil
}

// trailer reads a header after the last chunk; an empty one ends the
// response. Here, too, a bare line feed is an error.
func (p *Parser) trailer(line []byte) error {
	text, ok := bytes.CutSuffix(line, []byte("\r\n"))
	if !ok {
		return malformed("trailer", line)
	}
	if len(text) == 0 {
		p.state = done
		return nil
	}
	_, _, err := field(text)
	return err
}

func hexadecimal(text []byte) (n uint64, ok bool) {
	if len(text) == 0 || len(text) > 16 {
		return 0, false
	}
	for _, c := range text {
		switch {
		case digit(c):
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		n = n<<4 | uint64(c)
	}
	return n, true
}
