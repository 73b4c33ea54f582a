package demo

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// ask sends a request from an address, with a credential unless that is "".
func ask(service service, path, from, credential string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.RemoteAddr = from
	r.Header.Set("X-Forwarded-For", "192.0.2.9") // which changes nothing
	if credential != "" {
		r.Header.Set(CredentialHeader, credential)
	}
	w := httptest.NewRecorder()
	service.ServeHTTP(w, r)
	return w
}

func limiterOf(t *testing.T, c Config) service {
	t.Helper()
	c.Defence = Window
	made, err := newLimiter(c)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

const anyone = "127.0.0.1:1234"

// The article's number: of 301 requests within a minute the last is refused,
// until the minute is over.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := limiterOf(t, Config{})
		for round := range 3 {
			for k := range 300 {
				if w := ask(l, "/", anyone, ""); w.Code != 200 {
					t.Fatalf("round %d: request %d of 300: %d", round, k+1, w.Code)
				}
			}
			time.Sleep(15*time.Second + time.Millisecond)
			if w := ask(l, "/", anyone, ""); w.Code != 429 || w.Header().Get("Retry-After") != "45" {
				t.Errorf("round %d: request 301: %d %v", round, w.Code, w.Header())
			}
			if w := ask(l, "/", "127.0.0.2:1", ""); w.Code != 200 {
				t.Errorf("another address: %d", w.Code)
			}
			if w := ask(l, "/healthz", anyone, ""); w.Code != 200 {
				t.Errorf("health: %d", w.Code)
			}
			time.Sleep(45 * time.Second)
		}
	})
}

// Who proves the credential is exempt; who proves a wrong one pays like
// anyone, and internal routes tell him so.
func TestCredential(t *testing.T) {
	l := limiterOf(t, Config{Limit: 3, Credential: "right"})
	for range 10 {
		for _, path := range []string{"/", "/internal/", "/internal/x"} {
			if w := ask(l, path, anyone, "right"); w.Code != 200 {
				t.Fatalf("internal caller on %s: %d", path, w.Code)
			}
		}
	}
	for k, c := range []struct {
		path, credential string
		want             int
	}{
		{"/internal/", "wrong", 401}, {"/internal/", "", 401}, {"/", "righ", 200}, // the budget of three
		{"/", "wrong", 429}, {"/", "", 429}, {"/internal/", "rights", 401}, {"/", "right", 200},
	} {
		if w := ask(l, c.path, anyone, c.credential); w.Code != c.want {
			t.Errorf("%d: %s with %q: %d, want %d", k, c.path, c.credential, w.Code, c.want)
		}
	}
}

// Without a credential to prove nobody is internal, least of all who sends none.
func TestNoCredential(t *testing.T) {
	l := limiterOf(t, Config{Limit: 1})
	for path, want := range map[string]int{"/internal/": 401, "/": 429} {
		ask(l, path, anyone, "")
		if w := ask(l, path, anyone, ""); w.Code != want {
			t.Errorf("%s: %d, want %d", path, w.Code, want)
		}
	}
}

func TestNoDefence(t *testing.T) {
	made, err := newLimiter(Config{Defence: None, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if w := ask(made, "/", anyone, ""); w.Code != 200 {
			t.Fatal(w.Code)
		}
	}
	for _, c := range []Config{{Limit: -1}, {Window: -1}} {
		if _, err := newLimiter(c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

func TestClient(t *testing.T) {
	for from, want := range map[string]string{
		"127.0.0.1:1": "127.0.0.1", "[::ffff:127.0.0.1]:1": "127.0.0.1",
		"[2001:db8::1]:1": "2001:db8::", "[2001:db8::ffff:1%eth0]:1": "2001:db8::", "[2001:db8:0:1::1]:1": "2001:db8:0:1::",
		"nonsense": "invalid IP",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = from
		if got := client(r); got.String() != want {
			t.Errorf("%s counts as %s, want %s", from, got, want)
		}
	}
}

// However many addresses there are, memory is bounded: strangers share a
// budget until windows end.
func TestManyClients(t *testing.T) {
	w, now := newWindows(2, time.Minute), time.Now()
	addr := func(i int) netip.Addr {
		return netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
	}
	for i := range mostClients {
		if ok, _ := w.take(addr(i), now); !ok {
			t.Fatal(i)
		}
	}
	got := fmt.Sprint(served(w, addr(mostClients), now), served(w, addr(mostClients+1), now), served(w, addr(mostClients+2), now), served(w, addr(0), now))
	if got != "true true false true" || len(w.clients) > mostClients+1 {
		t.Errorf("strangers: %s with %d clients", got, len(w.clients))
	}
	now = now.Add(time.Minute)
	if !served(w, addr(mostClients), now) || len(w.clients) > 2 {
		t.Errorf("%d clients are remembered after their windows", len(w.clients))
	}
}

func served(w *windows, client netip.Addr, now time.Time) bool {
	ok, _ := w.take(client, now)
	return ok
}
