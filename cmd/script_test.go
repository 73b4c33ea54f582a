package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	vegeta "github.com/tsenart/vegeta/v12/lib"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"loadline": func() { os.Exit(Main()) }})
}

// The scripts run the command as a user does: arguments, files, exit codes,
// against services on loopback that are there before the script starts.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: services,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"field":     field,
			"exits":     exits,
			"untouched": untouched,
			"streamed":  streamed,
		},
	})
}

// services are in every script's environment: SLOTS is 8 slots of 5 ms with a
// queue behind, MISSING answers 404 everywhere, TWICE answers every request
// twice, CLOSED is a port that nobody listens on, and HITS counts what reached
// SLOTS.
func services(env *testscript.Env) error {
	var hits atomic.Int64
	slots := make(chan struct{}, 8)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		hits.Add(1)
		slots <- struct{}{}
		defer func() { <-slots }()
		time.Sleep(5 * time.Millisecond)
		fmt.Fprintln(w, "done")
	}))
	missing := httptest.NewServer(http.NotFoundHandler())
	env.Defer(slow.Close)
	twice := httptest.NewServer(http.HandlerFunc(answerTwice))
	env.Defer(missing.Close)
	env.Defer(twice.Close)
	env.Setenv("TWICE", twice.URL)
	closed, err := closedPort()
	if err != nil {
		return err
	}
	env.Values["hits"] = &hits
	env.Setenv("SLOTS", slow.URL)
	env.Setenv("MISSING", missing.URL)
	env.Setenv("CLOSED", closed)
	env.Setenv("GOCACHE", goCache()) // a script has no home, and its go command would build everything anew
	return nil
}

func answerTwice(w http.ResponseWriter, r *http.Request) {
	conn, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close() //nolint:errcheck // a test's server
	for err == nil {
		if _, err = io.WriteString(conn, strings.Repeat("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 2)); err == nil {
			_, err = http.ReadRequest(buffered.Reader)
		}
	}
}

func goCache() string {
	text, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// closedPort is the URL of a port that refuses connections.
func closedPort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close() //nolint:errcheck // it only found a port
	return "http://" + listener.Addr().String() + "/", nil
}

// exits runs a command and wants an exit code: exits 2 loadline sweep --nope.
// Where the code depends on the machine it is any.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	if args[0] == "any" {
		return
	}
	want, wrong := strconv.Atoi(args[0])
	ts.Check(wrong)
	got := 0
	if err != nil {
		got = exitStatus(err)
	}
	if got != want {
		ts.Fatalf("%q exits %d, want %d", args[1:], got, want)
	}
}

func exitStatus(err error) int {
	if coded, ok := err.(interface{ ExitCode() int }); ok {
		return coded.ExitCode()
	}
	return -1
}

// field compares a value of a JSON file: field result.json capacity.outcome found.
// With a range it must lie within: field result.json capacity.knee.value 7..10.
func field(ts *testscript.TestScript, neg bool, args []string) {
	var doc any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &doc))
	got := lookup(doc, strings.Split(args[1], "."))
	if fits(got, args[2]) == neg {
		ts.Fatalf("%s of %s is %v, want %s (negated: %v)", args[1], args[0], got, args[2], neg)
	}
}

func lookup(doc any, path []string) any {
	for _, key := range path {
		switch at := doc.(type) {
		case map[string]any:
			doc = at[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(at) {
				return nil
			}
			doc = at[i]
		default:
			return nil
		}
	}
	return doc
}

func fits(got any, want string) bool {
	low, high, isRange := strings.Cut(want, "..")
	number, isNumber := got.(float64)
	if !isRange || !isNumber {
		text, _ := json.Marshal(got)
		return string(text) == want || fmt.Sprint(got) == want
	}
	from, err1 := strconv.ParseFloat(low, 64)
	to, err2 := strconv.ParseFloat(high, 64)
	return err1 == nil && err2 == nil && number >= from && number <= to
}

// streamed wants that a file is a whole result stream of vegeta's with so many
// results: streamed v.gob 30..60.
func streamed(ts *testscript.TestScript, _ bool, args []string) {
	decode, n := vegeta.NewDecoder(strings.NewReader(ts.ReadFile(args[0]))), 0
	var err error
	for ; err == nil; n++ {
		err = decode.Decode(new(vegeta.Result))
	}
	if n--; err != io.EOF || !fits(float64(n), args[1]) {
		ts.Fatalf("%s holds %d results (%v), want %s", args[0], n, err, args[1])
	}
}

// untouched wants that nothing has reached the service SLOTS.
func untouched(ts *testscript.TestScript, _ bool, _ []string) {
	if n := ts.Value("hits").(*atomic.Int64).Load(); n > 0 {
		ts.Fatalf("%d requests were sent", n)
	}
}
