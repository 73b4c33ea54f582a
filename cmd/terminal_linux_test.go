package cmd

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// terminalPair opens a pseudo-terminal and gives the side that a program has.
func terminalPair(t *testing.T) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() }) //nolint:errcheck // a test's terminal
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() }) //nolint:errcheck // a test's terminal
	return terminal
}

// A terminal that nobody gave a size, as that of script(1) in a pipe, is a
// terminal all the same: it has the live line.
func TestTerminalOfUnknownWidth(t *testing.T) {
	terminal := terminalPair(t)
	if got := columns(&shared{w: terminal}); got != usual {
		t.Errorf("a terminal of unknown size has %d columns, want %d", got, usual)
	}
	if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 132}); err != nil {
		t.Fatal(err)
	}
	if got := columns(terminal); got != 132 {
		t.Errorf("%d columns, want 132", got)
	}
	pipe, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close() //nolint:errcheck // a test's pipe
	if got := columns(pipe); got != 0 {
		t.Errorf("a pipe has %d columns", got)
	}
}
