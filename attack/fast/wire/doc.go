// Package wire reads HTTP/1.x responses off a connection, from whatever
// pieces arrive, without I/O, allocation or copying in the common case. The
// fast engine's connections feed it.
//
// It follows RFC 9112 and agrees with net/http on what a valid response is and
// where it ends, which a fuzz test holds it to. It is stricter in four things,
// because a load generator must not guess: the version must be 1.x, the status
// between 100 and 999, a header's name a token, and no header that frames the
// body may be folded. A hostile service can make it keep one line of MaxLine
// and nothing else.
package wire
