package simulate

import "math"

// slowness is by how much a request takes longer because of the load and the
// age of the service, fixed when its service starts.
type slowness struct {
	sigma, kappa, collapse float64
	crowd                  bool // any of the three

	warm, memory float64 // excess at the start; requests over which it falls to 1/e
	drift        float64 // ln of the capacity's growth per nanosecond
}

func newSlowness(s Spec) slowness {
	const minute = 60e9
	return slowness{
		sigma: s.Sigma, kappa: s.Kappa, collapse: s.Collapse,
		crowd: s.Sigma+s.Kappa+s.Collapse > 0,
		warm:  s.Warm - 1, memory: float64(s.Servers) * s.WarmFor.Seconds() / s.Service.Seconds(),
		drift: math.Log1p(s.Drift) / minute,
	}
}

func (s *slowness) factor(t *Target) float64 {
	factor := 1.0
	if s.crowd {
		factor = s.crowding(float64(t.service.inside), float64(t.service.stations))
	}
	if s.warm > 0 {
		factor *= 1 + s.warm*math.Exp(-float64(t.service.served)/s.memory)
	}
	if s.drift != 0 {
		factor *= math.Exp(-s.drift * float64(t.now))
	}
	return factor
}

// crowding is the Universal Scalability Law's denominator over n, the time of
// one request relative to that of a lone one: 1 + sigma(n-1) + kappa n(n-1)
// (Gunther, Guerrilla Capacity Planning, 2007, chapter 4), times the
// collapse beyond the stations.
func (s *slowness) crowding(n, stations float64) float64 {
	law := 1 + s.sigma*(n-1) + s.kappa*n*(n-1)
	return law * (1 + s.collapse*max(0, n-stations))
}
