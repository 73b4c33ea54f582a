// Package traefik checks the traefik format with Traefik's own decoder, and
// drives Traefik's own middleware with what it decoded.
package traefik

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/traefik/paerser/file"
	"github.com/traefik/traefik/v3/pkg/config/dynamic"
	"github.com/traefik/traefik/v3/pkg/middlewares/headers"
	"github.com/traefik/traefik/v3/pkg/middlewares/inflightreq"

	"loadline/report/limits/limitstest"
	"loadline/report/limits/validators"
)

func TestTraefik(t *testing.T) {
	validators.Catches(t, "traefik", func(variant validators.Variant, text []byte) error {
		config, err := decode(text)
		if err != nil {
			return err
		}
		if err := connected(config.HTTP); err != nil {
			return err
		}
		limit, err := limiting(config.HTTP)
		if err != nil {
			return err
		}
		if want := int64(variant.Limit.InFlight / variant.Limit.Proxies); limit.Amount != want {
			return fmt.Errorf("amount is %d, want %d", limit.Amount, want)
		}
		return nil
	}, "http.routers.*") // a router's name is anybody's choice
}

func decode(text []byte) (*dynamic.Configuration, error) {
	var config dynamic.Configuration
	if err := file.DecodeContent(string(text), ".yaml", &config); err != nil {
		return nil, err
	}
	if config.HTTP == nil {
		return nil, fmt.Errorf("it has no http section")
	}
	return &config, nil
}

// connected checks that every name that is used is declared.
func connected(config *dynamic.HTTPConfiguration) error {
	for name, router := range config.Routers {
		if config.Services[router.Service] == nil || router.Rule == "" || router.Priority == 0 {
			return fmt.Errorf("router %s leads nowhere: %+v", name, router)
		}
		for _, middleware := range router.Middlewares {
			if config.Middlewares[middleware] == nil {
				return fmt.Errorf("router %s names no middleware %s", name, middleware)
			}
		}
	}
	for name, service := range config.Services {
		if service.LoadBalancer == nil || len(service.LoadBalancer.Servers) != 1 || service.LoadBalancer.Servers[0].URL == "" {
			return fmt.Errorf("service %s has no server", name)
		}
	}
	return nil
}

// limiting is the middleware that counts, by the header that another one sets.
func limiting(config *dynamic.HTTPConfiguration) (*dynamic.InFlightReq, error) {
	var limit *dynamic.InFlightReq
	set := map[string]string{}
	for _, middleware := range config.Middlewares {
		if middleware.InFlightReq != nil {
			limit = middleware.InFlightReq
		}
		if middleware.Headers != nil {
			set = middleware.Headers.CustomRequestHeaders
		}
	}
	if limit == nil || limit.SourceCriterion == nil || set[limit.SourceCriterion.RequestHeaderName] == "" {
		return nil, fmt.Errorf("nothing counts by a constant: %+v, %v", limit, set)
	}
	return limit, nil
}

// Clients with ten Host headers share one count.
func TestTraefiksMiddlewareHoldsTheLimit(t *testing.T) {
	for _, variant := range validators.Variants(t, "traefik") {
		if !strings.HasPrefix(variant.Name, "plain, limit 8,") {
			continue
		}
		config, err := decode(variant.Text)
		if err != nil {
			t.Fatal(err)
		}
		service := limitstest.NewService(t, 50*time.Millisecond)
		server := httptest.NewServer(hosts(chain(t, config.HTTP, service)))
		t.Cleanup(server.Close)
		tally := limitstest.Press{URL: server.URL, Clients: 64, Done: 80}.Run(t, service)
		if service.Peak() != 8 || tally.OK == 0 || tally.Statuses[http.StatusTooManyRequests] == 0 || len(tally.Statuses) != 2 || tally.Sick > 0 {
			t.Errorf("in flight %d, want 8; %+v", service.Peak(), tally)
		}
		return
	}
	t.Fatal("there is no variant to drive")
}

// chain is what Traefik makes of the routers, by hand.
func chain(t *testing.T, config *dynamic.HTTPConfiguration, service *limitstest.Service) http.Handler {
	t.Helper()
	var handler http.Handler = httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: service.Address})
	direct := handler
	ctx, names := context.Background(), config.Routers["service"].Middlewares
	for i := len(names) - 1; i >= 0; i-- {
		var err error
		if middleware := config.Middlewares[names[i]]; middleware.InFlightReq != nil {
			handler, err = inflightreq.New(ctx, handler, *middleware.InFlightReq, names[i])
		} else {
			handler, err = headers.New(ctx, handler, *middleware.Headers, names[i])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/", handler)
	mux.Handle(limitstest.HealthPath, direct)
	return mux
}

// hosts lets requests come with ten different Host headers.
func hosts(next http.Handler) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = fmt.Sprintf("host%d", n.Add(1)%10)
		next.ServeHTTP(w, r)
	})
}
