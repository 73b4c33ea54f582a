// Package fast is the engine for HTTP/1.1 that takes the least processor time
// per request, because every microsecond that the generator burns on a shared
// machine is capacity stolen from the service.
//
// It is an event loop or a few, each a goroutine that shares nothing with the
// others: loop waits (poll) for responses and for the
// time of the next arrival, a conn sends the ready-made bytes of a message and
// feeds what comes back to the parser (wire), and a model, open or closed,
// says what to send next. Addresses are looked up and TLS handshakes done by
// goroutines beside the loops; everything else happens in them.
//
// The clock is read once when a batch of responses has become readable and
// once for each request sent. A response that arrived in one small piece is
// timed by the former, so that the others of its batch do not count against
// it; it can be early by no more than the batch took, and only where a small
// response came in two segments within that time.
//
// Arrivals that are less than a tenth of a millisecond apart on average are
// sent in groups (grouped.go), an eighth of a millisecond apart: above 10,000 a
// second and loop the lag is about half of that. In between the loop sleeps,
// whatever comes back, and takes the kernel's word for when each response
// arrived: a request costs a fifth less than if each response woke it.
package fast
