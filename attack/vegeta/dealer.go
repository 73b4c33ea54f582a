package vegeta

import (
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/tsenart/vegeta/v12/lib"

	"loadline/attack/engine"
	"loadline/targets"
)

// mark is a header that carries the number of a request of the mix from the
// targeter to the round trip. No real header has this name, and it is taken
// off before the request is sent.
const mark = ":request"

// dealer deals out the requests of a mix as vegeta's targets.
type dealer struct {
	mix     *targets.Mix
	targets map[*targets.Request]*vegeta.Target
	next    atomic.Uint64
}

func newDealer(mix *targets.Mix, marked bool) *dealer {
	d := &dealer{mix: mix, targets: make(map[*targets.Request]*vegeta.Target, len(mix.Requests))}
	for i := range mix.Requests {
		r := &mix.Requests[i]
		header := r.Header.Clone()
		if header == nil {
			header = http.Header{}
		}
		if header.Get("User-Agent") == "" {
			header.Set("User-Agent", engine.UserAgent)
		}
		if marked {
			header[mark] = []string{strconv.Itoa(i)}
		}
		d.targets[r] = &vegeta.Target{Method: r.Method, URL: r.URL, Header: header, Body: r.Body}
	}
	return d
}

// target is vegeta's Targeter. Its error ends an attack, so it has none.
func (d *dealer) target(into *vegeta.Target) error {
	*into = *d.targets[d.mix.At(d.next.Add(1)-1)]
	return nil
}

// which finds a marked request.
func (d *dealer) which(r *http.Request) *targets.Request {
	marks := r.Header[mark]
	if len(marks) == 0 {
		return nil
	}
	i, _ := strconv.Atoi(marks[0])
	return &d.mix.Requests[i]
}

// strip takes off what vegeta and the dealer added.
func strip(r *http.Request) {
	delete(r.Header, mark)
	delete(r.Header, "X-Vegeta-Seq")
}
