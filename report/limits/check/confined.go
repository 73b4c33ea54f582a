package check

import (
	"bytes"
	"fmt"
)

// Confined is an nginx configuration that writes nothing outside dir: the
// same, with its logs off and its temporary folders there.
func Confined(text []byte, dir string) []byte {
	var confined bytes.Buffer
	confined.WriteString("http {\n    access_log off;\n")
	for _, body := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&confined, "    %s_temp_path %q;\n", body, dir+"/"+body)
	}
	return bytes.Replace(text, []byte("http {\n"), confined.Bytes(), 1)
}
