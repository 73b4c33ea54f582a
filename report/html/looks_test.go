package html_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"loadline/report/reporttest"
)

// With -shots DIR the browser's pictures are kept, to be looked at.
var shots = flag.String("shots", "", "directory for screenshots")

// open shows a page from disk.
func open(ctx context.Context, t *testing.T, w *witness, text []byte) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	w.expect("file://" + file)
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
}

// shot keeps a picture of the whole page where -shots asks for it.
func shot(ctx context.Context, t *testing.T, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o600)
	}
	if err != nil {
		t.Error(err)
	}
}

func TestPageInABrowser(t *testing.T) {
	ctx := browser(t)
	w := watch(ctx, t)
	for name, run := range reporttest.Runs() {
		t.Run(name, func(t *testing.T) {
			open(ctx, t, w, render(t, run))
			for _, l := range looksAt(name) {
				l.take(ctx, t)
				faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](complaints))
				if err != nil {
					t.Fatal(err)
				}
				if len(faults) > 0 {
					t.Errorf("%s:\n  %s", l.name, strings.Join(faults, "\n  "))
				}
				shot(ctx, t, name+"-"+l.name)
			}
			w.report(t)
		})
	}
}

func TestScaleSwitchesWithoutAScript(t *testing.T) {
	ctx := browser(t)
	w := watch(ctx, t)
	open(ctx, t, w, render(t, reporttest.Sweep()))
	light.take(ctx, t)
	seen := func(scale string) bool {
		t.Helper()
		height, err := chromedp.Run(ctx, chromedp.Evaluate[float64](
			`document.querySelector("#latency .`+scale+`").getBoundingClientRect().height`))
		if err != nil {
			t.Fatal(err)
		}
		return height > 0
	}
	if !seen("log") || seen("linear") {
		t.Error("at first the logarithmic chart should be seen, and it alone")
	}
	if err := chromedp.Do(ctx, chromedp.Focus(chromedp.CSS("#latency-to-log")), chromedp.KeyEvent(kb.ArrowRight)); err != nil {
		t.Fatal(err)
	}
	if seen("log") || !seen("linear") {
		t.Error("after the arrow key the linear chart should be seen, and it alone")
	}
}
