package targets

import "net/http"

// Request is one request definition, ready to be sent any number of times.
// One that comes out of this package has been checked: the method is a token,
// the URL is one that can be dialled, no header can break out of its line, and
// credentials of the URL have moved into an Authorization header.
type Request struct {
	Method string
	URL    string      // absolute; http or https; without userinfo and fragment
	Header http.Header // names as they were written, except for Host
	Body   []byte
	Weight int // how often it is sent relative to the others; at least 1
}
