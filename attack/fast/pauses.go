package fast

import (
	"container/heap"
	"time"
)

// pauses are the times at which paused places go on, the earliest first.
type pauses []time.Duration

func (p *pauses) push(until time.Duration) { heap.Push((*pauseHeap)(p), until) }
func (p *pauses) pop()                     { heap.Pop((*pauseHeap)(p)) }

type pauseHeap []time.Duration

func (h pauseHeap) Len() int           { return len(h) }
func (h pauseHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h pauseHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *pauseHeap) Push(x any)        { *h = append(*h, x.(time.Duration)) }

func (h *pauseHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
