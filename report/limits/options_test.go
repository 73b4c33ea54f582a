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
		"itself, case":   {limits.Options{Upstream: "LOCALHOST:81", Listen: "localhost:81"}, "itself"},
		"itself, name":   {limits.Options{Upstream: "LocalHost:81", Listen: "127.0.0.1:81"}, "itself"},
		"itself, IPv6":   {limits.Options{Upstream: "[::1]:81", Listen: "localhost:81"}, "itself"},
		"itself, spelt":  {limits.Options{Upstream: "[0:0::1]:81", Listen: "[::1]:81"}, "itself"},
		"itself, any":    {limits.Options{Upstream: "127.0.0.1:81", Listen: "0.0.0.0:81"}, "itself"},
		"octal":          {limits.Options{Upstream: "127.0.0.01:81"}, `host "127.0.0.01"`},
		"short":          {limits.Options{Upstream: "127.1:81"}, `host "127.1"`},
		"hexadecimal":    {limits.Options{Upstream: "0x7f.0.0.0x1:81"}, `host "0x7f.0.0.0x1"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := limits.ByHand(8, c.options)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want one with %s", err, c.want)
			}
		})
	}
}

func TestListenStepsAside(t *testing.T) {
	for _, upstream := range []string{"127.0.0.1:8000", "localhost:8000"} {
		if limit, err := limits.ByHand(8, limits.Options{Upstream: upstream}); err != nil || limit.Listen != "127.0.0.1:8001" {
			t.Errorf("%s: listens at %s, %v", upstream, limit.Listen, err)
		}
	}
	for _, upstream := range []string{"127.0.0.2:81", "a1:81", "10.0.0.1:81", "s3.x2.example:81"} {
		if _, err := limits.ByHand(8, limits.Options{Upstream: upstream, Listen: "127.0.0.1:81"}); err != nil {
			t.Errorf("%s: %v", upstream, err)
		}
	}
}

func TestLimitsOutOfRangeAreRefused(t *testing.T) {
	for _, n := range []int{-1, 0, limits.Most + 1} {
		if _, err := limits.ByHand(n, limits.Options{}); err == nil {
			t.Errorf("limit %d was taken", n)
		}
	}
}
