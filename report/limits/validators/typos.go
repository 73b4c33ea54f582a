package validators

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// Typo is a file with one letter of one key changed.
type Typo struct {
	Path string // of the key, as spec.host
	Key  string // as it reads now
	Text []byte
}

// Typos are all one-letter typos in all keys of a YAML file, except those
// keys under the paths of free, which are names that the user chooses.
func Typos(t testing.TB, text []byte, free ...string) []Typo {
	t.Helper()
	var all []Typo
	for _, key := range keys(t, text) {
		if !chosen(key.path, free) {
			all = append(all, key.typos(text)...)
		}
	}
	if len(all) == 0 {
		t.Fatal("no key was found")
	}
	return all
}

func chosen(path string, free []string) bool {
	for _, pattern := range free {
		if parent, ok := strings.CutSuffix(pattern, ".*"); ok && strings.HasPrefix(path, parent+".") && !strings.Contains(path[len(parent)+1:], ".") {
			return true
		}
	}
	return false
}

// key is a key of a mapping and where it stands in the text.
type key struct {
	path, text   string
	line, column int // from 1, of the first letter
}

func keys(t testing.TB, text []byte) []key {
	t.Helper()
	var all []key
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		all = walk(all, "", &document)
	}
}

func walk(all []key, path string, node *yaml.Node) []key {
	if node.Kind != yaml.MappingNode {
		for _, child := range node.Content {
			all = walk(all, path, child)
		}
		return all
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		name := node.Content[i]
		at := strings.TrimPrefix(path+"."+strings.ReplaceAll(name.Value, ".", "_"), ".")
		column := name.Column
		if name.Style == yaml.DoubleQuotedStyle {
			column++
		}
		all = append(all, key{at, name.Value, name.Line, column})
		all = walk(all, at, node.Content[i+1])
	}
	return all
}

// typos change each letter in turn.
func (k key) typos(text []byte) []Typo {
	lines := bytes.SplitAfter(text, []byte("\n"))
	start := k.column - 1
	for _, line := range lines[:k.line-1] {
		start += len(line)
	}
	var all []Typo
	for i := range len(k.text) {
		if !strings.Contains("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", k.text[i:i+1]) {
			continue
		}
		changed := bytes.Clone(text)
		changed[start+i] = 'q'
		if text[start+i] == 'q' {
			changed[start+i] = 'z'
		}
		all = append(all, Typo{k.path, string(changed[start : start+len(k.text)]), changed})
	}
	return all
}

// Catches asserts that a validator accepts every variant of a format and
// refuses every typo in those of limit 8; the others have the same keys.
func Catches(t *testing.T, format string, validate func(Variant, []byte) error, free ...string) {
	t.Helper()
	for _, variant := range Variants(t, format) {
		if err := validate(variant, variant.Text); err != nil {
			t.Errorf("%s is refused: %v\n%s", variant.Name, err, variant.Text)
			continue
		}
		if variant.Limit.InFlight != 8 {
			continue
		}
		for _, typo := range Typos(t, variant.Text, free...) {
			if validate(variant, typo.Text) == nil {
				t.Errorf("%s: %s instead of %s is accepted", variant.Name, typo.Key, typo.Path)
			}
		}
	}
}
