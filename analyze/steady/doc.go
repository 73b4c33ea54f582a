// Package steady decides whether a series of counts or rates is steady, where
// its warm-up ends, and how well its mean is known although neighbours
// correlate. It is one of the pure methods between record.Step and the
// conclusions of package analyze.
package steady
