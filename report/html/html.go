package html

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"

	"loadline/report"
)

//go:embed page.tmpl
var pageText string

//go:embed style.css
var style string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"figures": figuresOf,
	"strip":   stripPicture,
	"named":   func(name string, t report.Table) named { return named{name, t} },
	"pieces":  pieces,
	"looks":   func() []look { return looks },
}).Parse(pageText))

// Write writes the page. The same report gives the same bytes.
func Write(w io.Writer, rep *report.Report) error {
	var b bytes.Buffer
	err := page.Execute(&b, struct {
		*report.Report
		Style template.CSS
	}{rep, template.CSS(style)})
	if err != nil {
		return fmt.Errorf("lay out the page: %w", err)
	}
	_, err = w.Write(b.Bytes())
	return err
}

// The embedded result stands between these.
const (
	before = `<script type="application/json" id="loadline-result">`
	after  = `</script>`
)

// Embedded is the result that a page carries, as JSON.
func Embedded(page []byte) ([]byte, error) {
	_, rest, found := bytes.Cut(page, []byte(before))
	text, _, closed := bytes.Cut(rest, []byte(after))
	if !found || !closed {
		return nil, errors.New("the page carries no result")
	}
	return text, nil
}

// named is a table with its caption.
type named struct {
	Name  string
	Table report.Table
}
