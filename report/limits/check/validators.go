package check

import "context"

// validator checks a subject in its scratch folder.
type validator func(context.Context, subject) (Result, error)

// validators are the formats' own. Those of clusters are not run: they talk to
// whatever cluster the user happens to be logged in to.
var validators = map[string]validator{
	"nginx":         unless(nginxActing, nginx),
	"haproxy":       unless(haproxyActing, tool("haproxy", "-c", "-f", file)),
	"haproxy-queue": unless(haproxyActing, tool("haproxy", "-c", "-f", file)),
	"envoy":         unless(envoyActing, tool("envoy", "--mode", "validate", "-c", file)),
	"istio":         tool("istioctl", "validate", "-f", file),
	"istio-sidecar": tool("istioctl", "validate", "-f", file),
	"kubernetes":    unverifiable("kubectl apply --server-side --dry-run=server -f FILE"),
	"keda":          unverifiable("kubectl apply --dry-run=server -f FILE"),
	"knative":       unverifiable("kubectl apply --dry-run=server -f FILE"),
	"cloudrun":      unverifiable("gcloud run services replace --dry-run FILE"),
	"traefik":       unverifiable("start Traefik with it and look for the middleware in /api/http/middlewares"),
	"caddy":         unless(caddyActing, tool("caddy", "validate", "--adapter", "caddyfile", "--config", file)),
	"go":            goVet,
	"uvicorn":       python,
	"gunicorn":      python,
	"systemd":       systemd,
	"compose":       compose,
	"env":           tool("sh", "-n", file),
	"json":          readJSON,
}
