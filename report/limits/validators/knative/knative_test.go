// Package knative checks the knative and cloudrun formats with Knative's own
// API: strictly, and with its Validate.
package knative

import (
	"context"
	"fmt"
	"testing"

	"knative.dev/pkg/apis"
	"knative.dev/serving/pkg/apis/autoscaling"
	serving "knative.dev/serving/pkg/apis/serving/v1"

	"loadline/report/limits/validators"
	"loadline/report/limits/validators/resources"
)

func TestKnative(t *testing.T)  { catches(t, "knative") }
func TestCloudRun(t *testing.T) { catches(t, "cloudrun") }

func catches(t *testing.T, format string) {
	validators.Catches(t, format, func(variant validators.Variant, text []byte) error {
		var service serving.Service
		if err := validators.Strictly(text, &service); err != nil {
			return err
		}
		if err := validators.Is(service.APIVersion, service.Kind, "serving.knative.dev/v1", "Service"); err != nil {
			return err
		}
		service.SetDefaults(context.Background())
		// Warnings are about the user's container, which is not ours to secure.
		if err := service.Validate(context.Background()).Filter(apis.ErrorLevel); err != nil {
			return err
		}
		concurrency := service.Spec.Template.Spec.ContainerConcurrency
		if concurrency == nil || *concurrency != int64(variant.Limit.InFlight) {
			return fmt.Errorf("containerConcurrency is %v", concurrency)
		}
		// Unknown annotations are anybody's, also to Validate.
		if format == "knative" && service.Spec.Template.Annotations[autoscaling.TargetUtilizationPercentageKey] != "75" {
			return fmt.Errorf("the annotations are %v", service.Spec.Template.Annotations)
		}
		if variant.Limit.Resources == nil {
			return nil
		}
		return resources.Check(service.Spec.Template.Spec.Containers[0].Resources)
	})
}
