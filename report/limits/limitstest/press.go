package limitstest

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Press is closed-loop clients on a server in front of a service.
type Press struct {
	URL     string // of the server, without a path
	Clients int
	Timeout time.Duration // of a client; 0: it waits
	Fresh   bool          // every request has a connection of its own
	Done    int           // it ends once the service has finished so many more
}

// Tally is how the requests of a press ended.
type Tally struct {
	OK, Abandoned  int
	Statuses       map[int]int // of all answers
	NoRetry        int         // refusals without Retry-After
	Healthy, Sick  int         // answers of the health path
	Failed         int         // connections that broke
	Failure, Wrong string      // one example of each
}

// atMost bounds a press on a machine where nothing moves.
const atMost = 60 * time.Second

// pause is between a refusal and the next request of that client, so that
// clients press on the limit and not on the processor.
const pause = 25 * time.Millisecond

// Run presses until the service has finished enough.
func (p Press) Run(t testing.TB, s *Service) Tally {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), atMost)
	defer cancel()
	client := &http.Client{Timeout: p.Timeout, Transport: &http.Transport{MaxIdleConnsPerHost: p.Clients + 1, DisableKeepAlives: p.Fresh}}
	defer client.CloseIdleConnections()
	watcher := newWatcher()
	defer watcher.CloseIdleConnections()

	target := s.Done() + p.Done
	enough := func() bool { return s.Done() >= target || ctx.Err() != nil }
	book := &book{tally: Tally{Statuses: map[int]int{}}}
	var all sync.WaitGroup
	for range p.Clients {
		all.Go(func() {
			for !enough() {
				book.one(client, p.URL+"/work")
			}
		})
	}
	all.Go(func() {
		for !enough() {
			book.health(watcher, p.URL+HealthPath)
		}
	})
	all.Wait()
	if ctx.Err() != nil {
		t.Fatalf("after %v the service had finished only %d of %d requests; so far %+v", atMost, s.Done(), target, book.tally)
	}
	return book.tally
}

// patience of a watcher: a health check that takes longer has failed.
const patience = 10 * time.Second

// newWatcher asks over a connection of its own each time, as a health check
// does that must not depend on one that a server forgot.
func newWatcher() *http.Client {
	return &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
}

// Watch asks for the health path, again and again, until the returned function
// is called; that tells how many answers were 200 and how many were not.
func Watch(t testing.TB, url string) func() (healthy, sick int, wrong string) {
	t.Helper()
	client := newWatcher()
	book := &book{}
	ctx, cancel := context.WithTimeout(t.Context(), atMost)
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for ctx.Err() == nil {
			book.health(client, url+HealthPath)
		}
	})
	return func() (int, int, string) {
		cancel()
		watcher.Wait()
		client.CloseIdleConnections()
		return book.tally.Healthy, book.tally.Sick, book.tally.Wrong
	}
}

type book struct {
	mu    sync.Mutex
	tally Tally
}

func (b *book) write(entry func(*Tally)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	entry(&b.tally)
}

func (b *book) one(client *http.Client, url string) {
	status, header, err := get(client, url)
	b.write(func(t *Tally) {
		switch {
		case err != nil && client.Timeout > 0:
			t.Abandoned++
		case err != nil:
			t.Failed++
			t.Failure = err.Error()
		case status == http.StatusOK:
			t.OK++
		case header.Get("Retry-After") == "":
			t.NoRetry++
		}
		if err == nil {
			t.Statuses[status]++
		}
	})
	if err != nil || status != http.StatusOK {
		time.Sleep(pause)
	}
}

func (b *book) health(client *http.Client, url string) {
	status, _, err := get(client, url)
	b.write(func(t *Tally) {
		if err == nil && status == http.StatusOK {
			t.Healthy++
			return
		}
		t.Sick++
		t.Wrong = strconv.Itoa(status)
		if err != nil {
			t.Wrong = err.Error()
		}
	})
	time.Sleep(pause)
}

func get(client *http.Client, url string) (int, http.Header, error) {
	answer, err := client.Get(url)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, answer.Header, err
}
