package cmd

import (
	"slices"
	"testing"
)

func TestVeiled(t *testing.T) {
	got := veiled([]string{
		"attack", "-H", "Authorization: Bearer sekret", "--header=X-Api-Key: abc", "-HCookie: a=b", "-H", "X: env:TOKEN", "-d", "password=x",
		"-d", "@body.txt", "--body=y", "--proxy", "http://u:p@127.0.0.1:1/", "--rate", "5", "http://to%6ben@127.0.0.1/a?b=c#access_token=z",
		"http://127.0.0.1:8080/a@b", "sim:queue?servers=8", "-", "127.0.0.1/?x=1&password=hunter2", "http://a/?to%6ben=t#f",
	})
	want := []string{
		"attack", "-H", "Authorization: [redacted]", "--header=X-Api-Key: [redacted]", "-HCookie: [redacted]", "-H", "X: env:TOKEN", "-d", "[redacted]",
		"-d", "@body.txt", "--body=[redacted]", "--proxy", "http://[redacted]@127.0.0.1:1/", "--rate", "5", "http://[redacted]@127.0.0.1/a?b=c#[redacted]",
		"http://127.0.0.1:8080/a@b", "sim:queue?servers=8", "-", "127.0.0.1/?x=1&password=[redacted]", "http://a/?to%6ben=[redacted]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}
