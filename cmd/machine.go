package cmd

import (
	"os"
	"runtime"
	"strings"
)

// cores is how many the process may use.
func cores() float64 { return float64(runtime.GOMAXPROCS(0)) }

// kernel is the release of the operating system's kernel; "" where it is not told.
func kernel() string {
	text, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// commandLine is what was typed, so that it can be typed again, secrets redacted.
func commandLine(env *Env, t *target) string {
	words := []string{"loadline"}
	for _, arg := range veiled(env.Args) {
		words = append(words, quoted(t.redact(arg)))
	}
	return strings.Join(words, " ")
}

// quoted is arg as a shell takes it.
func quoted(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,%@+", r)
	}
	if arg != "" && strings.IndexFunc(arg, func(r rune) bool { return !plain(r) }) < 0 {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}
