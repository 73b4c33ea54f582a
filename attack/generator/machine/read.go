package machine

import (
	"io/fs"
	"math"
	"strconv"
	"time"
)

// read is the file's text, "" where there is none.
func read(root fs.FS, name string) string {
	text, _ := fs.ReadFile(root, name)
	return string(text)
}

// duration is a count of units; 0 where the text is no count, and the longest
// duration where it is beyond that.
func duration(text string, unit time.Duration) time.Duration {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	if n > math.MaxInt64/int64(unit) {
		return math.MaxInt64
	}
	return time.Duration(n) * unit
}

// tick is the unit of processor time in /proc: USER_HZ is 100 wherever Go runs.
const tick = 10 * time.Millisecond
