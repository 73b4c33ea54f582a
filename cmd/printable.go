package cmd

import (
	"strings"
	"unicode"
)

// printable takes out of a text what could act on a terminal: escapes and
// other control characters, which a hostile service can put into an error.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return '\uFFFD'
	}, text)
}

// oneLine is printable without line breaks, for names of files.
func oneLine(text string) string {
	return strings.NewReplacer("\n", "\uFFFD", "\t", "\uFFFD").Replace(printable(text))
}
