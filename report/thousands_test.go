package report

import "testing"

func TestThousands(t *testing.T) {
	for text, want := range map[string]string{
		"1032 of 25613 scheduled requests were never sent": "1,032 of 25,613 scheduled requests were never sent",
		"in flight (--max-in-flight 1000): later":          "in flight (--max-in-flight 1000): later",
		"dial 127.0.0.1:18471 failed":                      "dial 127.0.0.1:18471 failed",
		"at 1498/s the p99 of the lag was 1.2ms":           "at 1,498/s the p99 of the lag was 1.2ms",
		"999 requests, 1.2345 of a core, A1234 of":         "999 requests, 1.2345 of a core, A1234 of",
	} {
		if got := thousands(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
