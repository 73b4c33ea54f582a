// Package envoy checks the envoy format with Envoy's own protos: strict
// decoding, and their validation rules, those inside every Any included.
package envoy

import (
	"errors"
	"testing"

	bootstrap "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/anypb"
	"sigs.k8s.io/yaml"

	"loadline/report/limits/validators"
)

func TestEnvoy(t *testing.T) {
	validators.Catches(t, "envoy", func(variant validators.Variant, text []byte) error {
		config, err := decode(text)
		if err != nil {
			return err
		}
		return holds(config, variant)
	})
}

func decode(text []byte) (*bootstrap.Bootstrap, error) {
	json, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, err
	}
	var config bootstrap.Bootstrap
	if err := protojson.Unmarshal(json, &config); err != nil {
		return nil, err
	}
	return &config, validate(&config)
}

// holds checks that the numbers arrived where Envoy looks for them.
func holds(config *bootstrap.Bootstrap, variant validators.Variant) error {
	thresholds := config.StaticResources.Clusters[0].CircuitBreakers.Thresholds[0]
	want := uint32(variant.Limit.InFlight / variant.Limit.Proxies)
	if thresholds.MaxRequests.Value != want || thresholds.MaxConnections.Value != want || thresholds.MaxPendingRequests.Value == 0 {
		return errors.New("thresholds are not the limit: " + thresholds.String())
	}
	return nil
}

// validate runs the validation rules of a message and of every message
// inside it, through every Any, which the generated code does not open.
func validate(message proto.Message) error {
	if packed, ok := message.(*anypb.Any); ok {
		inner, err := packed.UnmarshalNew()
		if err != nil {
			return err
		}
		return validate(inner)
	}
	if rules, ok := message.(interface{ ValidateAll() error }); ok {
		if err := rules.ValidateAll(); err != nil {
			return err
		}
	}
	var all error
	message.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		all = errors.Join(all, validateField(field, value))
		return true
	})
	return all
}

func validateField(field protoreflect.FieldDescriptor, value protoreflect.Value) error {
	if field.Message() == nil || field.IsMap() {
		return nil
	}
	if !field.IsList() {
		return validate(value.Message().Interface())
	}
	var all error
	for i := range value.List().Len() {
		all = errors.Join(all, validate(value.List().Get(i).Message().Interface()))
	}
	return all
}
