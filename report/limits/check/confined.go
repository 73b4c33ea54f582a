package check

import (
	"bytes"
	"fmt"
)

// Confined is an nginx configuration that writes nothing outside dir, as far
// as it does not ask for it: the same, with its log off and its temporary
// folders there, and every line where it was.
func Confined(text []byte, dir string) []byte {
	var settings bytes.Buffer
	settings.WriteString(" access_log off;")
	for _, body := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&settings, " %s_temp_path %q;", body, dir+"/"+body)
	}
	for _, d := range directives(text) {
		if d.words[0] == "http" && d.opens > 0 {
			return bytes.Join([][]byte{text[:d.opens], settings.Bytes(), text[d.opens:]}, nil)
		}
	}
	return text
}
