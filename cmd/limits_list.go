package cmd

import (
	"fmt"
	"io"
	"text/tabwriter"

	"loadline/report/limits"
)

// listLimitFormats is --list: one line a format.
func listLimitFormats(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "FORMAT\tOVER THE LIMIT\tCOUNTS\tPROVEN BY")
	for _, format := range limits.Formats {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", format.Name, format.Over, format.Scope, format.Proof)
	}
	return table.Flush()
}
