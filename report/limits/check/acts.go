package check

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/lexer"
)

// Validators read a file to the point where it would be put to work, and some
// statements do their work by then: they load code, or open files to write.
// Our files have none of them. A file that has is not given to its validator.

// acts finds such a statement; "" where there is none.
type acts func(text []byte) string

var nginxActs = regexp.MustCompile(`^(load_module|include|.*log|pid|lock_file|ssl_engine|ssl_.*|.*_path|.*_store|.*lua.*|.*perl.*|js_.*|dav_.*|state|user|working_directory|env)$`)

func nginxActing(text []byte) string {
	for _, d := range directives(text) {
		name, rest := d.words[0], d.words[1:]
		switch {
		case strings.HasSuffix(name, "_log") && len(rest) == 1 && (rest[0] == "off" || rest[0] == "stderr"):
		case nginxActs.MatchString(name), name == "listen" && slices.ContainsFunc(rest, isSocket):
			return fmt.Sprintf("line %d: %s", d.line, strings.Join(d.words, " "))
		}
	}
	return ""
}

func isSocket(word string) bool { return strings.HasPrefix(word, "unix:") }

// lines finds a word in the lines of a file, whatever quotes and variables it is hidden behind.
func lines(words string) acts {
	found := regexp.MustCompile(words)
	hidden := regexp.MustCompile("[\"'`\\\\]|\\$\\{?[A-Za-z0-9_]*\\}?")
	return func(text []byte) string {
		for i, line := range bytes.Split(text, []byte("\n")) {
			if found.Match(hidden.ReplaceAll(line, nil)) {
				return fmt.Sprintf("line %d: %s", i+1, bytes.TrimSpace(line))
			}
		}
		return ""
	}
}

var (
	haproxyActing = lines(`(?i)lua|external-check|insecure-fork|^\s*(stats\s+socket|program)\b`)
	caddyActing   = lines(`(?i)^\s*(log|import|storage|tls|pki|events|exec|logging|acme\w*)\b`)
)

var envoyActs = regexp.MustCompile(`(?i)lua|wasm|golang|dynamic_module|library_path`)

// envoyActing looks for extensions that load code, in every word of the YAML
// as it is once escapes are read. It follows no aliases: those can multiply.
func envoyActing(text []byte) string {
	for _, token := range lexer.Tokenize(string(text)) {
		if word := envoyActs.FindString(token.Value); word != "" {
			return fmt.Sprintf("line %d: %s", token.Position.Line, word)
		}
	}
	return ""
}

// unless gives a file to its validator only where nothing in it acts.
func unless(acting acts, next validator) validator {
	return func(ctx context.Context, s subject) (Result, error) {
		if what := acting(s.text); what != "" {
			return s.unchecked("", "its validator would act on what is in it ("+what+"): run the validator yourself if you trust the file"), nil
		}
		return next(ctx, s)
	}
}
