// Package schedule says when each request of an open load is meant to start.
// It is the first station within attack: the engines send by it, and the
// response time that loadline reports counts from it.
//
// A schedule is two independent things. Arrivals are a process of unit rate:
// evenly spaced (constant) or with independent exponential gaps (poisson).
// The profile is the rate over time, a ramp followed by a constant rate, and
// maps the unit process to time by the inverse of its integral (the standard
// time change of a point process, Cinlar 1975, §4.7).
//
// A Schedule never changes, so any number of goroutines may read it:
//
//   - At(k) is random access, in O(log k) for poisson and O(1) for constant;
//   - Cursor walks the schedule in order at some 20 ns an arrival, for one
//     dispatcher that owns it;
//   - Split cuts it into n schedules whose union has the same law, for n
//     senders that share nothing: the superposition of n independent Poisson
//     streams is Poisson, and constant streams take turns.
//
// The same seed gives the same arrivals on every machine. Memory is constant
// however long the load lasts.
package schedule
