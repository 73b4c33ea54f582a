// Package keda checks the keda format with KEDA's own API, strictly, and the
// trigger's metadata with the fields that KEDA's scaler declares.
package keda

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	keda "github.com/kedacore/keda/v2/apis/keda/v1alpha1"

	"loadline/report/limits/validators"
)

func TestKEDA(t *testing.T) {
	validators.Catches(t, "keda", func(variant validators.Variant, text []byte) error {
		var object keda.ScaledObject
		if err := validators.Strictly(text, &object); err != nil {
			return err
		}
		if err := validators.Is(object.APIVersion, object.Kind, "keda.sh/v1alpha1", "ScaledObject"); err != nil {
			return err
		}
		if object.Name == "" || object.Spec.ScaleTargetRef == nil || object.Spec.ScaleTargetRef.Name != variant.Limit.Service {
			return fmt.Errorf("it does not scale %s", variant.Limit.Service)
		}
		if err := keda.CheckReplicaCountBoundsAreValid(&object); err != nil {
			return err
		}
		if err := keda.ValidateTriggers(object.Spec.Triggers); err != nil {
			return err
		}
		return trigger(object.Spec.Triggers[0], variant.Limit.InFlight)
	})
}

func trigger(t keda.ScaleTriggers, limit int) error {
	fields, err := prometheus()
	if err != nil {
		return err
	}
	for name := range t.Metadata {
		if !strings.Contains(fields[name], "triggerMetadata") {
			return fmt.Errorf("the prometheus scaler has no %s", name)
		}
	}
	for name, tag := range fields {
		if !strings.Contains(tag, "optional") && !strings.Contains(tag, "default") && t.Metadata[name] == "" {
			return fmt.Errorf("the prometheus scaler wants %s", name)
		}
	}
	threshold, err := strconv.ParseFloat(t.Metadata["threshold"], 64)
	if err != nil || threshold != 0.75*float64(limit) || t.Type != "prometheus" || t.MetricType != "AverageValue" {
		return fmt.Errorf("the trigger is not three quarters of the limit: %+v, %v", t, err)
	}
	return nil
}

// prometheus are the fields of KEDA's scaler, read from its source: to compile
// it would take all clouds' libraries.
var prometheus = sync.OnceValues(func() (map[string]string, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/kedacore/keda/v2").Output()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(strings.TrimSpace(string(dir)), "pkg", "scalers", "prometheus_scaler.go")
	source, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return nil, err
	}
	fields := map[string]string{}
	ast.Inspect(source, func(node ast.Node) bool {
		if field, ok := node.(*ast.Field); ok && field.Tag != nil {
			tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("keda")
			if name, rest, ok := strings.Cut(strings.TrimPrefix(tag, "name="), ","); ok {
				fields[name] = rest
			}
		}
		return true
	})
	if len(fields) < 5 {
		return nil, fmt.Errorf("%s declares only %d fields", path, len(fields))
	}
	return fields, nil
})
