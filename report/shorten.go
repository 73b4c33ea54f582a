package report

import (
	"maps"
	"slices"
	"strings"

	"loadline/attack/record"
)

func shortErrors(classes []record.ErrorClass) []record.ErrorClass {
	out := slices.Clone(classes[:min(len(classes), mostClasses)])
	for i := range out {
		out[i].Class, out[i].Example = cut(out[i].Class), cut(out[i].Example)
	}
	return out
}

func shortTexts(texts []string) []string {
	out := slices.Clone(texts[:min(len(texts), mostClasses)])
	for i := range out {
		out[i] = cut(out[i])
	}
	return out
}

func shortFindings(findings []record.Finding) []record.Finding {
	out := slices.Clone(findings[:min(len(findings), 4*mostClasses)])
	for i := range out {
		out[i].Kind, out[i].Text, out[i].Evidence = cut(out[i].Kind), cut(out[i].Text), cut(out[i].Evidence)
	}
	return out
}

func shortConns(c *record.Connections) *record.Connections {
	if c == nil {
		return nil
	}
	out := *c
	out.Hits, out.Protocol = mostFrequent(c.Hits), cut(c.Protocol)
	return &out
}

func mostFrequent(counts map[string]int64) map[string]int64 {
	if len(counts) <= mostClasses {
		return counts
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if counts[a] != counts[b] {
			return int(min(max(counts[b]-counts[a], -1), 1))
		}
		if a < b {
			return -1
		}
		return 1
	})
	out := map[string]int64{}
	for _, k := range keys[:mostClasses] {
		out[cut(k)] = counts[k]
	}
	return out
}

// cut is the start of a text, whole characters only.
func cut(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.ToValidUTF8(s[:min(len(s), mostText)], "")
}
