package cmd

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// secret reads a value given as env:NAME or file:PATH; in the clear it would
// be seen in the list of processes.
func secret(env *Env, reference string) (string, error) {
	kind, name, _ := strings.Cut(reference, ":")
	switch {
	case reference == "":
		return "", nil
	case kind == "env":
		if value := env.Getenv(name); value != "" {
			return value, nil
		}
		return "", fmt.Errorf("--credential: the environment has no %s", name)
	case kind == "file":
		text, err := os.ReadFile(name)
		if err != nil {
			return "", fmt.Errorf("--credential: %w", err)
		}
		return strings.TrimSpace(string(text)), nil
	}
	return "", errors.New("--credential: want env:NAME or file:PATH, so that it is not seen in the list of processes")
}
