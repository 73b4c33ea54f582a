// Package reporttest holds the runs that every renderer is tested with: a full
// sweep of a queueing service, shedding, collapse, a rate limiter, nothing at
// all, one step, many steps, hostile texts and absurd numbers. They are made
// in virtual time from fixed seeds, and are the same on every call.
package reporttest
