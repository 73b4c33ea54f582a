package cmd

import (
	"errors"
	"fmt"
	"io"
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
		return secretIn(name)
	}
	return "", errors.New("--credential: want env:NAME or file:PATH, so that it is not seen in the list of processes")
}

// largestSecret in bytes; servers take far less in a header.
const largestSecret = 64 << 10

func secretIn(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("--credential: %w", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(file, largestSecret+1))
	value := strings.TrimSpace(string(text))
	switch {
	case err != nil:
		return "", fmt.Errorf("--credential: %w", err)
	case len(text) > largestSecret:
		return "", fmt.Errorf("--credential: %s: larger than %d KiB", path, largestSecret>>10)
	case value == "":
		return "", fmt.Errorf("--credential: %s: is empty", path)
	}
	return value, nil
}
