package check

import "strings"

// directive is one statement of an nginx configuration.
type directive struct {
	words []string // without quotes and escapes, as nginx understands them
	line  int
	opens int // where the block begins, behind its brace; 0: there is none
}

// directives reads a configuration as nginx does (ngx_conf_read_token). What
// is broken it reads as far as it goes: nginx says what is wrong.
func directives(text []byte) (all []directive) {
	l := reader{text: text, line: 1}
	current := directive{}
	for {
		word, end := l.next()
		if word != nil {
			if len(current.words) == 0 {
				current.line = l.line
			}
			current.words = append(current.words, *word)
			continue
		}
		if end == '{' {
			current.opens = l.at
		}
		if len(current.words) > 0 {
			all = append(all, current)
		}
		if end == 0 {
			return all
		}
		current = directive{}
	}
}

type reader struct {
	text []byte
	at   int
	line int
}

// next is a word, or what ends a statement: ; { } or 0 at the end.
func (l *reader) next() (word *string, end byte) {
	for ; l.at < len(l.text); l.at++ {
		switch c := l.text[l.at]; c {
		case '\n':
			l.line++
		case ' ', '\t', '\r':
		case '#':
			for l.at+1 < len(l.text) && l.text[l.at+1] != '\n' {
				l.at++
			}
		case ';', '{', '}':
			l.at++
			return nil, c
		case '"', '\'':
			l.at++
			return l.word(string(c)), 0
		default:
			return l.word(""), 0
		}
	}
	return nil, 0
}

// word reads to the quote, or to what ends a word without one.
func (l *reader) word(quote string) *string {
	var out strings.Builder
	for ; l.at < len(l.text); l.at++ {
		c := l.text[l.at]
		switch {
		case c == '\\' && l.at+1 < len(l.text):
			l.at++
			c = l.escaped(&out)
		case quote != "" && c == quote[0]:
			l.at++
			word := out.String()
			return &word
		case quote == "" && strings.IndexByte(" \t\r\n;", c) >= 0,
			quote == "" && c == '{' && !strings.HasSuffix(out.String(), "$"):
			word := out.String()
			return &word
		}
		if l.text[l.at] == '\n' {
			l.line++
		}
		out.WriteByte(c)
	}
	word := out.String()
	return &word
}

// escaped is the letter that stands for a backslash and what follows; where
// the two stand for themselves, the backslash is written.
func (l *reader) escaped(out *strings.Builder) byte {
	switch c := l.text[l.at]; c {
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'n':
		return '\n'
	case '"', '\'', '\\':
		return c
	default:
		out.WriteByte('\\')
		return c
	}
}
