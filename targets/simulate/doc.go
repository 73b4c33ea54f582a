// Package simulate is a service in virtual time, with a client that loads it:
// a discrete-event model whose right answers are known, for learning, for
// planning and for judging the search.
//
// It stands where attack stands in the pipeline: a Target takes a
// record.Trial and gives a record.Step, counted by the same tally as real
// requests are.
package simulate
