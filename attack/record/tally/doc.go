// Package tally counts the requests of one trial and makes the Step of it.
//
// A Book belongs to a trial and hands out a Shard to every goroutine that
// sends, so that counting takes no lock. Times are since the start of the
// load, from whatever clock the caller keeps: the real generator's or a
// simulation's. Memory is constant, however many requests there are: times go
// into HDR histograms and counts into windows.
//
// Requests belong to the step by their intended start: those of the warm-up
// are not counted. What a rate counts is what finished within the measured
// time; the mean number in flight is the integral over it (Little's L), exact
// because every request adds the part of its life that lies within.
package tally
