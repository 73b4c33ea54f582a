package vegeta_test

import (
	"testing"

	"loadline/attack/engine"
	"loadline/attack/engine/enginetest"
	"loadline/attack/vegeta"
	"loadline/targets"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func(options engine.Options, mix *targets.Mix) (engine.Engine, error) {
		return vegeta.New(options, mix)
	})
}
