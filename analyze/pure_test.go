package analyze_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"loadline/analyze"
	"loadline/attack/record"
)

// What is concluded follows from the run alone: again, from its file, and
// whatever was concluded before.
func TestConclusionsFollowFromTheFile(t *testing.T) {
	run, err := once()
	if err != nil {
		t.Fatal(err)
	}
	first := analyze.Conclude(run)
	if diff := cmp.Diff(first, analyze.Conclude(run)); diff != "" {
		t.Errorf("other conclusions the second time:\n%s", diff)
	}
	read := copied(t, run)
	if diff := cmp.Diff(first, analyze.Conclude(read)); diff != "" {
		t.Errorf("other conclusions from the file:\n%s", diff)
	}
	read.Capacity = &record.Capacity{Outcome: record.Unsteady}
	read.Recommendation = &record.Recommendation{InFlightLimit: 999}
	read.Findings = []record.Finding{{Kind: "old"}}
	if diff := cmp.Diff(first, analyze.Conclude(read)); diff != "" {
		t.Errorf("other conclusions because of older ones:\n%s", diff)
	}
}

func TestConcludingLeavesTheRunAlone(t *testing.T) {
	run := eight(t)
	before := written(t, run)
	c := analyze.Conclude(run)
	if !bytes.Equal(before, written(t, run)) {
		t.Error("the run was changed")
	}
	c.Capacity.MaxThroughput.Value = -1
	c.Capacity.SLOCapacity.Value = -1
	*c.Recommendation.Rate = -1
	if !bytes.Equal(before, written(t, run)) {
		t.Error("the conclusions share memory with the run")
	}
}

// Another objective and another fraction need no other measurement.
func TestConclusionsFollowTheSettings(t *testing.T) {
	run := eight(t)
	strict := analyze.Conclude(run)
	text := "p99<2s"
	run.Settings.SLO, run.Settings.Fraction = &text, 0.5
	loose := analyze.Conclude(run)
	if a, b := strict.Recommendation.InFlightLimit, loose.Recommendation.InFlightLimit; b >= a || b < 3 || b > 5 {
		t.Errorf("limit %d by a fraction of 0.9 and %d by 0.5", a, b)
	}
	if a, b := strict.Capacity.SLOCapacity.Value, loose.Capacity.SLOCapacity.Value; b < a {
		t.Errorf("%.4g/s keep %s, and fewer, %.4g/s, keep %s", a, "p99<250ms", b, text)
	}
	run.Settings.SLO = nil
	if c := analyze.Conclude(run).Capacity; c.SLOCapacity != nil {
		t.Errorf("%+v under no objective", c.SLOCapacity)
	}
}
