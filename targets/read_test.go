package targets

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestReadHTTP(t *testing.T) {
	t.Setenv("LOADLINE_TOKEN", "t0ken-of-the-test")
	dir := t.TempDir()
	for name, content := range map[string]string{"body.json": `{"a":1}`, "empty": "", "key": "s3cret\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := "\ufeff# first\r\n" +
		"GET http://a/1\r\n" +
		"  # a comment between\r\n" +
		"X-A: 1\r\nX-A:2\r\nHost: b\r\n" +
		"#loadline: weight=3\r\n" +
		"\r\n\r\n" +
		"POST http://a/2\n@body.json\n" +
		"PUT\thttp://a/3\nX-B : 3:4\n@empty\n" +
		"HEAD http://a/4\n" +
		"DELETE http://a/5\nAuthorization: Bearer env:LOADLINE_TOKEN\n" +
		"M-SEARCH http://a/6\nX-Key: file:key"
	m, err := Read(strings.NewReader(text), filepath.Join(dir, "t.txt"), "http",
		Flags{Headers: []string{"X-B: default", "X-C: c"}, Bodies: []string{"given"}})
	if err != nil {
		t.Fatal(err)
	}
	given := []byte("given")
	want := []Request{
		{"GET", "http://a/1", http.Header{"X-A": {"1", "2"}, "Host": {"b"}, "X-B": {"default"}, "X-C": {"c"}}, given, 3},
		{"POST", "http://a/2", http.Header{"X-B": {"default"}, "X-C": {"c"}}, []byte(`{"a":1}`), 1},
		{"PUT", "http://a/3", http.Header{"X-B": {"3:4"}, "X-C": {"c"}}, []byte{}, 1},
		{"HEAD", "http://a/4", http.Header{"X-B": {"default"}, "X-C": {"c"}}, given, 1},
		{"DELETE", "http://a/5", http.Header{"X-B": {"default"}, "X-C": {"c"}, "Authorization": {"Bearer t0ken-of-the-test"}}, given, 1},
		{"M-SEARCH", "http://a/6", http.Header{"X-B": {"default"}, "X-C": {"c"}, "X-Key": {"s3cret"}}, given, 1},
	}
	if diff := cmp.Diff(want, m.Requests); diff != "" {
		t.Error(diff)
	}
}

func TestReadJSON(t *testing.T) {
	t.Setenv("LOADLINE_TOKEN", "t0ken-of-the-test")
	text := "\ufeff" + `{"method":"POST","url":"http://a/1","header":{"X-A":["1","2"],"Authorization":["env:LOADLINE_TOKEN"]},"body":"Rk9P","weight":2}` + "\r\n" +
		"\n  \n" +
		`{"url":"http://a/2","header":null,"body":""}`
	m, err := Read(strings.NewReader(text), "t.json", "json",
		Flags{Method: "PUT", Headers: []string{"X-A: default"}, Bodies: []string{"given"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Request{
		{"POST", "http://a/1", http.Header{"X-A": {"1", "2"}, "Authorization": {"t0ken-of-the-test"}}, []byte("FOO"), 2},
		{"PUT", "http://a/2", http.Header{"X-A": {"default"}}, []byte("given"), 1},
	}
	if diff := cmp.Diff(want, m.Requests); diff != "" {
		t.Error(diff)
	}
}

// A line has no greatest length, and memory is not the file's alone: vegeta's
// own reader stops without a word at 64 KiB.
func TestReadLongLines(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	for format, text := range map[string]string{
		"http": "GET http://a/\nX-Long: " + long + "\nGET http://a/" + long,
		"json": `{"method":"GET","url":"http://a/","header":{"X-Long":["` + long + `"]}}` + "\n" + `{"method":"GET","url":"http://a/` + long + `"}`,
	} {
		m, err := Read(iotest.OneByteReader(strings.NewReader(text)), Stdin, format, Flags{})
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Requests) != 2 || m.Requests[0].Header.Get("X-Long") != long || m.Requests[1].URL != "http://a/"+long {
			t.Errorf("%s: not what was written", format)
		}
	}
}

func TestReadFaults(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ format, text, want string }{
		{"http", "", `t.txt: no targets`},
		{"http", "# only a comment\n\n", `t.txt: no targets`},
		{"http", "http://a/\n", `t.txt:1: want "METHOD URL", found "http://a/"`},
		{"http", "get http://a/\n", `t.txt:1: want "METHOD URL", found "get"`},
		{"http", "GET\n", `t.txt:1: want "METHOD URL", found "GET"`},
		{"http", "\n\nGET /path\n", `t.txt:3: URL "/path": want http://`},
		{"http", "GET http://a/ HTTP/1.1\n", `t.txt:1: URL "http://a/ HTTP/1.1": has a space`},
		{"http", "GET http://me:hunter22@a:x/\n", `t.txt:1: URL "http://[redacted]@a:x/"`},
		{"http", "CONNECT http://a/\nX-A: 1\n", `t.txt:1: method "CONNECT"`},
		{"http", "GET http://a/\nX-A hunter22\n", `t.txt:2: header "X-A"`},
		{"http", "GET http://a/\nX-A:\n", `t.txt:2: header "X-A"`},
		{"http", "GET http://a/\nX A: hunter22\n", `t.txt:2: header "X A"`},
		{"http", "GET http://a/\nX-A: hun\rter22\n", `t.txt:2: header "X-A": the value has a control character (0x0d)`},
		{"http", "GET http://a/\n\nAuthorization: hunter22\n", `t.txt:3: want "METHOD URL", found "Authorization"`},
		{"http", "GET http://a/\n@missing.json\n", `t.txt:2: body file "missing.json": no such file`},
		{"http", "GET http://a/\n@\n", `t.txt:2: body file "": no path`},
		{"http", "GET http://a/\n@.\n", `t.txt:2: body file ".": is a directory`},
		{"http", "@body\n", `t.txt:1: want "METHOD URL"`},
		{"http", "GET http://a/\nX-A: env:LOADLINE_MISSING\n", `t.txt:2: header "X-A": env:"LOADLINE_MISSING"`},
		{"http", "GET http://a/\nX-A: file:missing\n", `t.txt:2: header "X-A": file:"missing": no such file`},
		{"http", "#loadline: weight=2\nGET http://a/\n", `t.txt:1: #loadline: stands below`},
		{"http", "GET http://a/\n#loadline: wieght=2\n", `t.txt:2: #loadline: "wieght=2": want weight=N`},
		{"http", "GET http://a/\n#loadline: weight=0\n", `t.txt:2: #loadline: "weight=0"`},
		{"http", "GET http://a/\n#loadline: weight=1000001\n", `want weight=N with N from 1 to 1000000`},
		{"http", "GET http://a/\n\nGET http://b/\nTransfer-Encoding: chunked\n", `t.txt:3: header "Transfer-Encoding"`},
		{"http", "GET http://a/\nX-A: \xff\n", `t.txt:2: not UTF-8`},
		{"http", "\xff\xfeG\x00E\x00T\x00", `t.txt:1: not UTF-8`},
		{"json", "", `t.txt: no targets`},
		{"json", "# comment\n", `t.txt:1: want a JSON object on one line, found "#"`},
		{"json", "[]\n", `t.txt:1: want a JSON object`},
		{"json", "{\n\"method\":\"GET\"}\n", `t.txt:1: broken JSON: the object does not end on its line`},
		{"json", `{"method":"GET","url":"http://a"}{}`, `t.txt:1: more than one`},
		{"json", `{"method":"GET","url":"http://a"},`, `t.txt:1: more than one`},
		{"json", `{"method":"GET"}`, `t.txt:1: key "url" is missing`},
		{"json", "\n" + `{"url":"http://a"}`, `t.txt:2: key "method" is missing`},
		{"json", `{"method":"GET","URL":"http://a"}`, `t.txt:1: unknown key "URL"`},
		{"json", `{"method":"GET","url":"http://a","headers":{}}`, `t.txt:1: unknown key "headers"`},
		{"json", `{"method":"GET","url":"http://a","url":"http://b"}`, `t.txt:1: key "url" comes twice`},
		{"json", `{"method":"GET","url":1}`, `t.txt:1: key "url": is a number, want a string`},
		{"json", `{"method":"GET","url":"http://a","body":"hunter22!"}`, `t.txt:1: key "body": want a string in base64`},
		{"json", `{"method":"GET","url":"http://a","header":[]}`, `t.txt:1: key "header": want an object of lists`},
		{"json", `{"method":"GET","url":"http://a","header":{"X":"hunter22"}}`, `t.txt:1: key "header": is a string, want an object of lists`},
		{"json", `{"method":"GET","url":"http://a","header":{"X":[]}}`, `t.txt:1: header "X": no value`},
		{"json", `{"method":"GET","url":"http://a","header":{"X":["a\r\nb"]}}`, `t.txt:1: header "X": the value has a control character`},
		{"json", `{"method":"GET","url":"http://a","header":{"X":["1"],"X":["2"]}}`, `t.txt:1: key "X" comes twice`},
		{"json", `{"method":"GET","url":"http://a","weight":0}`, `t.txt:1: weight 0: want 1 to 1000000`},
		{"json", `{"method":"GET","url":"http://a","weight":1.5}`, `t.txt:1: key "weight": is a number 1.5, want a whole number`},
		{"json", `{"method":"GET","url":"http://a\u0000"}`, `t.txt:1: URL "http://a\x00"`},
		{"json", `{"method":"GET","url":"http://a"`, `t.txt:1: broken JSON`},
		{"json", `{"method" "GET"}`, `t.txt:1:`},
		{"xml", "GET http://a/\n", `target format "xml": want http or json`},
	} {
		_, err := Read(strings.NewReader(c.text), filepath.Join(dir, "t.txt"), c.format, Flags{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
		if err != nil && (strings.Contains(err.Error(), "hunter22") || strings.ContainsAny(err.Error(), "\x1b\r\n")) {
			t.Errorf("%q: the fault shows what it should not: %q", c.text, err)
		}
	}
}

// Faults of the flags that a target file is read with name the flag.
func TestReadFaultsOfFlags(t *testing.T) {
	for want, flags := range map[string]Flags{
		`--header: header "X"`:   {Headers: []string{"X"}},
		`--body: body file "/n"`: {Bodies: []string{"@/n"}},
		`--method: method "A B"`: {Method: "A B"},
	} {
		_, err := Read(strings.NewReader("GET http://a/"), "t", "http", flags)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestReadFile(t *testing.T) {
	path := file(t, "t.txt", "GET http://a/\n")
	in := strings.NewReader("GET http://in/")
	for _, c := range []struct {
		path      string
		stdin     io.Reader
		url, want string
	}{
		{path, nil, "http://a/", ""},
		{Stdin, in, "http://in/", ""},
		{Stdin, nil, "", "standard input is taken"},
		{path + "x", nil, "", `no such file`},
		{filepath.Dir(path), nil, "", `is a directory`},
	} {
		m, err := ReadFile(c.path, "http", Flags{Stdin: c.stdin})
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %s", c.path, err, c.want)
		}
		if c.want == "" && (err != nil || m.Requests[0].URL != c.url) {
			t.Errorf("%s: %v %v", c.path, m, err)
		}
	}
}

// A stream that breaks off is a fault, never a shorter list.
func TestReadBrokenStream(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("GET http://a/\n\nGET http://b/\n"), iotest.ErrReader(errors.New("gone")))
	_, err := Read(broken, "t.txt", "http", Flags{})
	if err == nil || err.Error() != "t.txt:4: gone" {
		t.Error(err)
	}
}

// Targets with the same body file share its bytes.
func TestBodiesAreReadOnce(t *testing.T) {
	path := file(t, "b", "body")
	text := strings.Repeat("POST http://a/\n@"+path+"\n", 3)
	m, err := Read(strings.NewReader(text), Stdin, "http", Flags{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range m.Requests {
		if &r.Body[0] != &m.Requests[0].Body[0] || !bytes.Equal(r.Body, []byte("body")) {
			t.Error("a body of its own")
		}
	}
}
