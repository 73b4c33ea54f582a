package wire

import "bytes"

// Memo is the last head that the parsers that share it have read. A service
// sends the same head again and again, but for the second in its date, and
// comparing it costs a tenth of reading it. One goroutine owns a memo.
type Memo struct {
	text   []byte
	status int
	head   head
}

// mostMemo is how long a head may be that is worth remembering.
const mostMemo = 1 << 10

// recall takes the head from the memo if the data begins with that one.
func (p *Parser) recall(data []byte) (used int, known bool) {
	m := p.memo
	if m == nil || len(m.text) == 0 || !bytes.HasPrefix(data, m.text) {
		return 0, false
	}
	p.Status, p.head, p.size = m.status, m.head, len(m.text)
	return len(m.text), true
}

// remember keeps a head that arrived whole and has nothing but framing to say.
func (p *Parser) remember(text []byte) {
	if p.memo == nil || len(text) > mostMemo || p.Status < 200 || len(p.Location) > 0 || len(p.RetryAfter) > 0 {
		return
	}
	p.memo.text = append(p.memo.text[:0], text...)
	p.memo.status, p.memo.head = p.Status, p.head
}
