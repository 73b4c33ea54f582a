package analyze

import (
	"fmt"

	"loadline/attack/record"
)

// redirects are the statuses that send the client elsewhere (RFC 9110, 15.4).
var redirects = []string{"301", "302", "303", "307", "308"}

// redirected says that what was measured is the way to the service, and not
// the service: a hundredth of the answers or more were redirects that the
// engine did not follow, and counted as a success all the same.
func (e *evidence) redirected() *record.Finding {
	var sent, away int64
	for i := range e.steps {
		sent += e.steps[i].Sent
		for _, code := range redirects {
			away += e.steps[i].StatusCodes[code]
		}
	}
	if away == 0 || away*100 < sent || !succeeded(e.steps) {
		return nil
	}
	return finding(Redirected, record.Warn,
		"The service redirected to another place, and was not followed there: what is there was not measured. Ask for that URL, or pass --redirects-anywhere.",
		fmt.Sprintf("%d of %d requests", away, sent))
}
