// Package report decides what a result says: the verdict in sentences, the
// badge, the charts with their series and marks, the tables. Its renderers
// (text, plot, html, …) decide only how that looks, so that all of them say
// the same.
//
// It is the last station before them:
//
//	record.Run → report.New → Report → report/{text,plot,html} → io.Writer
//
// New is pure and deterministic, takes any run (empty, interrupted, of one
// step, with hostile texts or absurd numbers) and never fails: what cannot be
// shown is left out and named in Missing.
package report
