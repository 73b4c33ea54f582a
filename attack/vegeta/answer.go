package vegeta

import (
	"fmt"
	"io"
	"net/http"

	"loadline/attack/engine"
)

// answer is what is left of a response once it has been read.
type answer struct {
	status     int
	retryAfter string
	bytes      int64 // of the body
	err        error
}

// carry sends the request, follows redirects as far as the options say, and
// reads the body to its end.
func (e *Engine) carry(r *http.Request) answer {
	response, err := e.carrier.RoundTrip(r)
	if err == nil && e.options.Redirects > 0 && redirects(response) {
		response, err = e.follow(r, response)
	}
	if err != nil {
		return answer{err: err}
	}
	defer response.Body.Close() //nolint:errcheck // it has been read
	if e.protocol.Load() == nil {
		e.protocol.Store(&response.Proto)
	}
	if response.StatusCode == http.StatusSwitchingProtocols {
		return answer{status: response.StatusCode} // what follows is no body, and need not end
	}
	n, err := discard(response.Body)
	return answer{status: response.StatusCode, retryAfter: response.Header.Get("Retry-After"), bytes: n, err: err}
}

func discard(body io.Reader) (int64, error) {
	if body == http.NoBody {
		return 0, nil
	}
	n, err := io.Copy(io.Discard, io.LimitReader(body, engine.MaxBody+1))
	if err == nil && n > engine.MaxBody {
		err = fmt.Errorf("body of more than %d MiB: %w", engine.MaxBody>>20, engine.ErrOversized)
	}
	return n, err
}
