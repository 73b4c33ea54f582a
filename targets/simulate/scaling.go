package simulate

// scaling adds an instance, with as many stations as the first, when the
// utilisation over the last interval was above a threshold, and takes one away
// when one fewer would have stayed well below it.
type scaling struct {
	at    float64 // 0: no autoscaling
	after int64
	most  int
	size  int // stations of an instance

	instances int
	area      float64 // busy stations integrated over the interval, so far
	since     int64   // until when
}

func newScaling(s Spec) scaling {
	return scaling{at: s.ScaleAt, after: int64(s.ScaleAfter), most: s.ScaleMax, size: s.Servers, instances: 1}
}

// first is when the autoscaler looks for the first time.
func (s *scaling) first() int64 {
	if s.at == 0 {
		return never
	}
	return s.after
}

// account adds what was busy until now.
func (s *scaling) account(now int64, busy int) {
	if s.at == 0 {
		return
	}
	s.area += float64(busy) * float64(now-s.since)
	s.since = now
}

// calm is how far below the threshold the utilisation of one instance fewer
// must be, so that the number does not flap.
const calm = 0.8

// decide is how many instances there shall be.
func (s *scaling) decide(now int64, busy int) int {
	s.account(now, busy)
	used := s.area / float64(s.after) / float64(s.size) // instances that were busy
	s.area = 0
	switch {
	case used > s.at*float64(s.instances) && s.instances < s.most:
		s.instances++
	case s.instances > 1 && used < calm*s.at*float64(s.instances-1):
		s.instances--
	}
	return s.instances
}

// rescales lets the autoscaler look. Stations that go finish their request first.
func (t *Target) rescales() {
	s := &t.service
	s.stations = s.scale.size * s.scale.decide(t.now, s.busy)
	t.plan(rescale, t.now+s.scale.after)
	t.fill()
}
