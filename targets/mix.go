package targets

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// MaxWeight is the greatest weight that a request may have.
const MaxWeight = 1_000_000

// Mix is the set of requests that a run sends, in proportion to their weights.
// It is not changed once it is made, so any number of goroutines may use it.
type Mix struct {
	Requests []Request

	upTo      []uint64 // running sum of the weights; nil where all are equal
	secrets   []string
	spellings []spelling // of the secrets
}

// NewMix checks the requests and makes a mix of them. A method that is left
// out is GET, a weight of 0 is 1.
func NewMix(requests ...Request) (*Mix, error) {
	checked := slices.Clone(requests)
	found := secrets{}
	for i := range checked {
		if err := checked[i].check(found); err != nil {
			return nil, fmt.Errorf("request %d: %w", i+1, err)
		}
	}
	return newMix(checked, found)
}

func newMix(requests []Request, found secrets) (*Mix, error) {
	if len(requests) == 0 {
		return nil, errors.New("no requests")
	}
	m := &Mix{Requests: requests}
	m.weigh()
	m.secrets = found.list()
	m.spellings = spellings(m.secrets)
	return m, nil
}

func (m *Mix) weigh() {
	equal := func(r Request) bool { return r.Weight != m.Requests[0].Weight }
	if !slices.ContainsFunc(m.Requests, equal) {
		return
	}
	sum := uint64(0)
	for _, r := range m.Requests {
		sum += uint64(r.Weight)
		m.upTo = append(m.upTo, sum)
	}
}

// golden is the golden ratio's fraction of 2⁶⁴. Its multiples are spread as
// evenly as those of any number (Knuth, The Art of Computer Programming,
// vol. 3, 6.4, theorem S), so that in every stretch of the sequence each
// request has its share, to within a few.
const golden = 0x9E3779B97F4A7C15

// At is the request that is sent as number k, from 0: in the order in which
// they were given where the weights are equal, otherwise evenly interleaved.
// It takes no lock, no memory, and the same k gives the same request.
func (m *Mix) At(k uint64) *Request {
	if m.upTo == nil {
		return &m.Requests[k%uint64(len(m.Requests))]
	}
	turn, _ := bits.Mul64(k*golden, m.upTo[len(m.upTo)-1])
	i, exact := slices.BinarySearch(m.upTo, turn)
	if exact {
		i++ // request i has the turns below upTo[i]
	}
	return &m.Requests[i]
}

// Describe says in three words what the mix is, fit to be printed and stored:
// the URL (the origin where there are several URLs), the methods, and how many
// different requests there are. Secrets are redacted.
func (m *Mix) Describe() (url, method string, requests int) {
	url = m.Requests[0].URL
	var methods []string
	for _, r := range m.Requests {
		if r.URL != m.Requests[0].URL {
			url = origin(m.Requests[0].URL) + "/"
		}
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
	}
	return m.RedactURL(url), strings.Join(methods, ","), len(m.Requests)
}

// origin is the scheme and host of a checked URL.
func origin(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host := strings.FieldsFunc(rest, func(r rune) bool { return r == '/' || r == '?' })[0]
	return scheme + "://" + host
}
