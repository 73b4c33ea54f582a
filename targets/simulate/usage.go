package simulate

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// UsageError is a spec that says something impossible: the mistake of whoever
// typed it, not a fault of the program.
type UsageError struct {
	Key   string // "" where the spec as a whole is at fault
	Value string
	Want  string // the range, in words
}

// Error names the key, the value and the range.
func (e *UsageError) Error() string {
	if e.Key == "" {
		return fmt.Sprintf("simulated target %q: want %s", e.Value, e.Want)
	}
	return fmt.Sprintf("simulated target: %s=%s: want %s", e.Key, e.Value, e.Want)
}

// unknown is the error for the first of the keys that are left.
func unknown(values url.Values) error {
	name := slices.Sorted(maps.Keys(values))[0]
	var names []string
	for _, k := range table {
		names = append(names, k.Name)
	}
	want := "one of the keys " + strings.Join(names, ", ")
	for _, likely := range names {
		if name != "" && (strings.HasPrefix(likely, name) || strings.HasPrefix(name, likely)) {
			want = "a known key (did you mean " + likely + "?)"
		}
	}
	return &UsageError{Key: name, Value: values.Get(name), Want: want}
}
