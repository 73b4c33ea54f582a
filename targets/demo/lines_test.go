package demo

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// writer is a line writer on a file that holds content already.
func writer(t *testing.T, defence, content string) (*lines, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	made, err := newLines(Config{File: path, Defence: defence})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = made.close() })
	return made.(*lines), path
}

func post(l http.Handler, text string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	bodied(l).ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(text)))
	return w
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLinesAppends(t *testing.T) {
	for before, want := range map[string]struct{ number, after string }{
		"":         {"1\n", "text\n"},
		"one\n":    {"2\n", "one\ntext\n"},
		"one\ntwo": {"3\n", "one\ntwo\ntext\n"},
		"\n\n":     {"3\n", "\n\ntext\n"},
	} {
		l, path := writer(t, None, before)
		if w := post(l, "text\r\n"); w.Code != http.StatusOK || w.Body.String() != want.number {
			t.Errorf("after %q: %d %q, want %q", before, w.Code, w.Body, want.number)
		}
		if got := content(t, path); got != want.after {
			t.Errorf("after %q the file holds %q, want %q", before, got, want.after)
		}
	}
}

func TestLinesRefusesWhatIsNoLine(t *testing.T) {
	l, path := writer(t, None, "")
	for text, want := range map[string]int{
		"two\nlines":                    http.StatusBadRequest,
		"two\rlines":                    http.StatusBadRequest,
		strings.Repeat("x", maxBody+1):  http.StatusRequestEntityTooLarge,
		strings.Repeat("x", maxBody-10): http.StatusOK,
		"":                              http.StatusOK,
	} {
		if w := post(l, text); w.Code != want {
			t.Errorf("%.20q: %d, want %d", text, w.Code, want)
		}
	}
	for method, want := range map[string]int{"GET": http.StatusMethodNotAllowed, "PUT": http.StatusMethodNotAllowed} {
		w := httptest.NewRecorder()
		l.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		if w.Code != want {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	broken := httptest.NewRequest("POST", "/", iotest.ErrReader(errors.New("gone")))
	w := httptest.NewRecorder()
	l.ServeHTTP(w, broken)
	if w.Code == http.StatusOK || strings.Count(content(t, path), "\n") != 2 {
		t.Errorf("half a request is answered %d, the file holds %d lines", w.Code, strings.Count(content(t, path), "\n"))
	}
}

// Requests that come together wait for one another, or are refused at once;
// whoever is served gets the number of its own line.
func TestLinesTogether(t *testing.T) {
	for defence, c := range map[string]struct {
		served int
		took   time.Duration
	}{None: {10, 50 * time.Millisecond}, InFlight: {1, 5 * time.Millisecond}} {
		synctest.Test(t, func(t *testing.T) {
			l, path := writer(t, defence, "")
			start := time.Now()
			answers := make([]*httptest.ResponseRecorder, 10)
			var group sync.WaitGroup
			for i := range answers {
				group.Go(func() { answers[i] = post(l, fmt.Sprint("text ", i)) })
			}
			group.Wait()
			took, served := time.Since(start), 0
			written := strings.Split(content(t, path), "\n")
			for i, w := range answers {
				if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "" {
					continue
				}
				served++
				var number int
				if _, err := fmt.Sscan(w.Body.String(), &number); err != nil || written[number-1] != fmt.Sprint("text ", i) {
					t.Errorf("text %d is not line %s of %q", i, w.Body, written)
				}
			}
			if served != c.served || took != c.took || len(written) != served+1 {
				t.Errorf("%s: %d served in %v, want %d in %v", defence, served, took, c.served, c.took)
			}
		})
	}
}

func TestLinesHealthWhileWriting(t *testing.T) {
	l, _ := writer(t, None, "")
	l.turn <- struct{}{}
	w := httptest.NewRecorder()
	l.ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
	if w.Code != http.StatusOK {
		t.Error(w.Code)
	}
}

func TestLinesOnAFullDisk(t *testing.T) {
	l, path := writer(t, None, "one\n")
	l.size = largestFile - 4
	if w := post(l, "two"); w.Code != http.StatusOK {
		t.Error(w.Code)
	}
	if w := post(l, "three"); w.Code != http.StatusInsufficientStorage {
		t.Error(w.Code)
	}
	_ = l.file.Close() // from now on a write fails
	l.size = 4
	if w := post(l, "four"); w.Code != http.StatusInternalServerError || l.count != 2 {
		t.Errorf("a failed write is answered %d, the count is %d", w.Code, l.count)
	}
	if !strings.HasPrefix(content(t, path), "one\n") {
		t.Errorf("what was there is gone: %.20q", content(t, path))
	}
}

func TestLinesTemporaryFileGoes(t *testing.T) {
	made, err := newLines(Config{})
	if err != nil {
		t.Fatal(err)
	}
	name := made.(*lines).file.Name()
	if err := made.close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := newLines(Config{File: filepath.Join(t.TempDir(), "no", "such")}); err == nil {
		t.Error("a file in no folder was opened")
	}
}
