package fast

import (
	"maps"
	"slices"
	"sync"
	"time"

	"loadline/attack/engine"
	"loadline/attack/fast/poll"
)

// traffic is what a loop has counted since it was made.
type traffic struct {
	opens, reused int64
	in, out       int64
	waits         int64         // requests that waited for a connection
	waited        time.Duration // by all of them
	hits          map[string]int64
	missed        map[string]engine.Miss
	misses        int64              // all of missed
	took          [101]time.Duration // to open the last connections
	mean          time.Duration      // service time of the last responses, more or less
}

func (t *traffic) opened(address poll.Address, took time.Duration) {
	t.hits[address.String()]++
	t.took[t.opens%int64(len(t.took))] = took
	t.opens++
}

// miss counts an address that could not be reached.
func (t *traffic) miss(address poll.Address, err error) {
	_, class, _ := engine.Classify(err)
	t.misses++
	t.missed[address.String()] = engine.Miss{Count: t.missed[address.String()].Count + 1, Class: class}
}

// served keeps a moving average of service times: each counts for an eighth.
func (t *traffic) served(took time.Duration) {
	if t.mean == 0 {
		t.mean = took
	}
	t.mean += (took - t.mean) / 8
}

// service is about one service time; 0: none is known.
func (t *traffic) service() time.Duration { return t.mean }

// published is a copy of a loop's traffic that anybody may read.
type published struct {
	mu sync.Mutex
	traffic
	took []time.Duration
}

func (p *published) set(t *traffic) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.opens != t.opens {
		p.hits = maps.Clone(t.hits)
		p.took = append(p.took[:0], t.took[:min(t.opens, int64(len(t.took)))]...)
	}
	if p.misses != t.misses {
		p.missed, p.misses = maps.Clone(t.missed), t.misses
	}
	p.opens, p.reused, p.in, p.out = t.opens, t.reused, t.in, t.out
	p.waits, p.waited = t.waits, t.waited
}

func (p *published) addTo(all *engine.Traffic) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all.Opened += p.opens
	all.Reused += p.reused
	all.BytesIn += p.in
	all.BytesOut += p.out
	all.Waits += p.waits
	all.Waited += p.waited
	for address, n := range p.hits {
		all.Hits[address] += n
	}
	for address, miss := range p.missed {
		all.Missed[address] = engine.Miss{Count: all.Missed[address].Count + miss.Count, Class: miss.Class}
	}
	if len(p.took) > 0 {
		took := slices.Sorted(slices.Values(p.took))
		all.Connect = max(all.Connect, took[len(took)/2])
	}
}
