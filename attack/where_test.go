package attack

import (
	"context"
	"errors"
	"net/url"
	"testing"

	"loadline/attack/engine"
	"loadline/targets"
)

type names map[string][]string

func (n names) LookupHost(_ context.Context, host string) ([]string, error) {
	if found := n[host]; found != nil {
		return found, nil
	}
	return nil, errors.New("no such host")
}

func TestLocate(t *testing.T) {
	resolver := names{"here.test": {"127.0.0.5", "::1"}, "far.test": {"192.0.2.1"}, "both.test": {"192.0.2.1", "127.0.0.1"}}
	for _, tt := range []struct {
		url     string
		options engine.Options
		found   int
		remote  bool
	}{
		{"http://127.0.0.1:8080/", engine.Options{}, 1, false},
		{"http://[::1]/", engine.Options{}, 1, false},
		{"http://here.test/", engine.Options{}, 2, false},
		{"https://far.test/", engine.Options{}, 1, true},
		{"https://both.test/", engine.Options{}, 2, false},
		{"http://nowhere.test/", engine.Options{}, 0, false},
		{"http://far.test/", engine.Options{ConnectTo: map[string]string{"far.test:80": "127.0.0.1:81"}}, 1, false},
		{"http://far.test/", engine.Options{Proxy: &url.URL{Host: "127.0.0.1:3128"}}, 0, false},
		{"http://far.test/", engine.Options{UnixSocket: "/run/app.sock"}, 0, false},
	} {
		mix, err := targets.NewMix(targets.Request{URL: tt.url})
		if err != nil {
			t.Fatal(err)
		}
		tt.options.Resolver = resolver
		at := locate(context.Background(), &tt.options, mix)
		if len(at.addresses) != tt.found || at.remote != tt.remote {
			t.Errorf("%s: %+v, want %d addresses, remote %v", tt.url, at, tt.found, tt.remote)
		}
	}
}

func TestPointlessConnectTo(t *testing.T) {
	for _, tt := range []struct {
		from    string
		options engine.Options
		refused bool
	}{
		{"service.test:80", engine.Options{}, false},
		{"other.test:443", engine.Options{}, false},
		{"service.test:443", engine.Options{}, true},
		{"elsewhere.test:80", engine.Options{}, true},
		{"elsewhere.test:80", engine.Options{AnyOrigin: true, Redirects: 1}, false},
		{"elsewhere.test:80", engine.Options{Proxy: &url.URL{Host: "127.0.0.1:3128"}}, false},
	} {
		mix, err := targets.NewMix(targets.Request{URL: "http://service.test/"}, targets.Request{URL: "https://other.test/"})
		if err != nil {
			t.Fatal(err)
		}
		tt.options.ConnectTo = map[string]string{tt.from: "127.0.0.1:81"}
		if err := pointless(&tt.options, mix); (err != nil) != tt.refused {
			t.Errorf("%s, %+v: %v, want refused: %v", tt.from, tt.options, err, tt.refused)
		}
	}
}
