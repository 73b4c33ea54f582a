package cmd

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"

	"loadline/report/text"
)

// shared is a writer that the command and its signals take turns on.
type shared struct {
	mu sync.Mutex
	w  io.Writer
}

// Write writes a message whole.
func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// usual is how wide a terminal is taken to be that does not know, as one that
// a program opened and nobody looks at through a window.
const usual = 80

// columns is the width of the terminal that w is; 0 where it is none.
func columns(w io.Writer) int {
	if turns, ok := w.(*shared); ok {
		w = turns.w
	}
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 {
		return usual
	}
	return width
}

// terminal is what stdout can show: colour only where somebody looks at it and
// did not ask for none (no-color.org).
func terminal(env *Env) text.Options {
	width := columns(env.Out)
	return text.Options{Width: width, Color: width > 0 && env.Getenv("NO_COLOR") == "" && env.Getenv("TERM") != "dumb"}
}
