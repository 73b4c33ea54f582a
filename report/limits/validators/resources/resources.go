// Package resources checks what strict decoding of Kubernetes' types does not:
// the names of resources, and that no limit is below its request.
package resources

import (
	"fmt"

	core "k8s.io/api/core/v1"
)

// Check wants limits of CPU and memory, and requests of neither or of both.
func Check(r core.ResourceRequirements) error {
	for _, name := range []core.ResourceName{core.ResourceCPU, core.ResourceMemory} {
		request, limit := r.Requests[name], r.Limits[name]
		if limit.Sign() <= 0 || limit.Cmp(request) < 0 {
			return fmt.Errorf("%s: request %s, limit %s", name, request.String(), limit.String())
		}
	}
	if len(r.Limits) != 2 || len(r.Requests) == 1 || len(r.Requests) > 2 {
		return fmt.Errorf("there are resources other than cpu and memory: %v", r)
	}
	for name := range r.Requests {
		if _, known := r.Limits[name]; !known {
			return fmt.Errorf("%s is requested and has no limit", name)
		}
	}
	return nil
}
