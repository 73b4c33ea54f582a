package limits

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"strconv"
	"text/template"
)

//go:embed templates
var files embed.FS

var templates = template.Must(template.New("").
	Funcs(template.FuncMap{"quote": strconv.Quote}).
	Option("missingkey=error").
	ParseFS(files, "templates/*.tmpl"))

// Render writes the limit in the format of that name. It writes the whole file
// or, with an error, nothing: a limit that is not valid, an unknown
// format, or an *Unfit.
func Render(w io.Writer, format string, l Limit) error {
	f, err := Named(format)
	if err != nil {
		return err
	}
	if err := l.Validate(); err != nil {
		return err
	}
	share, err := f.Share(l)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := f.write(&text, view{Limit: l, Share: share, Format: f}); err != nil {
		return fmt.Errorf("render %s: %w", f.Name, err)
	}
	_, err = w.Write(text.Bytes())
	return err
}

func (f Format) write(w io.Writer, v view) error {
	if f.Name == "json" {
		return writeJSON(w, v)
	}
	return templates.ExecuteTemplate(w, or(f.template, f.File)+".tmpl", v)
}
