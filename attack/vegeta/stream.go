package vegeta

import (
	"bufio"
	"fmt"
	"io"
	"sync"

	"github.com/tsenart/vegeta/v12/lib"

	"loadline/attack/engine"
	"loadline/targets"
)

// Stream writes requests as vegeta's own result stream (gob), for vegeta
// report, plot and encode. A result's timestamp is the intended start and its
// latency the response time, so that vegeta's reports too count the wait that
// its attack command would hide.
type Stream struct {
	mu     sync.Mutex
	buffer *bufio.Writer
	encode vegeta.Encoder
	seq    uint64
	err    error
	redact func(string) string
	urls   map[*targets.Request]string // as they may be shown
}

// NewStream writes to w, buffered until Close. URLs are redacted.
func NewStream(w io.Writer, redact func(string) string) *Stream {
	buffer := bufio.NewWriterSize(w, 64<<10)
	return &Stream{buffer: buffer, encode: vegeta.NewEncoder(buffer), redact: redact, urls: map[*targets.Request]string{}}
}

// Write adds a request. Several goroutines may call it.
func (s *Stream) Write(seen *engine.Seen) {
	result := vegeta.Result{
		Code:      uint16(seen.Status),
		Timestamp: seen.Start.Add(seen.Intended),
		Latency:   seen.Response(),
		BytesIn:   uint64(max(seen.BytesIn, 0)), BytesOut: uint64(max(seen.BytesOut, 0)),
		Error: problem(seen),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if seen.Target != nil {
		result.Method, result.URL = seen.Target.Method, s.url(seen.Target)
	}
	result.Seq = s.seq
	s.seq++
	if s.err == nil {
		s.err = s.encode.Encode(&result)
	}
}

func (s *Stream) url(target *targets.Request) string {
	url, known := s.urls[target]
	if !known {
		url = s.redact(target.URL)
		s.urls[target] = url
	}
	return url
}

// problem is the error text as vegeta has it: the status line for a status
// that is not 2xx or 3xx.
func problem(seen *engine.Seen) string {
	if seen.Status == 0 || seen.Status >= 200 && seen.Status < 400 {
		return seen.Example
	}
	return engine.StatusLine(seen.Status)
}

// Close writes out what is buffered, and gives the first error that there was.
func (s *Stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = s.buffer.Flush()
	}
	if s.err != nil {
		return fmt.Errorf("write vegeta results: %w", s.err)
	}
	return nil
}
