package check

import (
	"bytes"
	"fmt"
)

// Confined is an nginx configuration that writes nothing outside dir: the
// same, with its logs off and its temporary folders there, and every line
// where it was.
func Confined(text []byte, dir string) []byte {
	var confined bytes.Buffer
	confined.WriteString("http { access_log off;")
	for _, body := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&confined, " %s_temp_path %q;", body, dir+"/"+body)
	}
	confined.WriteByte('\n')
	return bytes.Replace(text, []byte("http {\n"), confined.Bytes(), 1)
}
