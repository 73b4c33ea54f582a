package targets

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ways are the lengths of all beginnings of text that spell the letter.
func ways(text, letter string) (lengths []int) {
	if text == "" {
		return nil
	}
	r, _ := utf8.DecodeRuneInString(letter)
	switch text[0] {
	case '\\':
		lengths = backslashed(text, letter, r)
	case '%':
		lengths = percented(text, letter, 0)
	case '&':
		lengths = entity(text, r)
	case '+':
		lengths = when(letter == " ", 1)
	case '?':
		lengths = when(!unicode.IsPrint(r), 1)
	}
	if letter[0] != '\\' && strings.HasPrefix(text, letter) {
		lengths = append(lengths, len(letter))
	}
	return lengths
}

func when(condition bool, length int) []int {
	if condition {
		return []int{length}
	}
	return nil
}

// backslashed are the forms of Go and JSON, escaped any number of times.
func backslashed(text, letter string, r rune) (lengths []int) {
	rest := strings.TrimLeft(text, `\`)
	row := len(text) - len(rest)
	if letter[0] == '\\' {
		return []int{row}
	}
	forms := []string{letter, fmt.Sprintf("u%04x", r), fmt.Sprintf("U%08x", r), fmt.Sprintf("x%02x", letter[0])}
	for _, form := range forms {
		if hasPrefixFold(rest, form) {
			lengths = append(lengths, row+len(form))
		}
	}
	if short := strings.IndexRune("\a\b\f\n\r\t\v", r); short >= 0 && hasPrefixFold(rest, "abfnrtv"[short:short+1]) {
		lengths = append(lengths, row+1)
	}
	return lengths
}

// percented are the bytes of the letter as in a URL, escaped any number of times.
func percented(text, letter string, taken int) (lengths []int) {
	if letter == "" {
		return []int{taken}
	}
	rest, ok := strings.CutPrefix(text[taken:], "%")
	for again := ok; again; rest, again = strings.CutPrefix(rest, "25") {
		if hasPrefixFold(rest, fmt.Sprintf("%02x", letter[0])) {
			lengths = append(lengths, percented(text, letter[1:], len(text)-len(rest)+2)...)
		}
	}
	return lengths
}

var named = map[rune]string{'"': "quot;", '&': "amp;", '<': "lt;", '>': "gt;", '\'': "apos;"}

// entity are the forms of HTML, escaped any number of times.
func entity(text string, r rune) (lengths []int) {
	rest, ok := strings.CutPrefix(text, "&")
	for again := ok; again; rest, again = strings.CutPrefix(rest, "amp;") {
		for _, form := range []string{strconv.FormatInt(int64(r), 10) + ";", fmt.Sprintf("x%x;", r)} {
			if end, ok := numbered(rest, form); ok {
				lengths = append(lengths, len(text)-len(end))
			}
		}
		if name := named[r]; name != "" && strings.HasPrefix(rest, name) {
			lengths = append(lengths, len(text)-len(rest)+len(name))
		}
	}
	return lengths
}

// numbered is what follows a character reference like "#039;" or "#x27;".
func numbered(text, form string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, "#")
	if hasPrefixFold(rest, "x") && form[0] == 'x' {
		rest, form = rest[1:], form[1:]
	}
	rest = strings.TrimLeft(rest, "0")
	if !ok || !hasPrefixFold(rest, form) {
		return "", false
	}
	return rest[len(form):], true
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}
