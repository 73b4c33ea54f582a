// Package compose checks the compose format with Compose's own library, over
// a base file as a user would have it.
package compose

import (
	"fmt"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"

	"loadline/report/limits/validators"
)

func TestCompose(t *testing.T) {
	validators.Catches(t, "compose", func(variant validators.Variant, text []byte) error {
		base := fmt.Sprintf("services:\n  %q:\n    image: base\n", variant.Limit.Service)
		project, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
			WorkingDir: t.TempDir(),
			ConfigFiles: []types.ConfigFile{
				{Filename: "base.yaml", Content: []byte(base)},
				{Filename: "over.yaml", Content: text},
			},
		}, func(o *loader.Options) { o.SetProjectName("test", true) })
		if err != nil {
			return err
		}
		service, err := project.GetService(variant.Limit.Service)
		if err != nil {
			return err
		}
		limits := service.Deploy.Resources.Limits
		if limits.NanoCPUs != 1.334 || int64(limits.MemoryBytes) != 668<<20 || limits.Pids != 80 {
			return fmt.Errorf("the limits are %+v", *limits)
		}
		return nil
	})
}
