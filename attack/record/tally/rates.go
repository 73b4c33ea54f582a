package tally

import (
	"math"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
)

// rates fills in what is counted per second and per window, over the whole
// windows before end. A step without one whole window has no rate.
func (b *Book) rates(step *record.Step, all *Shard, end time.Duration) {
	whole := int((end - b.trial.Warmup) / b.window)
	whole = min(max(whole, 0), b.count)
	if b.trial.Load.Model == record.Open {
		rate := b.trial.Load.RateRPS
		step.Offered = &rate
	}
	if whole == 0 {
		return
	}
	step.Windows = columns(all.windows[:whole], b.window)
	seconds := (b.window * time.Duration(whole)).Seconds()
	step.SentRate = per(issued(all.windows[:whole]), seconds)
	step.Throughput = per(sum(step.Windows.OK)+sum(step.Windows.Shed)+sum(step.Windows.Failed), seconds)
	step.Goodput = Rate(step.Windows.OK, b.window)
	mean, most := stat.Mean(step.Windows.InFlight, nil), b.maxInFlight.Load()
	step.InFlight = record.InFlight{Mean: &mean, Max: &most}
}

func columns(windows []window, length time.Duration) *record.Windows {
	w := &record.Windows{Length: record.Span(length)}
	for _, one := range windows {
		w.Sent = append(w.Sent, one.sent)
		w.Bad = append(w.Bad, one.bad)
		w.OK = append(w.OK, one.ok)
		w.Shed = append(w.Shed, one.shed)
		w.Failed = append(w.Failed, one.failed)
		w.InFlight = append(w.InFlight, float64(one.area)/float64(length))
	}
	return w
}

func issued(windows []window) (n int64) {
	for i := range windows {
		n += windows[i].issued
	}
	return n
}

func sum(column []int64) (n int64) {
	for _, v := range column {
		n += v
	}
	return n
}

func per(n int64, seconds float64) *float64 {
	rate := float64(n) / seconds
	return &rate
}

// Confidence of every interval.
const Confidence = 0.95

// batches is how many batch means carry an interval: few enough that each
// outlasts the correlation between neighbours (Schmeiser 1982 finds 10-30).
const batches = 10

// Rate is the mean rate of counts in windows of one length, per second, with
// the batch-means interval: mean ± t·s/√n over n ≤ 10 batches. With a single
// batch the interval is that of a Poisson count.
func Rate(counts []int64, length time.Duration) *record.Estimate {
	if len(counts) == 0 {
		return nil
	}
	means := batchMeans(counts, length)
	n := float64(len(means))
	mean := float64(sum(counts)) / (length * time.Duration(len(counts))).Seconds()
	half := 1.96 * math.Sqrt(max(float64(sum(counts)), 1)) / (length * time.Duration(len(counts))).Seconds()
	if n > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5 + Confidence/2)
		half = t * stat.StdDev(means, nil) / math.Sqrt(n)
	}
	return &record.Estimate{Value: mean, Low: max(0, mean-half), High: mean + half, Confidence: Confidence}
}

func batchMeans(counts []int64, length time.Duration) []float64 {
	n := min(batches, len(counts))
	size := len(counts) / n
	seconds := (length * time.Duration(size)).Seconds()
	var means []float64
	for i := range n {
		means = append(means, float64(sum(counts[i*size:(i+1)*size]))/seconds)
	}
	return means
}
