package targets

import "net/http"

// Request is one request definition, ready to be sent any number of times.
type Request struct {
	Method string
	URL    string // absolute; http or https
	Header http.Header
	Body   []byte
	Weight int // how often it is sent relative to the others; at least 1
}

// Mix is the set of requests that a run sends, in proportion to their weights.
type Mix struct {
	Requests []Request
	turns    []int // indices of Requests, each as often as its weight
}
