package html_test

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser starts a headless Chromium for one test and opens a tab.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("hide-scrollbars", true),
	)
	t.Cleanup(stop)
	ctx, _ = chromedp.NewContext(ctx)
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start %s: %v", path, err)
	}
	return ctx
}

func chromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium in PATH: this test looks at the page in a real browser (apt-get install chromium)")
}

// witness notes what a page must not do.
type witness struct {
	mu     sync.Mutex
	faults []string
	loaded string // the one address that may be asked for
}

// watch needs a tab; it sees everything that happens in it from now on.
func watch(ctx context.Context, t *testing.T) *witness {
	t.Helper()
	w := &witness{}
	if err := chromedp.Listen(ctx, w.see); err != nil {
		t.Fatal(err)
	}
	_, failed := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	_, failedToo := chromedp.Call(ctx, log.Enable, cdp.Empty{})
	if err := errors.Join(failed, failedToo); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *witness) see(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		w.faults = append(w.faults, "console: "+string(e.Type))
	case *runtime.EventExceptionThrown:
		w.faults = append(w.faults, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		w.faults = append(w.faults, "log: "+e.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		w.faults = append(w.faults, "dialog: "+e.Message)
	case *network.EventRequestWillBeSent:
		if e.Request.URL != w.loaded {
			w.faults = append(w.faults, "request: "+e.Request.URL)
		}
	}
}

// expect forgets what was seen and allows one address.
func (w *witness) expect(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.loaded, w.faults = address, nil
}

func (w *witness) report(t *testing.T) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, fault := range w.faults {
		t.Error(fault)
	}
}

// look is a way of looking at a page.
type look struct {
	name   string
	width  int64
	scheme string
	media  string
}

var (
	light  = look{"light", 1000, "light", ""}
	dark   = look{"dark", 1000, "dark", ""}
	narrow = look{"narrow", 360, "light", ""}
	paper  = look{"paper", 720, "light", "print"}
)

// looksAt are the ways in which a fixture's page is looked at: the richest in
// all of them, the others where a page goes wrong first.
func looksAt(name string) []look {
	if name == "sweep" || name == "hostile" {
		return []look{light, dark, narrow, paper}
	}
	return []look{light, narrow}
}

// take makes the tab look that way.
func (l look) take(ctx context.Context, t *testing.T) {
	t.Helper()
	_, failed := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: l.width, Height: 800, DeviceScaleFactor: 1,
	})
	_, failedToo := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: l.media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}},
	})
	if err := errors.Join(failed, failedToo); err != nil {
		t.Fatal(err)
	}
}
