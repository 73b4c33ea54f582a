package enginetest

import "sync"

// set is what a server saw, each once.
type set[T comparable] struct {
	mu sync.Mutex
	in map[T]bool
}

func newSet[T comparable]() *set[T] { return &set[T]{in: map[T]bool{}} }

func (s *set[T]) add(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.in[v] = true
}

func (s *set[T]) has(v T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.in[v]
}

func (s *set[T]) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.in)
}

func (s *set[T]) all() (out []T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for v := range s.in {
		out = append(out, v)
	}
	return out
}
