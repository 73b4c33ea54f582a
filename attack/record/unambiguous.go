package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// unambiguous refuses a key that comes twice in an object of a JSON text, the
// case aside: the decoder would take the last, and a reader the first.
func unambiguous(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	var open []*object
	for {
		token, err := in.Token()
		if err != nil {
			return nil // the end: the text was decoded before
		}
		at := len(open) - 1
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				open = append(open, begun(token))
				continue
			}
			open = open[:at]
		case string:
			if at >= 0 && open[at].wantsKey() {
				if open[at].repeats(token) {
					return fmt.Errorf("line %d: key %q comes twice", lineAt(text, in.InputOffset()), token)
				}
				continue
			}
		}
		if len(open) > 0 {
			open[len(open)-1].valued()
		}
	}
}

// object is one that is being read, or a list, which has no keys.
type object struct {
	seen map[string]bool // nil in a list
	key  bool            // a key has come and its value has not
}

func begun(delim json.Delim) *object {
	if delim == '[' {
		return &object{}
	}
	return &object{seen: map[string]bool{}}
}

func (o *object) wantsKey() bool { return o.seen != nil && !o.key }

func (o *object) valued() { o.key = false }

// repeats takes a key, and says whether the decoder would take it for one that
// was there.
func (o *object) repeats(key string) bool {
	folded := strings.ToLower(strings.ToUpper(key))
	before := o.seen[folded]
	o.seen[folded], o.key = true, true
	return before
}
