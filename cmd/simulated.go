package cmd

import (
	"fmt"
	"strings"

	"loadline/targets/simulate"
)

// simulatedHelp is the table of a simulated service's keys.
func simulatedHelp() string {
	var b strings.Builder
	b.WriteString("Simulated services, sim:queue?key=value&…:\n")
	for _, key := range simulate.Keys() {
		text := key.Meaning + " (" + key.Range
		if key.Default != "" {
			text += "; default " + key.Default
		}
		fmt.Fprintf(&b, "  %-13s %s)\n", key.Name, text)
	}
	return b.String()
}
