package fast_test

import (
	"testing"

	"loadline/attack/engine"
	"loadline/attack/engine/enginetest"
	"loadline/attack/fast"
	"loadline/targets"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func(options engine.Options, mix *targets.Mix) (engine.Engine, error) {
		return fast.New(options, mix)
	})
}
