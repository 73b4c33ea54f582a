package cmd

import (
	"io"
	"os"

	"golang.org/x/term"

	"loadline/report/text"
)

// columns is the width of the terminal that w is; 0 where it is none.
func columns(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// terminal is what stdout can show: colour only where somebody looks at it and
// did not ask for none (no-color.org).
func terminal(env *Env) text.Options {
	width := columns(env.Out)
	return text.Options{Width: width, Color: width > 0 && env.Getenv("NO_COLOR") == "" && env.Getenv("TERM") != "dumb"}
}
