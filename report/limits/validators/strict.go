package validators

import (
	"bytes"
	"errors"
	"fmt"

	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// Documents are the documents of a YAML stream.
func Documents(text []byte) [][]byte { return bytes.Split(text, []byte("\n---\n")) }

// Strictly decodes one document as Kubernetes does with strict field
// validation: unknown, doubled and differently cased fields are errors.
func Strictly(text []byte, into any) error {
	converted, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return err
	}
	strict, err := json.UnmarshalStrict(converted, into)
	return errors.Join(append(strict, err)...)
}

// Is compares an object's kind with what the format is meant to write.
func Is(apiVersion, kind, wantVersion, wantKind string) error {
	if apiVersion != wantVersion || kind != wantKind {
		return fmt.Errorf("it is %s %s, want %s %s", apiVersion, kind, wantVersion, wantKind)
	}
	return nil
}
