package text

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"
)

// clean writes out whatever could act on a terminal. The report has done so
// already; a terminal is worth a second look.
func clean(s string) string {
	if strings.IndexFunc(s, hostile) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hostile(r) {
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func hostile(r rune) bool { return !unicode.IsPrint(r) }

// wrap breaks a text between words so that no line is wider than limit, the
// later ones with indent columns to spare; a word that is wider is broken.
// A limit of 0 is none.
func wrap(text string, limit, indent int) []string {
	if limit <= 0 {
		return []string{text}
	}
	room := limit
	lines, current := []string{}, ""
	flush := func() {
		lines, current, room = append(lines, current), "", max(limit-indent, 1)
	}
	for _, word := range strings.Fields(text) {
		if current != "" && width(current)+1+width(word) > room {
			flush()
		}
		for width(word) > room {
			head := prefix(word, room)
			current, word = head, word[len(head):]
			flush()
		}
		if current != "" {
			current += " "
		}
		current += word
	}
	if current != "" {
		flush()
	}
	return lines
}

// prefix is the longest start of s that fits, at least one character of it.
func prefix(s string, columns int) string {
	end, used := 0, 0
	graphemes := displaywidth.StringGraphemes(s)
	for graphemes.Next() {
		used += graphemes.Width()
		if used > columns && end > 0 {
			break
		}
		end += len(graphemes.Value())
	}
	return s[:end]
}

func width(s string) int { return displaywidth.String(s) }
