package targets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// readJSON reads vegeta's "json" format: one object a line.
func readJSON(p *pile) error {
	for {
		line, err := p.in.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		r, err := p.object(line)
		if err == nil {
			err = p.add(r)
		}
		if err != nil {
			return p.in.fault(err)
		}
	}
}

// object reads one target.
func (p *pile) object(line string) (Request, error) {
	r := Request{Method: p.given.method, Weight: 1}
	in := json.NewDecoder(strings.NewReader(line))
	if start, err := in.Token(); err != nil || start != json.Delim('{') {
		return r, fmt.Errorf("want a JSON object on one line, found %s", quoted(firstWord(line)))
	}
	if err := members(in, func(key string) error { return p.key(&r, key, in) }); err != nil {
		return r, err
	}
	if _, err := in.Token(); err != io.EOF {
		return r, errors.New("more than one JSON object on the line")
	}
	return r, required(&r)
}

// members calls read for each key of the object that has just begun, to its
// end. The standard decoder would forgive a wrong case and a key that comes
// twice.
func members(in *json.Decoder, read func(key string) error) error {
	seen := map[string]bool{}
	for in.More() {
		token, err := in.Token()
		if err != nil {
			return fmt.Errorf("broken JSON: %w", err)
		}
		key := token.(string) // the decoder lets no other kind of key pass
		if seen[key] {
			return fmt.Errorf("key %s comes twice", quoted(key))
		}
		seen[key] = true
		if err := read(key); err != nil {
			return err
		}
	}
	if _, err := in.Token(); err != nil {
		return errors.New("broken JSON: the object does not end on its line")
	}
	return nil
}

func required(r *Request) error {
	if r.URL == "" {
		return errors.New(`key "url" is missing or empty`)
	}
	if r.Method == "" {
		return errors.New(`key "method" is missing or empty, and there is no --method`)
	}
	return nil
}

func (p *pile) key(r *Request, name string, in *json.Decoder) (err error) {
	switch name {
	case "method":
		err = in.Decode(&r.Method)
	case "url":
		err = in.Decode(&r.URL)
	case "body":
		if err = in.Decode(&r.Body); len(r.Body) == 0 {
			r.Body = nil // as in vegeta, an empty body is none
		}
	case "weight":
		if err = in.Decode(&r.Weight); err == nil && (r.Weight < 1 || r.Weight > MaxWeight) {
			return fmt.Errorf("weight %d: want 1 to %d", r.Weight, MaxWeight)
		}
	case "header":
		return p.header(r, in)
	default:
		return fmt.Errorf("unknown key %s: want method, url, header, body or weight", quoted(name))
	}
	if err != nil {
		return wrongValue(name, err)
	}
	return nil
}

func (p *pile) header(r *Request, in *json.Decoder) error {
	start, err := in.Token()
	if err != nil || start != nil && start != json.Delim('{') {
		return wrongValue("header", errors.New("no object"))
	}
	if start == nil {
		return nil
	}
	r.Header = http.Header{}
	return members(in, func(name string) error {
		var values []string
		if err := in.Decode(&values); err != nil {
			return wrongValue("header", err)
		}
		for i := range values {
			if values[i], err = p.from.value(name, values[i]); err != nil {
				return err
			}
		}
		r.Header[name] = values
		return nil
	})
}

// wrongValue says what the key wants. It does not quote what stands there,
// which may be a credential.
func wrongValue(name string, err error) error {
	want := map[string]string{
		"method": "a string", "url": "a string", "body": "a string in base64",
		"header": `an object of lists, as in {"Name": ["value"]}`, "weight": "a whole number",
	}[name]
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("key %q: is a %s, want %s", name, kind.Value, want)
	}
	return fmt.Errorf("key %q: want %s: %w", name, want, err)
}
