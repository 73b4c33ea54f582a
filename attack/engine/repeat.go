package engine

import "slices"

// Repeatable says whether a request may be sent a second time where a
// connection that had been used before broke before anything of the answer
// arrived: the service may have closed it unasked, and may have seen the first.
// The methods are the safe ones (RFC 9110, 9.2.1), without a body.
func Repeatable(method string, body int64) bool {
	return body == 0 && slices.Contains([]string{"", "GET", "HEAD", "OPTIONS", "TRACE"}, method)
}
