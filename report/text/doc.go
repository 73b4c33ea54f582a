// Package text renders a report for terminals, pipes and logs: the verdict in
// sentences, the step table, the findings. No line is as wide as the terminal,
// and nothing a service sent can act on it.
package text
