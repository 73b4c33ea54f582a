package steady

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"loadline/attack/record"
)

// Series is what was counted in consecutive windows of one length.
type Series struct {
	Counts []float64
	Length float64 // of a window, in seconds
	Start  float64 // of the first window, in seconds since the run began
	Group  int     // series of one group had the same load
}

// Seconds is how long the series lasted.
func (s Series) Seconds() float64 { return s.Length * float64(len(s.Counts)) }

// Total is what was counted.
func (s Series) Total() float64 { return mean(s.Counts) * float64(len(s.Counts)) }

// batches is how many batch means an interval rests on: few enough that each
// outlasts the correlation between neighbours (Schmeiser 1982 finds 10-30).
const batches = 24

// Batch is the mean rate over a part of a series.
type Batch struct {
	Rate    float64 // per second
	Seconds float64 // how long the part lasted
	Middle  float64 // when, in seconds since the run began
	Series  int     // index of its series
	Group   int
}

// Batches cuts several series into about n parts of equal length in all, at
// least one each; no part spans two series.
func Batches(all []Series, n int) []Batch {
	total := 0.0
	for _, s := range all {
		total += s.Seconds()
	}
	var out []Batch
	for i, s := range all {
		if s.Seconds() <= 0 {
			continue
		}
		parts := int(math.Round(float64(n) * s.Seconds() / total))
		out = s.cut(out, i, min(max(parts, 1), len(s.Counts)))
	}
	return out
}

// cut appends the means of the series' parts, as equal as whole windows allow.
func (s Series) cut(out []Batch, index, parts int) []Batch {
	for p := range parts {
		from, to := p*len(s.Counts)/parts, (p+1)*len(s.Counts)/parts
		seconds := float64(to-from) * s.Length
		out = append(out, Batch{
			Rate: mean(s.Counts[from:to]) / s.Length, Seconds: seconds,
			Middle: s.Start + float64(from)*s.Length + seconds/2, Series: index, Group: s.Group,
		})
	}
	return out
}

// Mean is the mean rate per second of all that was counted, with the interval
// of batch means: mean ± t·√(v/T), where v is the variance of a batch times its
// length and T the whole time. Where neighbouring batches still correlate, v grows by
// (1+r)/(1−r). A single batch has the interval of a Poisson count. Nil where
// there is no series.
func Mean(all []Series, confidence float64) *record.Estimate {
	parts := Batches(all, batches)
	if len(parts) == 0 {
		return nil
	}
	rate, seconds := pooled(parts)
	half := normal(confidence) * math.Sqrt(max(rate*seconds, 1)) / seconds
	if n := float64(len(parts)); n > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1 + confidence) / 2)
		half = t * math.Sqrt(variance(parts, rate)*inflation(parts, rate)/seconds)
	}
	half = max(half, resolution/seconds)
	return &record.Estimate{Value: rate, Low: max(0, rate-half), High: rate + half, Confidence: confidence}
}

// resolution is the most that a count can be off at the two ends of the time,
// each less than one completion: no interval is narrower.
const resolution = 1.0

func normal(confidence float64) float64 {
	return distuv.UnitNormal.Quantile((1 + confidence) / 2)
}

// pooled is the mean rate over all batches, and how long they lasted.
func pooled(parts []Batch) (rate, seconds float64) {
	for _, b := range parts {
		rate += b.Rate * b.Seconds
		seconds += b.Seconds
	}
	return rate / seconds, seconds
}

// variance of a batch mean times the batch's length: what 1/T multiplies.
func variance(parts []Batch, rate float64) float64 {
	sum := 0.0
	for _, b := range parts {
		sum += b.Seconds * (b.Rate - rate) * (b.Rate - rate)
	}
	return sum / float64(len(parts)-1)
}

// inflation is what the correlation of neighbours costs: (1+r)/(1−r) where r is
// more than chance shows (one-sided, 5 %), else 1.
func inflation(parts []Batch, rate float64) float64 {
	r := Correlation(parts, rate)
	if r*math.Sqrt(float64(len(parts))) < 1.645 {
		return 1
	}
	r = min(r, 0.9)
	return (1 + r) / (1 - r)
}

// Correlation of neighbouring batches within a series about the rate (lag one), −1…1; 0
// where there are none.
func Correlation(parts []Batch, rate float64) float64 {
	product, square, pairs := 0.0, 0.0, 0
	for i, b := range parts {
		square += (b.Rate - rate) * (b.Rate - rate)
		if i > 0 && parts[i-1].Series == b.Series {
			product += (b.Rate - rate) * (parts[i-1].Rate - rate)
			pairs++
		}
	}
	if square == 0 || pairs == 0 {
		return 0
	}
	return min(max(product/float64(pairs)/(square/float64(len(parts))), -1), 1)
}

// Dispersion is the variance of counts over their mean, over batches of about
// ten counts, each series about its own mean: 1 for independent events, 0 for
// a clock. It is 1 where there is too little to tell.
func Dispersion(all []Series) float64 {
	const count = 10
	sum, n := 0.0, 0.0
	for i, s := range all {
		parts := min(int(s.Total()/count), len(s.Counts))
		if parts < 4 {
			continue
		}
		rate := s.Total() / s.Seconds()
		for _, b := range s.cut(nil, i, parts) {
			sum += b.Seconds * (b.Rate - rate) * (b.Rate - rate) / rate
			n++
		}
		n--
	}
	if n < 6 {
		return 1
	}
	return sum / n
}
