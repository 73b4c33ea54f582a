package limits_test

import (
	"strings"
	"testing"

	"loadline/report/limits"
)

func TestOptionsAreRefusedByName(t *testing.T) {
	for name, c := range map[string]struct {
		options limits.Options
		want    string
	}{
		"space":          {limits.Options{Service: "my api"}, `service "my api"`},
		"quote":          {limits.Options{Service: `a"b`}, "service"},
		"semicolon":      {limits.Options{Service: "a;b"}, "service"},
		"brace":          {limits.Options{Service: "a}b"}, "service"},
		"newline":        {limits.Options{Service: "a\nb"}, `"a\nb"`},
		"last newline":   {limits.Options{Service: "a\n"}, "service"},
		"unicode":        {limits.Options{Service: "b\u00fccher"}, "service"},
		"upper case":     {limits.Options{Service: "Api"}, "a-z"},
		"digit first":    {limits.Options{Service: "1api"}, "service"},
		"long":           {limits.Options{Service: strings.Repeat("a", 64)}, "63"},
		"upstream":       {limits.Options{Upstream: "host"}, "host:port"},
		"upstream port":  {limits.Options{Upstream: "host:65536"}, `port "65536"`},
		"upstream zero":  {limits.Options{Upstream: "host:0"}, "port"},
		"upstream host":  {limits.Options{Upstream: "a b:80"}, `host "a b"`},
		"upstream break": {limits.Options{Upstream: "h;}:80"}, "upstream"},
		"no host":        {limits.Options{Upstream: ":80"}, "host"},
		"listen":         {limits.Options{Listen: "8000"}, "listen"},
		"zone":           {limits.Options{Listen: "[fe80::1%lo]:80"}, "listen"},
		"relative":       {limits.Options{HealthPath: "healthz"}, "health path"},
		"root":           {limits.Options{HealthPath: "/"}, "health path"},
		"dots":           {limits.Options{HealthPath: "/../x"}, "health path"},
		"escape":         {limits.Options{HealthPath: "/%2e"}, "health path"},
		"query":          {limits.Options{HealthPath: "/h?x"}, "health path"},
		"path break":     {limits.Options{HealthPath: "/h {"}, "health path"},
		"path newline":   {limits.Options{HealthPath: "/h\n"}, "health path"},
		"path unicode":   {limits.Options{HealthPath: "/gr\u00fcn"}, "health path"},
		"proxies":        {limits.Options{Proxies: -1}, "proxies -1"},
		"workers":        {limits.Options{Workers: limits.Most + 1}, "workers"},
		"queue":          {limits.Options{Queue: -1}, "queue -1"},
		"status":         {limits.Options{RejectStatus: 500}, "503 or 429"},
		"itself":         {limits.Options{Upstream: "h:1", Listen: "h:1"}, "itself"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := limits.ByHand(8, c.options)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want one with %s", err, c.want)
			}
		})
	}
}

func TestLimitsOutOfRangeAreRefused(t *testing.T) {
	for _, n := range []int{-1, 0, limits.Most + 1} {
		if _, err := limits.ByHand(n, limits.Options{}); err == nil {
			t.Errorf("limit %d was taken", n)
		}
	}
}
