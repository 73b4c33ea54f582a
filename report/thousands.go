package report

import (
	"regexp"
	"strconv"

	"loadline/report/units"
)

// counted is a whole number of things or per second, as "1032 requests",
// "2613 scheduled" or "1498/s"; a port or a year stands elsewhere in a sentence.
var counted = regexp.MustCompile(`(^|[ (\[])(\d{4,18})( [a-z]|/s)`)

// thousands separates the digits of what a text counts, so that a number looks
// as it does in the summary above it.
func thousands(text string) string {
	return counted.ReplaceAllStringFunc(text, func(found string) string {
		part := counted.FindStringSubmatch(found)
		n, err := strconv.ParseInt(part[2], 10, 64)
		if err != nil {
			return found
		}
		return part[1] + units.Count(n) + part[3]
	})
}
