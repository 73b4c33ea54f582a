package limits

// Formats are all formats, in the order in which they are listed.
var Formats = []Format{
	{
		Name: "nginx", File: "nginx.conf",
		Over:  "503 with Retry-After, at once",
		Scope: "one nginx, all its workers together",
		Proof: "nginx -t; driven with 64 clients: exactly the limit, aborting clients included",
		Check: "nginx -t -c $PWD/FILE", comment: "#", shown: throughProxy, sharing: perProxy, most: 65535,
	},
	{
		Name: "haproxy", File: "haproxy.cfg",
		Over:  "503 with Retry-After, at once",
		Scope: "one HAProxy process, all its threads together",
		Proof: "haproxy -c; driven with 64 clients: exactly the limit, aborting clients included",
		Check: "haproxy -c -f FILE", comment: "#", shown: throughProxy, sharing: perProxy,
	},
	{
		Name: "haproxy-queue", File: "haproxy-queue.cfg", template: "haproxy.cfg",
		Over:  "waits up to a second in a queue; 503 with Retry-After where it is full",
		Scope: "one HAProxy process, all its threads together",
		Proof: "haproxy -c; driven with 64 clients: exactly the limit, aborting clients included",
		Check: "haproxy -c -f FILE", comment: "#", shown: throughProxy, queues: true, sharing: perProxy,
	},
	{
		Name: "envoy", File: "envoy.yaml",
		Over:  "503 with Retry-After; over HTTP/1.1 as many may wait for a connection first",
		Scope: "one Envoy, best effort",
		Proof: "strict decoding and validation by Envoy's protos; not run against Envoy",
		Check: "envoy --mode validate -c FILE", comment: "#", shown: throughProxy, queues: true, sharing: perProxy,
	},
	{
		Name: "istio", File: "istio.yaml",
		Over: "503 from the client's sidecar", fixed: true,
		Scope: "each client's sidecar",
		Proof: "strict decoding by Istio's API; not run against Istio",
		Check: "istioctl validate -f FILE", comment: "#", queues: true, sharing: perProxy,
	},
	{
		Name: "istio-sidecar", File: "istio-sidecar.yaml",
		Over: "503 from the service's sidecar", fixed: true,
		Scope: "each pod of the service",
		Proof: "strict decoding by Istio's API; not run against Istio",
		Check: "istioctl validate -f FILE", comment: "#", queues: true, sharing: whole,
	},
	{
		Name: "kubernetes", File: "kubernetes.yaml",
		Over:  "nothing is refused; pods are added from three quarters of the limit on",
		Scope: "each pod of the service",
		Proof: "strict decoding by Kubernetes' API; not run in a cluster",
		Check: "kubectl apply --server-side --dry-run=server -f FILE", comment: "#", fixed: true, shown: nothing, sharing: whole,
	},
	{
		Name: "keda", File: "keda.yaml",
		Over:  "nothing is refused; pods are added from three quarters of the limit on",
		Scope: "each pod of the service",
		Proof: "strict decoding by KEDA's API and its trigger check; not run in a cluster",
		Check: "kubectl apply --dry-run=server -f FILE", comment: "#", fixed: true, shown: nothing, sharing: whole,
	},
	{
		Name: "knative", File: "knative.yaml",
		Over: "waits, ten times the limit at most; then 503", fixed: true,
		Scope: "each pod of the service",
		Proof: "strict decoding and Validate of Knative's API; not run in a cluster",
		Check: "kubectl apply --dry-run=server -f FILE", comment: "#", sharing: whole, most: 1000,
	},
	{
		Name: "cloudrun", File: "cloudrun.yaml",
		Over: "another instance is started; 429 where there may be no more", fixed: true,
		Scope: "each instance of the service",
		Proof: "strict decoding and Validate of Knative's API; not run on Cloud Run",
		Check: "gcloud run services replace --dry-run FILE", comment: "#", sharing: whole, most: 1000,
	},
	{
		Name: "traefik", File: "traefik.yaml",
		Over: "429 at once, without Retry-After", fixed: true,
		Scope: "one router of one Traefik",
		Proof: "Traefik's own decoder, and its middleware driven with 64 clients; not run as a whole",
		Check: "start Traefik with it and look for it in /api/http/middlewares", comment: "#", sharing: perProxy,
	},
	{
		Name: "caddy", File: "Caddyfile",
		Over:  "503 with Retry-After, at once",
		Scope: "one Caddy, each upstream",
		Proof: "caddy validate; driven with 64 clients: at most the limit, but clients that give up leak past it",
		Check: "caddy validate --config FILE", comment: "#", shown: throughProxy, sharing: perProxy,
	},
	{
		Name: "go", File: "inflight.go",
		Over:  "503 with Retry-After, at once or after waiting a second in a queue",
		Scope: "one process of the service",
		Proof: "compiled, vetted and driven with 64 clients: exactly the limit, aborting clients included",
		Check: "go vet FILE", comment: "//", queues: true, sharing: perWorker,
	},
	{
		Name: "uvicorn", File: "inflight_asgi.py",
		Over:  "503 with Retry-After, at once",
		Scope: "one worker process of the service",
		Proof: "driven with 64 clients: exactly the limit, aborting clients included",
		Check: "python3 -m py_compile FILE", comment: "#", sharing: perWorker,
	},
	{
		Name: "gunicorn", File: "gunicorn.conf.py",
		Over:  "503 with Retry-After, at once",
		Scope: "one worker process of the service, all its threads together",
		Proof: "driven with 64 clients: exactly the limit, aborting clients included",
		Check: "gunicorn --check-config -c FILE MODULE:APP", comment: "#", sharing: perWorker,
	},
	{
		Name: "systemd", File: "systemd.conf",
		Over:  "nothing is refused; the unit gets its CPU and memory",
		Scope: "the unit",
		Proof: "systemd-analyze verify without a word",
		Check: "systemd-analyze verify UNIT, with FILE in UNIT.d", comment: "#", fixed: true, shown: nothing, sharing: whole, unfit: unwatched,
	},
	{
		Name: "compose", File: "compose.loadline.yaml",
		Over:  "nothing is refused; the container gets its CPU and memory",
		Scope: "each container of the service",
		Proof: "strict loading by Compose's own library",
		Check: "docker compose -f BASE -f FILE config -q", comment: "#", fixed: true, shown: nothing, sharing: whole, unfit: unwatched,
	},
	{
		Name: "env", File: "limit.env",
		Over: "as its reader decides", Scope: "the whole service, and each proxy's and worker's share",
		Proof: "read back by a shell", Check: "sh -c '. ./FILE'", comment: "#", shown: throughProxy, queues: true, sharing: whole,
	},
	{
		Name: "json", File: "limit.json",
		Over: "as its reader decides", Scope: "the whole service, and each proxy's and worker's share",
		Proof: "read back strictly", Check: "jq . FILE", shown: throughProxy, queues: true, sharing: whole,
	},
}

// unwatched refuses a limit without resources where a file has nothing else to say.
func unwatched(l Limit) string {
	if l.Resources == nil {
		return "the result has no CPU and memory of the service: nobody watched them"
	}
	return ""
}
