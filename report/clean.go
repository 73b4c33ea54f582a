package report

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is the number of runes after which a text from outside is cut: the
// texts are URLs, error examples and warnings, and a service can make them
// as long as it likes.
const longest = 400

// line makes a text from outside fit for one line of any medium: escapes that
// would act on a terminal, line breaks, and characters that turn the reading
// direction are written out as Go writes them; what is too long is cut.
func line(s string) string {
	s = strings.TrimSpace(s)
	var b strings.Builder
	for i, n := 0, 0; i < len(s); n++ {
		if n == longest {
			b.WriteString("...")
			break
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		b.WriteString(printable(r, s[i:i+size]))
		i += size
	}
	return b.String()
}

func printable(r rune, raw string) string {
	if r == utf8.RuneError && len(raw) == 1 {
		return `\x` + strconv.FormatUint(uint64(raw[0]), 16)
	}
	if unicode.IsPrint(r) {
		return raw
	}
	quoted := strconv.QuoteRune(r)
	return quoted[1 : len(quoted)-1]
}

// short cuts a text for a table's cell.
func short(s string, runes int) string {
	r := []rune(line(s))
	if len(r) <= runes {
		return string(r)
	}
	return string(r[:runes-3]) + "..."
}
