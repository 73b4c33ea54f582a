package simulate

// The kinds of rate limiter.
const (
	Window = "window"
	Bucket = "bucket"
)

// limiter passes so many requests per time, all of them from one address.
type limiter struct {
	limit  float64 // 0: no limiter
	per    int64
	bucket bool

	left    float64 // requests that may still pass
	counted int64   // window: its number; bucket: time of the last refill
}

func newLimiter(s Spec) limiter {
	return limiter{limit: float64(s.Limit), per: int64(s.Per), bucket: s.Limiter == Bucket, left: float64(s.Limit)}
}

func (l *limiter) allow(now int64) bool {
	if l.limit == 0 {
		return true
	}
	if l.bucket {
		l.refill(now)
	} else {
		l.open(now)
	}
	if l.left < 1 {
		return false
	}
	l.left--
	return true
}

// refill adds what has dripped in since the last time, up to the full bucket.
func (l *limiter) refill(now int64) {
	l.left = min(l.limit, l.left+l.limit*float64(now-l.counted)/float64(l.per))
	l.counted = now
}

// open starts a new window where the last one is over. Windows are aligned
// to the clock.
func (l *limiter) open(now int64) {
	if window := now / l.per; window != l.counted {
		l.left, l.counted = l.limit, window
	}
}
