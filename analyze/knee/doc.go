// Package knee finds how much a service carries in the closed model, and the
// smallest concurrency that gets it there.
//
// The largest of several noisy rates is too large, and where it occurs says
// nothing: so the maximum is the mean over the whole plateau of a unimodal
// fit, and the knee is where that fit first comes within the tolerance of it.
// It is one of the pure methods between record.Step and the conclusions of
// package analyze.
package knee
