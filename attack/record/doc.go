// Package record holds what was planned and what was measured: Load and
// Trial go into the generator, Step comes out, and a Run is all of them with
// the conclusions drawn, in the file format loadline/result/v1.
//
// It is the middle of the pipeline and imports nothing of it:
//
//	targets + search.Next → Trial → attack → Step → search.Observe → Run → analyze → report
//
// Everything after Run can be recomputed from its file without sending a
// request. Times are Span (a time.Duration that is seconds in JSON), rates are
// per second, ratios are 0-1, and a value that nobody measured is nil.
package record
