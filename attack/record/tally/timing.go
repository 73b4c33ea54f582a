package tally

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"loadline/attack/record"
)

// timing is what the requests took. As long as every one of them was sent when
// it was intended, service time is response time and is kept once.
type timing struct {
	late   bool  // has any been sent late?
	prompt int64 // requests before the first late one

	response [2]times // of ok and shed
	service  [2]times
	lag      times
}

// ready takes the memory that a load of the model needs, whatever it will
// measure: the kernel gives it now and not by the page while requests wait, and
// a long load, which sees rarer times, takes no more than a short one.
func (t *timing) ready(model record.Model) {
	needed := []*times{&t.response[record.OK]}
	if model == record.Open {
		needed = append(needed, &t.service[record.OK], &t.lag)
	}
	for _, one := range needed {
		one.histogram = newHistogram()
		one.histogram.Reset() // writes to all of it
	}
}

func (t *timing) add(r *Request) {
	if r.Sent != r.Intended && !t.late {
		t.part()
	}
	answered := r.Outcome == record.OK || r.Outcome == record.Shed
	if answered {
		t.response[r.Outcome].add(r.Response(), 1)
	}
	if !t.late {
		t.prompt++
		return
	}
	t.lag.add(r.Sent-r.Intended, 1)
	if answered {
		t.service[r.Outcome].add(r.Done-r.Sent, 1)
	}
}

// part keeps service time apart from now on.
func (t *timing) part() {
	t.late = true
	for i, response := range t.response {
		if !response.none() {
			t.service[i].prepare()
			t.service[i].merge(response)
		}
	}
	t.lag.add(0, t.prompt)
}

func (t *timing) merge(o *timing) {
	if o.late && !t.late {
		t.part()
	}
	if t.late && !o.late {
		o.part()
	}
	t.prompt += o.prompt
	t.lag.merge(o.lag)
	for i := range t.response {
		t.response[i].merge(o.response[i])
		t.service[i].merge(o.service[i])
	}
}

// serviced is the service times, wherever they are kept.
func (t *timing) serviced() [2]times {
	if t.late {
		return t.service
	}
	return t.response
}

// lags is how late the requests were sent.
func (t *timing) lags() times {
	if !t.late {
		t.lag.add(0, t.prompt)
	}
	return t.lag
}

// times are measured times: a histogram, made when it is first needed at the latest, and
// their sum, for a mean that is not rounded.
type times struct {
	histogram *hdrhistogram.Histogram
	sum       float64
}

// resolution is the shortest time that a histogram tells from none, in nanoseconds.
const resolution = 256

// newHistogram covers that to an hour at three significant digits.
func newHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(resolution, int64(time.Hour), 3)
}

// add records d n times, clamped to what the histogram holds.
func (t *times) add(d time.Duration, n int64) {
	if n == 0 {
		return
	}
	t.prepare()
	d = min(max(d, 0), time.Hour)
	t.sum += float64(d) * float64(n)
	_ = t.histogram.RecordValues(int64(d), n)
}

// none says whether nothing was measured.
func (t *times) none() bool { return t.histogram == nil || t.histogram.TotalCount() == 0 }

// prepare makes the histogram unless it is there.
func (t *times) prepare() {
	if t.histogram == nil {
		t.histogram = newHistogram()
	}
}

// merge adds what o measured, and may take over its histogram.
func (t *times) merge(o times) {
	switch {
	case o.none():
	case t.histogram == nil:
		*t = o
	default:
		t.histogram.Merge(o.histogram)
		t.sum += o.sum
	}
}
