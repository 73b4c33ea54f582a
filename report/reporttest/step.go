package reporttest

import (
	"math"
	"slices"
	"time"

	"loadline/attack/record"
)

// lag is how late every request of a station is sent.
const lag = 60 * time.Microsecond

// stepOf counts what a station did, by the same rules as the generator does.
func stepOf(trial record.Trial, visits []visit) record.Step {
	s := record.Step{
		Phase: trial.Phase, Load: trial.Load, Duration: record.Span(trial.Duration), Warmup: record.Span(trial.Warmup),
		StatusCodes: map[string]int64{}, Errors: []record.ErrorClass{}, Warnings: []string{},
		Lag: &record.Lag{P50: record.SpanOf(lag), P99: record.SpanOf(2 * lag), Max: record.SpanOf(9 * lag)},
	}
	var times [record.Outcomes][]time.Duration
	for _, v := range visits {
		if v.sent >= trial.Warmup && v.sent < trial.Duration {
			times[v.outcome] = append(times[v.outcome], v.done-v.sent)
		}
	}
	s.Counts = record.Counts{
		OK: int64(len(times[record.OK])), Shed: int64(len(times[record.Shed])), Timeout: int64(len(times[record.Timeout])),
	}
	s.Sent = s.Counts.Total()
	s.Scheduled = s.Sent
	status(&s)
	s.Response = record.Latencies{OK: quantilesOf(times[record.OK], lag), Shed: quantilesOf(times[record.Shed], lag)}
	s.Service = record.Latencies{OK: quantilesOf(times[record.OK], 0), Shed: quantilesOf(times[record.Shed], 0)}
	s.Distribution = distribution(times[record.OK])
	windows(&s, trial, visits)
	return s
}

func status(s *record.Step) {
	for code, n := range map[string]int64{"200": s.Counts.OK, "503": s.Counts.Shed} {
		if n > 0 {
			s.StatusCodes[code] = n
		}
	}
	if s.Counts.Timeout > 0 {
		s.Errors = []record.ErrorClass{{Class: "timeout", Count: s.Counts.Timeout, Example: "no answer in time"}}
	}
}

func quantilesOf(times []time.Duration, late time.Duration) *record.Quantiles {
	if len(times) == 0 {
		return nil
	}
	slices.Sort(times)
	at := func(q float64) *record.Span {
		n := float64(len(times))
		if n*(1-q) < 1-1e-9 {
			return nil
		}
		return record.SpanOf(late + times[int(math.Ceil(q*n))-1])
	}
	sum := time.Duration(0)
	for _, t := range times {
		sum += t
	}
	return &record.Quantiles{
		Count: int64(len(times)), Min: record.SpanOf(late + times[0]), Mean: record.SpanOf(late + sum/time.Duration(len(times))),
		P50: at(0.5), P90: at(0.9), P95: at(0.95), P99: at(0.99), P999: at(0.999), Max: record.SpanOf(late + times[len(times)-1]),
	}
}

// distribution is of sorted times, in buckets 5 % wide.
func distribution(times []time.Duration) []record.Bucket {
	var out []record.Bucket
	for _, t := range times {
		if n := len(out); n > 0 && t <= out[n-1].Upper.Std() {
			out[n-1].Count++
			continue
		}
		out = append(out, record.Bucket{Upper: record.Span(t + t/20), Count: 1})
	}
	if n := len(out); n > 0 {
		out[n-1].Upper = record.Span(times[len(times)-1])
	}
	return out
}

const windowCount = 20

// windows fills in what is counted by time: windows and rates.
func windows(s *record.Step, trial record.Trial, visits []visit) {
	length := trial.Measured() / windowCount
	column := func() []int64 { return make([]int64, windowCount) }
	w := &record.Windows{
		Length: record.Span(length), Sent: column(), Bad: column(), OK: column(), Shed: column(), Failed: column(),
		InFlight: make([]float64, windowCount),
	}
	at := func(t time.Duration) int {
		if t < trial.Warmup || t >= trial.Duration {
			return -1
		}
		return min(int((t-trial.Warmup)/length), windowCount-1)
	}
	for _, v := range visits {
		if i := at(v.sent); i >= 0 {
			w.Sent[i]++
			if v.outcome != record.OK {
				w.Bad[i]++
			}
		}
		if i := at(v.done); i >= 0 {
			[][]int64{w.OK, w.Shed, w.Failed, w.Failed}[v.outcome][i]++
		}
		occupy(w, v.sent-trial.Warmup, v.done-trial.Warmup)
	}
	s.Windows = w
	rates(s, trial)
}

func occupy(w *record.Windows, from, to time.Duration) {
	length := w.Length.Std()
	for i := range w.InFlight {
		start := time.Duration(i) * length
		if share := min(to, start+length) - max(from, start); share > 0 {
			w.InFlight[i] += share.Seconds() / length.Seconds()
		}
	}
}

func rates(s *record.Step, trial record.Trial) {
	w, seconds := s.Windows, trial.Measured().Seconds()
	if trial.Load.Model == record.Open {
		s.Offered = pointer(trial.Load.RateRPS)
	}
	mean, square, area, most := 0.0, 0.0, 0.0, 0.0
	for i, n := range w.OK {
		rate := float64(n) / w.Length.Seconds()
		mean += rate / windowCount
		square += rate * rate / windowCount
		area += w.InFlight[i] / windowCount
		most = max(most, w.InFlight[i])
	}
	half := 2.1 * math.Sqrt(max(0, square-mean*mean)/(windowCount-1))
	s.Goodput = &record.Estimate{Value: mean, Low: max(0, mean-half), High: mean + half, Confidence: 0.95}
	s.SentRate = pointer(float64(total(w.Sent)) / seconds)
	s.Throughput = pointer(float64(total(w.OK)+total(w.Shed)+total(w.Failed)) / seconds)
	s.InFlight = record.InFlight{Mean: &area, Max: pointer(int64(math.Ceil(most)))}
}

func total(column []int64) (n int64) {
	for _, v := range column {
		n += v
	}
	return n
}
