package servers

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"
)

// NginxConfig describes an nginx that answers 200 with a few static bytes.
type NginxConfig struct {
	Limit    int    // more requests at a time get 503 (limit_conn); 0: none
	Upstream string // "host:port" to pass requests on to; "": the static answer
}

var nginxConfig = template.Must(template.New("nginx").Parse(`
daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
	access_log off;
	keepalive_requests 1000000;
	client_body_temp_path body;
	proxy_temp_path proxy;
	fastcgi_temp_path fastcgi;
	uwsgi_temp_path uwsgi;
	scgi_temp_path scgi;
	{{if .Limit}}limit_conn_zone "all" zone=inflight:64k;{{end}}
	server {
		listen 127.0.0.1:{{.Port}} backlog=4096;
		location = /healthz { return 200; }
		location / {
			{{if .Limit}}limit_conn inflight {{.Limit}};{{end}}
			{{if .Upstream}}proxy_pass http://{{.Upstream}};{{else}}return 200 "hello\n";{{end}}
		}
	}
}
`))

// Nginx starts nginx with one worker and returns its URL.
func Nginx(t testing.TB, config NginxConfig) string {
	t.Helper()
	path := program(t, "nginx", "nginx-light")
	const tries = 5 // another program may take the port before nginx does
	for range tries {
		dir, port := t.TempDir(), freePort(t)
		var text strings.Builder
		if err := nginxConfig.Execute(&text, struct {
			NginxConfig
			Port string
		}{config, port}); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "nginx.conf")
		if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		p := start(t, exec.Command(path, "-e", "stderr", "-p", dir, "-c", file))
		if p.ready(t, "127.0.0.1:"+port) {
			return "http://127.0.0.1:" + port
		}
		if !strings.Contains(p.output.String(), "Address already in use") {
			t.Fatalf("nginx ended: %s", p.output.String())
		}
	}
	t.Fatalf("nginx found no free port in %d tries", tries)
	return ""
}
