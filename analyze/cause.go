package analyze

import (
	"fmt"
	"slices"
	"strings"

	"loadline/attack/record"
)

// sentences say in plain words what a class of failure means.
var sentences = map[string]string{
	"connection_refused": "the connection was refused: nothing listens there",
	"connection_reset":   "the connection was reset before an answer came",
	"connection_closed":  "the connection was closed before an answer came",
	"timeout":            "no answer came in time",
	"eof":                "the connection was closed before the answer was complete",
	"malformed":          "the answer is not what HTTP allows",
	"oversized":          "the answer's headers or body are larger than loadline takes",
	"unreachable":        "the host could not be reached",
	"redirect":           "the redirects were too many, or lead to where they may not",
	"proxy":              "the proxy refused",
	"socket":             "the unix socket is not there or may not be opened",
	"dns":                "the host's name could not be resolved",
	"tls":                "TLS could not be agreed on",
}

// succeeded says whether any request did; a run that sent nothing has not failed.
func succeeded(steps []record.Step) bool {
	for i := range steps {
		if steps[i].Counts.OK > 0 {
			return true
		}
	}
	return len(steps) == 0
}

// cutOff says that no request ended, because the run was stopped before.
func cutOff(steps []record.Step) bool {
	ended, abandoned := int64(0), int64(0)
	for i := range steps {
		ended, abandoned = ended+steps[i].Ended().Total(), abandoned+steps[i].Abandoned()
	}
	return ended == 0 && abandoned > 0
}

// ownFault says whether requests failed for want of something on the
// generator's machine.
func ownFault(steps []record.Step) bool {
	for i := range steps {
		for _, e := range steps[i].Errors {
			if slices.Contains([]string{"descriptors", "ports", "memory"}, e.Class) {
				return true
			}
		}
	}
	return false
}

// cause is why nothing succeeded, in a plain sentence.
func cause(steps []record.Step) string {
	classes, codes, total := map[string]int64{}, map[string]int64{}, int64(0)
	for i := range steps {
		total += steps[i].Ended().Total()
		for _, c := range steps[i].Errors {
			if c.Class != record.Interrupted {
				classes[c.Class] += c.Count
			}
		}
		for code, n := range steps[i].StatusCodes {
			codes[code] += n
		}
	}
	if total == 0 {
		return "no request was answered or failed"
	}
	class, failed := most(classes)
	code, answered := most(codes)
	switch {
	case answered > 0 && answered >= failed:
		return fmt.Sprintf("HTTP %s on %s requests", code, share(answered, total))
	case failed > 0:
		return fmt.Sprintf("%s (%s on %s requests)", sentence(class), class, share(failed, total))
	}
	return fmt.Sprintf("none of %d requests succeeded", total)
}

func share(n, total int64) string {
	if n == total {
		return fmt.Sprintf("all %d", total)
	}
	return fmt.Sprintf("%d of %d", n, total)
}

func sentence(class string) string {
	if s, known := sentences[class]; known {
		return s
	}
	return strings.ReplaceAll(class, "_", " ")
}

// most is the key with the largest count, the first of equals by name.
func most(counts map[string]int64) (key string, n int64) {
	keys := make([]string, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if counts[k] > n {
			key, n = k, counts[k]
		}
	}
	return key, n
}

// exampleOf is the text of the commonest failure, "" where none was kept.
func exampleOf(steps []record.Step) (text string) {
	most := int64(0)
	for i := range steps {
		for _, c := range steps[i].Errors {
			if c.Count > most && c.Class != record.Interrupted {
				text, most = c.Example, c.Count
			}
		}
	}
	return text
}
