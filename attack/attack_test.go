package attack_test

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loadline/attack"
	"loadline/attack/engine"
	"loadline/attack/record"
	"loadline/targets"
	"loadline/targets/servers"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newAttacker(t *testing.T, config attack.Config, url string) *attack.Attacker {
	t.Helper()
	if config.Mix == nil {
		mix, err := targets.NewMix(targets.Request{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		config.Mix = mix
	}
	a, err := attack.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

func runTrial(t *testing.T, a *attack.Attacker, trial record.Trial) record.Step {
	t.Helper()
	step, err := a.Run(context.Background(), trial)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&record.Run{Steps: []record.Step{step}}).Validate(); err != nil {
		t.Error(err)
	}
	return step
}

var engines = []string{"vegeta", "fast"}

// A step has all that a step has, whichever engine made it.
func TestRunFillsTheStep(t *testing.T) {
	for _, name := range engines {
		t.Run(name, func(t *testing.T) {
			s := servers.Slots(t, servers.SlotsConfig{Slots: 4, Service: 5 * time.Millisecond, Queue: 100})
			a := newAttacker(t, attack.Config{Engine: name, Options: engine.Options{KeepAlive: true}}, s.URL)
			first := runTrial(t, a, record.Trial{Phase: record.Probe, Load: record.ClosedLoad(4), Duration: 200 * time.Millisecond})
			step := runTrial(t, a, record.Trial{
				Phase: record.Refine, Load: record.ClosedLoad(8), Rest: 30 * time.Millisecond,
				Warmup: 100 * time.Millisecond, Duration: 500 * time.Millisecond,
			})
			if first.Start.Std() >= step.Start.Std() || step.Start.Std() < 230*time.Millisecond {
				t.Errorf("steps start at %s and %s, with a rest between", first.Start, step.Start)
			}
			if step.Phase != record.Refine || step.Counts.OK != step.Sent || step.Goodput == nil || step.Response.OK == nil {
				t.Errorf("step %+v", step)
			}
			if step.Conns == nil || step.Conns.Opened != 4 || step.Conns.Reused == 0 || step.Conns.Protocol != "HTTP/1.1" {
				t.Errorf("connections %+v: the 4 of the trial before should go on", step.Conns)
			}
			if step.Generator.CPUCores == nil || *step.Generator.CPUCores <= 0 {
				t.Errorf("the generator's own processor time is %v", step.Generator.CPUCores)
			}
			if step.Warnings == nil || step.Errors == nil {
				t.Error("no warnings must be an empty list")
			}
			if live := a.Live(); live.Sent == 0 || live.Counts.OK == 0 {
				t.Errorf("live %+v", live)
			}
		})
	}
}

func TestAutoTakesFastWhereItCan(t *testing.T) {
	proxy, _ := url.Parse("http://127.0.0.1:1/")
	for _, c := range []struct {
		options engine.Options
		url     string
		want    string
	}{
		{engine.Options{KeepAlive: true, Redirects: 10}, "http://127.0.0.1:1/", "fast"},
		{engine.Options{Redirects: 10, UnixSocket: "/x"}, "http://127.0.0.1:1/", "fast"},
		{engine.Options{KeepAlive: true, TLS: &tls.Config{InsecureSkipVerify: true}}, "https://127.0.0.1:1/", "fast"},
		{engine.Options{KeepAlive: true, HTTP2: true}, "https://127.0.0.1:1/", "vegeta"},
		{engine.Options{KeepAlive: true, H2C: true}, "http://127.0.0.1:1/", "vegeta"},
		{engine.Options{KeepAlive: true, Proxy: proxy}, "http://127.0.0.1:1/", "vegeta"},
		{engine.Options{KeepAlive: true, Redirects: 1, AnyOrigin: true}, "http://127.0.0.1:1/", "vegeta"},
	} {
		a := newAttacker(t, attack.Config{Engine: attack.Auto, Options: c.options}, c.url)
		if a.EngineName() != c.want || a.EngineReason() == "" {
			t.Errorf("%+v: took %s (%s), want %s", c.options, a.EngineName(), a.EngineReason(), c.want)
		}
	}
}

func TestWhatCannotBeHonouredIsRefused(t *testing.T) {
	mix, err := targets.NewMix(targets.Request{URL: "http://127.0.0.1:1/"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		config attack.Config
		says   string
	}{
		"unknown engine":       {attack.Config{Mix: mix, Engine: "wrk"}, `engine "wrk"`},
		"fast without HTTP/2":  {attack.Config{Mix: mix, Engine: "fast", Options: engine.Options{KeepAlive: true, H2C: true}}, "--engine vegeta"},
		"HTTP/2 of a http URL": {attack.Config{Mix: mix, Options: engine.Options{KeepAlive: true, HTTP2: true}}, "--h2c"},
		"bad late":             {attack.Config{Mix: mix, Options: engine.Options{Late: "never"}}, `late "never"`},
		"bad timeout":          {attack.Config{Mix: mix, Options: engine.Options{Timeout: -1}}, "timeout"},
		"nothing to send":      {attack.Config{}, "nothing to send"},
	} {
		_, err := attack.New(c.config)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want something about %s", name, err, c.says)
		}
	}
}

// A run that is stopped gives what it has, and names what it gave up.
func TestInterruptedRunGivesThePartialStep(t *testing.T) {
	for _, name := range engines {
		t.Run(name, func(t *testing.T) {
			a := newAttacker(t, attack.Config{Engine: name, Options: engine.Options{KeepAlive: true, Timeout: time.Hour}}, servers.Silent(t))
			ctx, cancel := context.WithCancel(context.Background())
			var watching sync.WaitGroup
			defer watching.Wait()
			watching.Go(func() {
				for a.Live().InFlight < 3 {
					time.Sleep(time.Millisecond)
				}
				cancel()
			})
			step, err := a.Run(ctx, record.Trial{Load: record.ClosedLoad(3), Duration: time.Hour})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
			if step.Sent != 3 || step.Counts.Error != 3 || step.Errors[0].Class != engine.Interrupted || step.Stopped != "interrupted" {
				t.Errorf("sent %d, counts %+v, errors %+v, stopped %q", step.Sent, step.Counts, step.Errors, step.Stopped)
			}
			if !strings.Contains(strings.Join(step.Warnings, "\n"), "3 requests were abandoned") {
				t.Errorf("warnings %q", step.Warnings)
			}
			step, err = a.Run(ctx, record.Trial{Load: record.ClosedLoad(3), Duration: time.Hour, Rest: time.Hour})
			if !errors.Is(err, context.Canceled) || step.Sent != 0 {
				t.Errorf("the next run: %v, sent %d", err, step.Sent)
			}
		})
	}
}

func TestStopRuleIsSaid(t *testing.T) {
	a := newAttacker(t, attack.Config{Options: engine.Options{KeepAlive: true}}, servers.NotFound(t))
	step := runTrial(t, a, record.Trial{Load: record.ClosedLoad(1), Duration: time.Hour, Stop: record.Stop{Bad: 5}})
	if !strings.Contains(step.Stopped, "bad responses") {
		t.Errorf("stopped %q", step.Stopped)
	}
}

func TestTheBoundInFlightIsSaid(t *testing.T) {
	for _, name := range engines {
		options := engine.Options{KeepAlive: true, MaxInFlight: 3, Late: engine.DropLate, Timeout: 300 * time.Millisecond}
		a := newAttacker(t, attack.Config{Engine: name, Options: options}, servers.Silent(t))
		step := runTrial(t, a, record.Trial{Load: record.OpenLoad(100, record.Constant), Duration: 400 * time.Millisecond})
		said := strings.Join(step.Warnings, "\n")
		if !strings.Contains(said, "--max-in-flight 3") || !strings.Contains(said, "never sent") || step.Dropped == 0 {
			t.Errorf("%s: dropped %d, warnings %q", name, step.Dropped, step.Warnings)
		}
	}
}

// An address that nobody answers at is named, whatever becomes of the requests.
func TestDeadAddressIsSaid(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Listener.Close()
	s.Listener = listener
	s.Start()
	defer s.Close()
	dead := net.JoinHostPort("127.0.0.9", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	for _, name := range engines {
		options := engine.Options{KeepAlive: true, Resolver: twoAddresses{}}
		url := "http://service.test:" + strconv.Itoa(listener.Addr().(*net.TCPAddr).Port) + "/"
		step := runTrial(t, newAttacker(t, attack.Config{Engine: name, Options: options}, url),
			record.Trial{Load: record.ClosedLoad(2), Duration: 50 * time.Millisecond})
		said := strings.Join(step.Warnings, "\n")
		if step.Counts.Failed() > 0 || step.Conns.Missed[dead] == 0 || !strings.Contains(said, dead+" failed (connection_refused)") {
			t.Errorf("%s: counts %+v, missed %v, warnings %q", name, step.Counts, step.Conns.Missed, said)
		}
	}
}

type twoAddresses struct{}

func (twoAddresses) LookupHost(context.Context, string) ([]string, error) {
	return []string{"127.0.0.9", "127.0.0.1"}, nil
}

// h2c starts a server whose connections carry so many streams.
func h2c(t *testing.T, streams int) string {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(10 * time.Millisecond) }))
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Config.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: streams}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL
}

// A step that sits at what its connections carry is the generator's limit,
// never the service's.
func TestStreamsLimitTheStep(t *testing.T) {
	url := h2c(t, 5)
	trial := record.Trial{Load: record.ClosedLoad(30), Duration: 300 * time.Millisecond}
	bounded := newAttacker(t, attack.Config{Options: engine.Options{KeepAlive: true, H2C: true, Connections: 2}}, url)
	step := runTrial(t, bounded, trial)
	if step.Generator.Limited == nil {
		t.Fatalf("30 in flight on 2 connections of 5 streams: not limited, warnings %q", step.Warnings)
	}
	said := strings.Join(step.Warnings, "\n")
	if !strings.Contains(said, "waited for a free stream") || !strings.Contains(said, "10 requests at once") {
		t.Errorf("warnings %q", step.Warnings)
	}
	free := newAttacker(t, attack.Config{Options: engine.Options{KeepAlive: true, H2C: true}}, url)
	step = runTrial(t, free, trial)
	if step.Limited() && *step.Generator.Limited == attack.Streams {
		t.Errorf("limited by streams with connections without bound: %q", step.Warnings)
	}
	if step.Conns.Opened < 6 {
		t.Errorf("%d connections for 30 requests of 5 each", step.Conns.Opened)
	}
}

// What the service says in its errors is redacted like everything else.
func TestExamplesAreRedacted(t *testing.T) {
	t.Setenv("ATTACK_TEST_TOKEN", "s3cr3t-token")
	mix, err := targets.FromFlags("https://127.0.0.1:1/", targets.Flags{Headers: []string{"Authorization: env:ATTACK_TEST_TOKEN"}})
	if err != nil {
		t.Fatal(err)
	}
	a := newAttacker(t, attack.Config{Mix: mix, Engine: "vegeta", Options: engine.Options{ConnectTo: map[string]string{"127.0.0.1:1": "s3cr3t-token:x:y"}}}, "")
	step := runTrial(t, a, record.Trial{Load: record.ClosedLoad(1), Duration: 20 * time.Millisecond})
	for _, e := range step.Errors {
		if strings.Contains(e.Example, "s3cr3t") {
			t.Errorf("example %q", e.Example)
		}
	}
	if step.Counts.Error == 0 {
		t.Errorf("counts %+v", step.Counts)
	}
}

func TestCeilingAndPreflight(t *testing.T) {
	a := newAttacker(t, attack.Config{Options: engine.Options{KeepAlive: true}}, "http://127.0.0.1:1/")
	rps, err := a.Ceiling(context.Background())
	if err != nil || rps < 100 {
		t.Errorf("a ceiling of %v/s, %v", rps, err)
	}
	huge := newAttacker(t, attack.Config{Options: engine.Options{MaxInFlight: 100_000_000}}, "http://127.0.0.1:1/")
	if doubts := huge.Preflight(0); len(doubts) == 0 {
		t.Error("a hundred million connections are no problem")
	}
	if live := a.Live(); live.Sent != 0 {
		t.Errorf("live before the first trial: %+v", live)
	}
}

// The bias is measured where the wire may be seen, and is small and positive:
// the client's clock starts before the wire's and stops after it.
func TestBias(t *testing.T) {
	for _, name := range engines {
		a := newAttacker(t, attack.Config{Engine: name, Options: engine.Options{KeepAlive: true}}, "http://127.0.0.1:1/")
		bias, err := a.Bias(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if bias == nil {
			t.Logf("%s: this process may not see the wire", name)
			continue
		}
		if bias.P50.Std() <= 0 || bias.P99.Std() < bias.P50.Std() {
			t.Errorf("%s: bias %s at the median, %s at the 99th percentile", name, bias.P50, bias.P99)
		}
		t.Logf("%s: bias %s at the median, %s at the 99th percentile", name, bias.P50, bias.P99)
	}
}
