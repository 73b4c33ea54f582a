// Package istio checks the istio formats with Istio's own API, strictly.
package istio

import (
	"encoding/json"
	"errors"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	networking "istio.io/api/networking/v1alpha3"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"loadline/report/limits/validators"
)

// resource is any of Istio's, its specification not yet decoded.
type resource struct {
	meta.TypeMeta   `json:",inline"`
	meta.ObjectMeta `json:"metadata"`
	Spec            json.RawMessage `json:"spec"`
}

func decode(text []byte, kind string, spec proto.Message) error {
	var r resource
	if err := validators.Strictly(text, &r); err != nil {
		return err
	}
	if err := validators.Is(r.APIVersion, r.Kind, "networking.istio.io/v1", kind); err != nil {
		return err
	}
	if r.Name == "" {
		return errors.New("it has no name")
	}
	return protojson.Unmarshal(r.Spec, spec)
}

func holds(pool *networking.ConnectionPoolSettings, limit int) error {
	want := int32(limit)
	if pool.GetTcp().GetMaxConnections() != want || pool.GetHttp().GetHttp2MaxRequests() != want || pool.GetHttp().GetHttp1MaxPendingRequests() == 0 {
		return errors.New("the pool is not the limit: " + pool.String())
	}
	return nil
}

func TestDestinationRule(t *testing.T) {
	validators.Catches(t, "istio", func(variant validators.Variant, text []byte) error {
		var rule networking.DestinationRule
		if err := decode(text, "DestinationRule", &rule); err != nil {
			return err
		}
		if rule.Host == "" {
			return errors.New("it has no host")
		}
		return holds(rule.GetTrafficPolicy().GetConnectionPool(), variant.Limit.InFlight/variant.Limit.Proxies)
	})
}

func TestSidecar(t *testing.T) {
	validators.Catches(t, "istio-sidecar", func(variant validators.Variant, text []byte) error {
		var sidecar networking.Sidecar
		if err := decode(text, "Sidecar", &sidecar); err != nil {
			return err
		}
		return holds(sidecar.GetInboundConnectionPool(), variant.Limit.InFlight)
	}, "spec.workloadSelector.labels.*")
}
