package enginetest

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"loadline/attack/engine"
	"loadline/targets"
	"loadline/targets/servers"
)

// outcomes: a server that answers in every way; what it says it answered is
// what the step counts.
func outcomes(t *testing.T, make Make) {
	statuses := []int{200, 204, 301, 404, 418, 429, 500, 503, 504}
	var answered [600]atomic.Int64
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		status := statuses[len(r.URL.Query().Get("i"))]
		answered[status].Add(1)
		w.WriteHeader(status)
	})
	defer s.Close()
	var requests []targets.Request
	for i := range statuses {
		requests = append(requests, targets.Request{URL: s.URL + "/?i=" + strings.Repeat("x", i)})
	}
	options := defaults()
	options.OK = engine.Statuses{{200, 399}, {418, 418}}
	r := make.rig(t, options, requests...)
	defer r.close()
	step := r.send(open(300, 300*time.Millisecond))
	sum := func(codes ...int) (n int64) {
		for _, code := range codes {
			n += answered[code].Load()
		}
		return n
	}
	if got, want := step.Counts.OK, sum(200, 204, 301, 418); got != want {
		t.Errorf("%d ok, the server says %d", got, want)
	}
	if got, want := step.Counts.Shed, sum(429, 503); got != want {
		t.Errorf("%d shed, the server says %d", got, want)
	}
	if got, want := step.Counts.Error, sum(404, 500, 504); got != want {
		t.Errorf("%d errors, the server says %d", got, want)
	}
	if got := classes(&step); got["http_4xx"] != sum(404) || got["http_5xx"] != sum(500, 504) || len(got) != 2 {
		t.Errorf("error classes %v", got)
	}
	if step.StatusCodes["404"] != sum(404) || step.StatusCodes["429"] != sum(429) || step.StatusCodes["204"] != sum(204) {
		t.Errorf("status codes %v", step.StatusCodes)
	}
}

// content: method, path, headers, host and body arrive; nothing is added that
// a server could mind.
func content(t *testing.T, make Make) {
	type got struct{ method, path, host, agent, custom, body, accept string }
	seen := newSet[got]()
	extra := newSet[string]()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen.add(got{r.Method, r.URL.String(), r.Host, r.UserAgent(), strings.Join(r.Header["X-Custom"], "|"), string(body), r.Header.Get("Accept-Encoding")})
		for name := range r.Header {
			extra.add(name)
		}
	})
	defer s.Close()
	large := strings.Repeat("0123456789", 50_000)
	r := make.rig(t, defaults(),
		targets.Request{URL: s.URL + "/a?b=c%20d"},
		targets.Request{Method: "POST", URL: s.URL + "/post", Body: []byte("hello"), Header: http.Header{"X-Custom": {"one", "two"}, "Host": {"example.test"}}},
		targets.Request{Method: "PUT", URL: s.URL + "/large", Body: []byte(large), Header: http.Header{"User-Agent": {"me"}}})
	defer r.close()
	step := r.send(open(100, 300*time.Millisecond))
	if step.Counts.OK != step.Sent || step.Sent < 3 {
		t.Errorf("counts %+v of %d, errors %v", step.Counts, step.Sent, step.Errors)
	}
	host := strings.TrimPrefix(s.URL, "http://")
	for _, want := range []got{
		{"GET", "/a?b=c%20d", host, engine.UserAgent, "", "", ""},
		{"POST", "/post", "example.test", engine.UserAgent, "one|two", "hello", ""},
		{"PUT", "/large", host, "me", "", large, ""},
	} {
		if !seen.has(want) {
			t.Errorf("%s %s did not arrive as it was given", want.method, want.path)
		}
	}
	if seen.len() != 3 {
		t.Errorf("%d different requests arrived, want 3", seen.len())
	}
	for _, name := range extra.all() {
		switch name {
		case "User-Agent", "X-Custom", "Content-Length", "Accept", "Connection":
		default:
			t.Errorf("header %s was added", name)
		}
	}
}

// timeouts: a service that never answers gives timeouts, with the time they took.
func timeouts(t *testing.T, make Make) {
	url := servers.Silent(t)
	options := defaults()
	options.Timeout = 60 * time.Millisecond
	r := make.get(t, options, url)
	defer r.close()
	step := r.send(closed(3, 150*time.Millisecond))
	if step.Counts.Timeout != step.Sent || step.Sent < 3 {
		t.Errorf("counts %+v of %d", step.Counts, step.Sent)
	}
	if got := classes(&step); got[engine.TimedOut] != step.Sent {
		t.Errorf("error classes %v", got)
	}
	if step.Sent > 3*3 {
		t.Errorf("%d requests of 60 ms within 150 ms by 3 places", step.Sent)
	}
}

func refused(t *testing.T, make Make) {
	failsAs(t, make, servers.Closed(t), engine.Refused)
}

func resets(t *testing.T, make Make) {
	failsAs(t, make, servers.Resets(t), engine.Reset)
}

func notFound(t *testing.T, make Make) {
	step := failsAs(t, make, servers.NotFound(t), "http_4xx")
	if step != "404 Not Found" {
		t.Errorf("example %q", step)
	}
}

// failsAs checks that all requests fail as one class, and gives the example.
func failsAs(t *testing.T, make Make, url, class string) (example string) {
	t.Helper()
	options := defaults()
	options.Timeout = 5 * time.Second
	r := make.get(t, options, url)
	defer r.close()
	step := r.send(open(100, 200*time.Millisecond))
	if step.Counts.Error != step.Sent || step.Sent == 0 {
		t.Errorf("counts %+v of %d", step.Counts, step.Sent)
	}
	if got := classes(&step); got[class] != step.Sent {
		t.Errorf("error classes %+v, want only %s", step.Errors, class)
		return ""
	}
	example = step.Errors[0].Example
	if example == "" || len(example) > 210 || strings.Contains(example, "http://") {
		t.Errorf("example %q", example)
	}
	return example
}

// hostile: answers meant to harm end as errors or timeouts of a known class.
func hostile(t *testing.T, make Make) {
	for _, c := range []struct {
		name, url string
		classes   []string
	}{
		{"garbage", servers.Garbage(t), []string{engine.Malformed}},
		{"huge header", servers.HugeHeader(t, 4<<20), []string{engine.Oversized}},
		{"endless body", servers.Endless(t), []string{engine.TimedOut, engine.Oversized}},
		{"drip", servers.Drip(t, 10*time.Millisecond), []string{engine.TimedOut}},
		{"escapes", servers.Escapes(t), []string{"http_5xx"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			options := defaults()
			options.Timeout = 150 * time.Millisecond
			if c.classes[0] != engine.TimedOut {
				options.Timeout = 5 * time.Second
			}
			r := make.get(t, options, c.url)
			defer r.close()
			step := r.send(closed(2, 100*time.Millisecond))
			if step.Counts.OK != 0 || step.Sent == 0 {
				t.Errorf("counts %+v of %d", step.Counts, step.Sent)
			}
			got, known := classes(&step), int64(0)
			for _, class := range c.classes {
				known += got[class]
			}
			if known != step.Sent {
				t.Errorf("error classes %+v, want %v", step.Errors, c.classes)
			}
			for _, e := range step.Errors {
				if strings.ContainsAny(e.Example, "\x1b\r\n") || len(e.Example) > 210 {
					t.Errorf("example %q", e.Example)
				}
			}
		})
	}
}

// redirects are followed within the origin, up to their number, and count as
// one request.
func redirects(t *testing.T, make Make) {
	elsewhere := serve(t, func(http.ResponseWriter, *http.Request) {})
	defer elsewhere.Close()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/near":
			http.Redirect(w, r, "/here", http.StatusFound)
		case "/far":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusTemporaryRedirect)
		case "/here":
			w.WriteHeader(http.StatusAccepted)
		}
	})
	defer s.Close()
	for _, c := range []struct {
		path, status, class string
		asked               int64 // by each request
	}{
		{"/near", "202", "", 2},
		{"/far", "302", "", 1},
		{"/loop", "", engine.Redirect, 4},
	} {
		options := defaults()
		options.Redirects = 3
		r := make.get(t, options, s.URL+c.path)
		before := s.asked()
		step := r.send(open(100, 50*time.Millisecond))
		if asked := int64(s.asked() - before); asked != c.asked*step.Sent {
			t.Errorf("%s: the server was asked %d times for %d requests", c.path, asked, step.Sent)
		}
		if c.status != "" && step.StatusCodes[c.status] != step.Sent || c.class != "" && classes(&step)[c.class] != step.Sent {
			t.Errorf("%s: status codes %v, errors %v", c.path, step.StatusCodes, step.Errors)
		}
		r.close()
	}
	if elsewhere.asked() != 0 {
		t.Errorf("the other origin was asked %d times", elsewhere.asked())
	}
}
