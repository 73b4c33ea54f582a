package html

import "regexp"

// piece is a part of a sentence; a whole one is not broken between lines.
type piece struct {
	Text  string
	Whole bool
}

// interval is what stands in parentheses without a space: "(194-201)".
var interval = regexp.MustCompile(`\([^()\s]+\)`)

// pieces cuts a sentence so that no line ends within an interval.
func pieces(sentence string) []piece {
	var out []piece
	from := 0
	for _, at := range interval.FindAllStringIndex(sentence, -1) {
		out = append(out, piece{Text: sentence[from:at[0]]}, piece{Text: sentence[at[0]:at[1]], Whole: at[1]-at[0] < 24})
		from = at[1]
	}
	return append(out, piece{Text: sentence[from:]})
}
