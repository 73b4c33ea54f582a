package cmd

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// checkRanges refuses, flag by flag and with its value, what no sweep can do.
func (f *sweepFlags) checkRanges() error {
	var errs []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	refuse(f.budget < time.Second || f.budget > longest, "--budget %v: must be within 1s-%v", f.budget, longest)
	refuse(!(f.maxRate > 0) || math.IsInf(f.maxRate, 0), "--max-rate %v: must be above 0", f.maxRate)
	refuse(!(f.fraction > 0 && f.fraction <= 1), "--fraction %v: must be above 0 and at most 1%s", f.fraction, asShare(f.fraction))
	refuse(!(f.headroom >= 0 && f.headroom < 1), "--headroom %v: must be at least 0 and below 1%s", f.headroom, asShare(f.headroom))
	refuse(!(f.overload >= 1 && f.overload <= 100), "--overload %v: must be within 1-100", f.overload)
	refuse(f.stepDuration < 100*time.Millisecond || f.stepDuration > longest, "--step-duration %v: must be within 100ms-%v", f.stepDuration, longest)
	refuse(len(f.rates) > 0 && len(f.concurrencies) > 0, "--rates and --concurrencies: only one of them")
	for _, rate := range f.rates {
		refuse(!(rate > 0 && rate <= min(f.maxRate, fastest)), "--rates %v: must be above 0 and at most --max-rate %v", rate, min(f.maxRate, fastest))
	}
	for _, n := range f.concurrencies {
		if f.transport.maxInFlight < 1 {
			break // that is the fault
		}
		refuse(n < 1 || n > f.transport.maxInFlight, "--concurrencies %d: must be within 1-%d (--max-in-flight)", n, f.transport.maxInFlight)
	}
	return errors.Join(append(errs, f.transport.checkRanges())...)
}
