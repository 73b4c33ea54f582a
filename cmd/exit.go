package cmd

import (
	"errors"
	"fmt"
	"strings"
)

// exitCode is what the process tells its caller; every command uses the same.
type exitCode int

const (
	exitOK          exitCode = 0
	exitInternal    exitCode = 1
	exitUsage       exitCode = 2
	exitFailed      exitCode = 3
	exitNoCapacity  exitCode = 4
	exitUntrusted   exitCode = 5
	exitInterrupted exitCode = 130
)

// exitCodes is the registry, in the words of every help text and of the README.
var exitCodes = []struct {
	code    exitCode
	meaning string
}{
	{exitOK, "done; found; check passed"},
	{exitInternal, "internal error, or a file could not be read or written"},
	{exitUsage, "usage: bad flag, bad target file. Nothing was sent"},
	{exitFailed, "the service failed the check (SLO, gate, verify, audit)"},
	{exitNoCapacity, "no capacity: unreachable, or nothing succeeded. No limit is written, an older file stays as it was"},
	{exitUntrusted, "not trustworthy: the generator or the machine's noise was the limit"},
	{exitInterrupted, "interrupted; the partial result was saved"},
}

// exitHelp is the registry as the last part of a help text.
func exitHelp() string {
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, "  %3d  %s\n", e.code, e.meaning)
	}
	return b.String()
}

// exitError ends the process with a code. A nil err means that all has been
// said already.
type exitError struct {
	code exitCode
	err  error
	hint string // what the user can do about it
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usage is a fault in what was typed or in a file it names; nothing was sent.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code: exitUsage, err: err}
}

// usagef is usage of a formatted error.
func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// withHint says what the user can do about err.
func withHint(err error, hint string) error {
	if known, ok := errors.AsType[*exitError](err); ok {
		return &exitError{code: known.code, err: known.err, hint: hint}
	}
	return &exitError{code: exitInternal, err: err, hint: hint}
}

// ended is a code without a message.
func ended(code exitCode) error {
	if code == exitOK {
		return nil
	}
	return &exitError{code: code}
}

// also adds a later error to err; a code without a message gives way to it.
func also(err, later error) error {
	if later == nil {
		return err
	}
	if known, ok := errors.AsType[*exitError](err); ok && known.err == nil {
		return later
	}
	return errors.Join(err, later)
}
