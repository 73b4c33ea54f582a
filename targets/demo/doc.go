// Package demo runs the services of the three articles that loadline comes
// from, as real HTTP servers on a loopback port: something to sweep, to
// verify and to audit whose behaviour under load is known.
//
//   - toobusy: a server with a single thread. Each request takes five steps of
//     a millisecond, between which other requests get theirs: 200 requests a
//     second. Without a defence it founders; with the lag check of
//     node-toobusy it refuses what it cannot do.
//   - lines: appends the posted text to a file and answers the number of the
//     line. Requests wait for the one that is writing, or are refused.
//   - ratelimit: so many requests a minute per client address, with a
//     credential that exempts internal callers.
//
// GET /healthz answers 200 and is never limited. Every service bounds the
// header, the body, the time and the number of connections that a client can
// take from it.
package demo
