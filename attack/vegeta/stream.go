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
	mix    *targets.Mix
	urls   map[*targets.Request]string // as they may be shown
	texts  map[string]string           // of failures, as they may be shown
}

// NewStream writes to w, buffered until Close. The secrets of the mix are redacted.
func NewStream(w io.Writer, mix *targets.Mix) *Stream {
	buffer := bufio.NewWriterSize(w, 64<<10)
	return &Stream{buffer: buffer, encode: vegeta.NewEncoder(buffer), mix: mix, urls: map[*targets.Request]string{}, texts: map[string]string{}}
}

// Write adds a request. Several goroutines may call it.
func (s *Stream) Write(seen *engine.Seen) {
	result := vegeta.Result{
		Code:      uint16(seen.Status),
		Timestamp: seen.Start.Add(seen.Intended),
		Latency:   seen.Response(),
		BytesIn:   uint64(max(seen.BytesIn, 0)), BytesOut: uint64(max(seen.BytesOut, 0)),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if seen.Target != nil {
		result.Method, result.URL = seen.Target.Method, s.url(seen.Target)
	}
	result.Error = s.problem(seen)
	result.Seq = s.seq
	s.seq++
	if s.err == nil {
		s.err = s.encode.Encode(&result)
	}
}

func (s *Stream) url(target *targets.Request) string {
	url, known := s.urls[target]
	if !known {
		url = s.mix.RedactURL(target.URL)
		s.urls[target] = url
	}
	return url
}

// problem is the error text as vegeta has it: the status line for a status
// that is not 2xx or 3xx.
func (s *Stream) problem(seen *engine.Seen) string {
	if seen.Status == 0 || seen.Status >= 200 && seen.Status < 400 {
		return s.text(seen.Example)
	}
	return engine.StatusLine(seen.Status)
}

// mostTexts bounds what is remembered where every failure has a text of its own.
const mostTexts = 1000

func (s *Stream) text(example string) string {
	shown, known := s.texts[example]
	if !known {
		if len(s.texts) == mostTexts {
			clear(s.texts)
		}
		shown = s.mix.Redact(example)
		s.texts[example] = shown
	}
	return shown
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
