package targets

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// spelling finds a secret in a text however it is written there: as it is, or
// escaped by Go's %q, JSON, a URL or HTML, once or more often.
type spelling struct{ letters []string } // a row of backslashes is one letter

func spell(secret string) (s spelling) {
	for secret != "" {
		size := len(secret) - len(strings.TrimLeft(secret, `\`))
		if size == 0 {
			_, size = utf8.DecodeRuneInString(secret)
		}
		s.letters = append(s.letters, secret[:size])
		secret = secret[size:]
	}
	return s
}

// begins is how many bytes at the start of text spell the secret; 0: it does
// not start so. Where an ellipsis cuts the text off, the secret's first letters
// are enough: faults do not quote everything.
func (s spelling) begins(text string) int {
	ends := []int{0}
	for i, letter := range s.letters {
		var next []int
		for _, end := range ends {
			for _, n := range ways(text[end:], letter) {
				next = append(next, end+n)
			}
		}
		if len(next) == 0 {
			return s.cut(text, i, slices.Max(ends))
		}
		slices.Sort(next)
		ends = slices.Compact(next)
	}
	return slices.Max(ends)
}

// cut is end where so many letters were spelled before an ellipsis.
func (s spelling) cut(text string, letters, end int) int {
	rest := strings.TrimLeft(text[end:], `\"'`)
	if letters >= shortest && (strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…")) {
		return end
	}
	return 0
}

// replace puts Redacted in the place of every secret, of the first that fits.
func replace(text string, secrets []spelling) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		n := 0
		for _, s := range secrets {
			if n = s.begins(text[i:]); n > 0 {
				out.WriteString(Redacted)
				break
			}
		}
		if n == 0 {
			n = 1
			out.WriteByte(text[i])
		}
		i += n
	}
	return out.String()
}
