package html_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"loadline/attack/record"
	"loadline/report"
	page "loadline/report/html"
	"loadline/report/reporttest"
)

func render(t *testing.T, run *record.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(&b, report.New(run)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// eachRun runs a test on the page of every fixture.
func eachRun(t *testing.T, test func(t *testing.T, name string, text []byte)) {
	for name, run := range reporttest.Runs() {
		t.Run(name, func(t *testing.T) { test(t, name, render(t, run)) })
	}
}

// elements are all elements of a page, in order.
func elements(t *testing.T, text []byte) []*html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			out = append(out, n)
		}
	}
	return out
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func TestPageIsNeverTooLarge(t *testing.T) {
	eachRun(t, func(t *testing.T, name string, text []byte) {
		most := 300_000
		if name == "long" || name == "hostile" {
			most = 1_000_000
		}
		if len(text) > most {
			t.Errorf("%d bytes, want at most %d", len(text), most)
		}
	})
}

func TestPageOfAnEndlessRunStaysBelowAMegabyte(t *testing.T) {
	run := *reporttest.Long()
	for len(run.Steps) < 20_000 {
		run.Steps = append(run.Steps, run.Steps...)
	}
	if text := render(t, &run); len(text) > 1_000_000 {
		t.Errorf("%d bytes for %d steps", len(text), len(run.Steps))
	}
}

func TestPageRunsAndFetchesNothing(t *testing.T) {
	eachRun(t, func(t *testing.T, _ string, text []byte) {
		for _, n := range elements(t, text) {
			switch n.DataAtom {
			case atom.Img, atom.Iframe, atom.Object, atom.Embed, atom.Link, atom.A, atom.Form, atom.Video, atom.Audio:
				t.Errorf("the page has an element <%s>", n.Data)
			case atom.Script:
				if attribute(n, "type") != "application/json" {
					t.Error("the page has a script")
				}
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" || a.Key == "style" {
					t.Errorf("<%s> has an attribute %s=%q", n.Data, a.Key, a.Val)
				}
			}
		}
	})
}

func TestPageIsAccessible(t *testing.T) {
	eachRun(t, func(t *testing.T, _ string, text []byte) {
		level, ids := 0, map[string]bool{}
		for _, n := range elements(t, text) {
			if id := attribute(n, "id"); id != "" {
				if ids[id] {
					t.Errorf("two elements have the id %q", id)
				}
				ids[id] = true
			}
			if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
				next := int(n.Data[1] - '0')
				if next > level+1 || next == 1 && level != 0 {
					t.Errorf("<%s> follows a heading of level %d", n.Data, level)
				}
				level = next
			}
			if n.Data == "svg" && attribute(n, "aria-hidden") == "" {
				pictureIsNamed(t, n)
			}
			if n.DataAtom == atom.Figure {
				figureHasNumbers(t, n)
			}
		}
	})
}

func pictureIsNamed(t *testing.T, svg *html.Node) {
	t.Helper()
	said := map[string]bool{}
	for n := range svg.ChildNodes() {
		if n.FirstChild != nil && strings.TrimSpace(n.FirstChild.Data) != "" {
			said[n.Data] = true
		}
	}
	if !said["title"] || !said["desc"] {
		t.Errorf("picture %s has no title or no description", attribute(svg, "aria-labelledby"))
	}
}

func figureHasNumbers(t *testing.T, figure *html.Node) {
	t.Helper()
	for n := range figure.Descendants() {
		if n.DataAtom == atom.Tbody && n.FirstChild != nil {
			return
		}
	}
	t.Errorf("figure %s has no table of its numbers", attribute(figure, "id"))
}

func TestResultIsEmbeddedAndRendersToTheSamePage(t *testing.T) {
	eachRun(t, func(t *testing.T, name string, text []byte) {
		embedded, err := page.Embedded(text)
		if name == "extreme" { // it holds NaN, for which JSON has no word
			if err == nil {
				t.Error("a result with NaN was embedded")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var run record.Run
		if err := json.Unmarshal(embedded, &run); err != nil {
			t.Fatal(err)
		}
		if again := render(t, &run); !bytes.Equal(text, again) {
			t.Errorf("the embedded result renders to another page: %s", difference(text, again))
		}
	})
}

// difference shows where two pages part.
func difference(a, b []byte) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return string(a[max(0, i-40):min(len(a), i+80)]) + "\nbut then\n" + string(b[max(0, i-40):min(len(b), i+80)])
		}
	}
	return "one is longer"
}

func TestTextsFromOutsideStayTexts(t *testing.T) {
	text := string(render(t, reporttest.Hostile()))
	for _, hostile := range []string{"<script>alert", "<img", "\x1b", "\x00", "\u202e", "\u2066", "</script><script>"} {
		if strings.Contains(visible(text), hostile) {
			t.Errorf("the page holds %q", hostile)
		}
	}
	if !strings.Contains(text, "&lt;script&gt;alert(1)") {
		t.Error("the hostile text is not shown at all")
	}
}

// visible is the page without the embedded result, whose JSON may hold any character.
func visible(text string) string {
	before, rest, _ := strings.Cut(text, `id="loadline-result">`)
	_, after, _ := strings.Cut(rest, "</script>")
	return before + after
}

func TestSentencesKeepTheirWordsAndIntervalsWhole(t *testing.T) {
	text := string(render(t, reporttest.Sweep()))
	want := `The service carries at most 197/s <span class="whole">(194-201)</span>, and 181/s <span class="whole">(178-184)</span> within p99&lt;250ms,errors&lt;1%: allow at most 7 in flight.`
	if !strings.Contains(text, "<h1>"+want+"</h1>") {
		t.Error("the headline is not", want)
	}
}
