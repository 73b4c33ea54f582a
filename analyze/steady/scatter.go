package steady

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Scatter is how much the rate deviates from the mean of its group, as a
// share, in batches of up to the length in seconds, beyond what counting
// explains, and whether that is more than chance: counting would show as much
// once in two hundred times. dispersion is the variance over the mean of the
// counts; grain is how many seconds' worth of them may come at once, for a
// batch may begin and end anywhere in a wave. Windows in which the service
// stood still are left out: pauses are its habit, not noise.
func Scatter(all []Series, length, grain, dispersion float64) (share float64, sure bool) {
	var square, expected, n float64
	means := groupMeans(all)
	for i := range all {
		mean := means[all[i].Group]
		s := all[i].moving(mean, dispersion, grain)
		if len(s.Counts) == 0 || mean <= 0 {
			continue
		}
		for _, b := range s.cut(nil, i, max(1, int(s.Seconds()/length+0.5))) {
			square += (b.Rate/mean - 1) * (b.Rate/mean - 1)
			expected += dispersion/(mean*b.Seconds) + grain*grain/(4*b.Seconds*b.Seconds)
			n++
		}
	}
	free := n - float64(len(means))
	if free < 3 {
		return 0, false
	}
	limit := distuv.ChiSquared{K: free}.Quantile(0.995)
	return math.Sqrt(max(0, square/free-expected/n)), square > limit*expected/n
}

// groupMeans are the rates per second of the groups.
func groupMeans(all []Series) map[int]float64 {
	total, seconds, means := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for _, s := range all {
		total[s.Group] += s.Total()
		seconds[s.Group] += s.Seconds()
	}
	for g := range total {
		if seconds[g] > 0 {
			means[g] = total[g] / seconds[g]
		}
	}
	return means
}

// moving is the series without the windows in which far less happened than
// chance allows. Windows that are short beside a wave say nothing of pauses.
func (s Series) moving(mean, dispersion, grain float64) Series {
	const still, sigmas = 0.3, 3.5 // of the mean
	expected := mean * s.Length
	if expected*(1-still)*(1-still) < sigmas*sigmas*dispersion || s.Length < 4*grain {
		return s
	}
	out := s
	out.Counts = nil
	for _, n := range s.Counts {
		if n >= still*expected {
			out.Counts = append(out.Counts, n)
		}
	}
	return out
}
