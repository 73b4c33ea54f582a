// Package truth knows the right answers for a simulated service: its greatest
// throughput, the concurrency that gives it, and the greatest rate that meets an
// objective. It judges the search; no command uses it.
//
// Where queueing theory has a closed form, that is the answer. Elsewhere it is a
// simulation so long that its own interval is narrow beside what is judged.
package truth
