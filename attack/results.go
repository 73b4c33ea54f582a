package attack

import (
	"io"

	"loadline/attack/engine"
	"loadline/attack/vegeta"
	"loadline/targets"
)

// results is where every request goes besides the tally; nil where nowhere.
type results struct{ stream *vegeta.Stream }

func newResults(w io.Writer, mix *targets.Mix) *results {
	return &results{vegeta.NewStream(w, mix)}
}

func (r *results) observe(seen *engine.Seen) { r.stream.Write(seen) }

func (r *results) close() error {
	if r == nil {
		return nil
	}
	return r.stream.Close()
}
