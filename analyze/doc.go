// Package analyze draws the conclusions: capacity, recommendation and findings
// are a pure function of the recorded steps and settings, so that they can be
// computed again from a result file, with another objective or fraction.
//
// Its place is behind the measurement and before the rendering:
//
//	record.Run → analyze.Conclude → report
//
// Each method lives in a package of its own below (knee, slo, steady, quantile,
// usl, queueing); package search asks for conclusions on the way to decide
// what to measure next, so that both always agree. Nothing below analyze knows
// a clock, a file or a network.
package analyze
