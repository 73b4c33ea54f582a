package simulate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// integer is a key that takes a whole number from low to high.
func integer(name, def string, low, high int, meaning string, field func(*Spec) *int) key {
	return key{
		Key{name, def, fmt.Sprintf("a whole number from %d to %d", low, high), meaning},
		func(s *Spec, text string) bool {
			n, err := strconv.Atoi(text)
			*field(s) = n
			return err == nil && n >= low && n <= high
		},
	}
}

// waitingRoom is a whole number, or the word for no end.
func waitingRoom(name, def string, high int, meaning string, field func(*Spec) *int) key {
	k := integer(name, def, 0, high, meaning, field)
	number := k.set
	k.Range += ", or unbounded"
	k.set = func(s *Spec, text string) bool {
		if text == "unbounded" {
			*field(s) = Unbounded
			return true
		}
		return number(s, text)
	}
	return k
}

// status is a key that takes one of the two answers that shed load.
func status(name, def, meaning string, field func(*Spec) *int) key {
	k := integer(name, def, 429, 503, meaning, field)
	number := k.set
	k.Range = "503 or 429"
	k.set = func(s *Spec, text string) bool {
		return number(s, text) && (*field(s) == 429 || *field(s) == 503)
	}
	return k
}

// ratio is a key that takes a number from low to high.
func ratio(name, def string, low, high float64, meaning string, field func(*Spec) *float64) key {
	return key{
		Key{name, def, "a number from " + plain(low) + " to " + plain(high), meaning},
		func(s *Spec, text string) bool {
			x, err := strconv.ParseFloat(text, 64)
			*field(s) = x
			return err == nil && !math.IsNaN(x) && x >= low && x <= high
		},
	}
}

func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// spread is a ratio whose default depends on another key.
func spread(name string, low, high float64, meaning string, field func(*Spec) *float64) key {
	k := ratio(name, "auto", low, high, meaning, field)
	number := k.set
	k.set = func(s *Spec, text string) bool {
		if text == "auto" {
			*field(s) = unset
			return true
		}
		return number(s, text)
	}
	return k
}

// span is a key that takes a duration from low to high, with its unit.
func span(name, def string, low, high time.Duration, meaning string, field func(*Spec) *time.Duration) key {
	return key{
		Key{name, def, fmt.Sprintf("a duration with its unit from %s to %s", short(low), short(high)), meaning},
		func(s *Spec, text string) bool {
			d, err := time.ParseDuration(text)
			*field(s) = d
			return err == nil && d >= low && d <= high
		},
	}
}

// short leaves out the zeros that time.Duration prints: "10m0s" is "10m".
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// word is a key that takes one of a few words.
func word(name, def string, words []string, meaning string, field func(*Spec) *string) key {
	return key{
		Key{name, def, "one of " + strings.Join(words, ", "), meaning},
		func(s *Spec, text string) bool {
			*field(s) = text
			return slices.Contains(words, text)
		},
	}
}
