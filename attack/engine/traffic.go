package engine

import (
	"maps"
	"time"

	"loadline/attack/record"
)

// Traffic is what an engine counted of its connections since it was made.
type Traffic struct {
	Opened, Reused    int64 // connections made, and requests sent on one that had carried another
	BytesIn, BytesOut int64
	Protocol          string           // as negotiated: "HTTP/1.1", "HTTP/2.0"
	Hits              map[string]int64 // connections opened, by address
	Missed            map[string]Miss  // addresses that could not be reached, and were passed over
	Connect           time.Duration    // median time to open one of the last connections; 0: none was
	Waits             int64            // requests that waited for a connection or a stream
	Waited            time.Duration    // by all of them together
	Slots             int              // requests that the connections carry at once; 0: as many as are asked
}

// Miss is how often an address could not be reached, and the class of the
// last failure.
type Miss struct {
	Count int64
	Class string
}

// Meter is an engine that counts its traffic. It may be asked while it sends.
type Meter interface {
	Traffic() Traffic
}

// Since is the traffic after an earlier count.
func (t Traffic) Since(before Traffic) Traffic {
	t.Opened -= before.Opened
	t.Reused -= before.Reused
	t.BytesIn -= before.BytesIn
	t.BytesOut -= before.BytesOut
	t.Waits -= before.Waits
	t.Waited -= before.Waited
	hits := maps.Clone(t.Hits)
	for address, n := range before.Hits {
		hits[address] -= n
	}
	maps.DeleteFunc(hits, func(_ string, n int64) bool { return n == 0 })
	t.Hits = hits
	t.Missed = maps.Clone(t.Missed)
	for address, miss := range before.Missed {
		t.Missed[address] = Miss{t.Missed[address].Count - miss.Count, t.Missed[address].Class}
	}
	maps.DeleteFunc(t.Missed, func(_ string, m Miss) bool { return m.Count == 0 })
	return t
}

// Connections is the traffic as a step records it.
func (t Traffic) Connections() *record.Connections {
	c := &record.Connections{
		Opened: t.Opened, Reused: t.Reused, Protocol: t.Protocol, Hits: t.Hits,
		BytesIn: t.BytesIn, BytesOut: t.BytesOut,
	}
	for address, miss := range t.Missed {
		if c.Missed == nil {
			c.Missed = map[string]int64{}
		}
		c.Missed[address] = miss.Count
	}
	if t.Connect > 0 {
		c.Connect = record.SpanOf(t.Connect)
	}
	return c
}
