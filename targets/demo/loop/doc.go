// Package loop is an event loop as Node has it: one thread does everything,
// one event after the other. It is the heart of the toobusy service, so that
// what happens to it under load is what happens to a real one.
//
// A turn has Node's phases. First comes the timer, if it is due; then what
// has arrived since the last turn; then one step of each request that is in
// progress. The longer the queue of requests, the longer a turn, and the later
// the timer: that lateness is the lag.
package loop
