package text

import (
	"fmt"
	"strings"

	"loadline/report"
	"loadline/report/units"
)

// StepLine is a step in one line, for progress while the run lasts:
//
//	probe       8 in flight  goodput 195/s  p50 40ms  p99 45ms  shed 2%
//
// What was not measured and shares of nothing are left out.
func StepLine(step *report.Measured) string {
	row := report.StepRow(step)
	cell := map[string]string{}
	for i, c := range row.Columns {
		cell[c.Head] = clean(row.Rows[0][i])
	}
	line := fmt.Sprintf("%-9s  %12s  goodput %8s", cell["phase"], cell["load"], cell["goodput"])
	for _, name := range []string{"p50", "p99", "shed", "failed"} {
		if v := cell[name]; v != units.Missing && v != "0%" {
			line += "  " + name + " " + v
		}
	}
	if cell["remark"] != "" {
		line += "  [" + cell["remark"] + "]"
	}
	return strings.TrimRight(line, " ")
}
