// Package kubernetes checks the kubernetes format with Kubernetes' own API,
// strictly.
package kubernetes

import (
	"fmt"
	"testing"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"

	"loadline/report/limits/validators"
	"loadline/report/limits/validators/resources"
)

func TestKubernetes(t *testing.T) {
	validators.Catches(t, "kubernetes", func(variant validators.Variant, text []byte) error {
		documents := validators.Documents(text)
		if variant.Limit.Resources != nil {
			if err := deployment(documents[0], variant.Limit.Service); err != nil {
				return err
			}
		}
		return autoscaler(documents[len(documents)-1], variant)
	})
}

func deployment(text []byte, name string) error {
	var d apps.Deployment
	if err := validators.Strictly(text, &d); err != nil {
		return err
	}
	if err := validators.Is(d.APIVersion, d.Kind, "apps/v1", "Deployment"); err != nil {
		return err
	}
	if d.Name != name || len(d.Spec.Template.Spec.Containers) != 1 || d.Spec.Template.Spec.Containers[0].Name != name {
		return fmt.Errorf("it does not name %s and its container", name)
	}
	return resources.Check(d.Spec.Template.Spec.Containers[0].Resources)
}

func autoscaler(text []byte, variant validators.Variant) error {
	var h autoscaling.HorizontalPodAutoscaler
	if err := validators.Strictly(text, &h); err != nil {
		return err
	}
	if err := validators.Is(h.APIVersion, h.Kind, "autoscaling/v2", "HorizontalPodAutoscaler"); err != nil {
		return err
	}
	if h.Name == "" || h.Spec.ScaleTargetRef.Name != variant.Limit.Service || h.Spec.ScaleTargetRef.Kind != "Deployment" ||
		h.Spec.ScaleTargetRef.APIVersion != "apps/v1" || h.Spec.MinReplicas == nil || h.Spec.MaxReplicas < *h.Spec.MinReplicas || len(h.Spec.Metrics) != 1 {
		return fmt.Errorf("it does not scale the Deployment: %+v", h.Spec)
	}
	metric := h.Spec.Metrics[0]
	if metric.Type != autoscaling.PodsMetricSourceType || metric.Pods == nil || metric.Pods.Metric.Name == "" ||
		metric.Pods.Target.Type != autoscaling.AverageValueMetricType || metric.Pods.Target.AverageValue == nil {
		return fmt.Errorf("it has no average over pods: %+v", metric)
	}
	if got, want := metric.Pods.Target.AverageValue.MilliValue(), int64(750*variant.Limit.InFlight); got != want {
		return fmt.Errorf("it scales at %d thousandths, want %d", got, want)
	}
	return nil
}
