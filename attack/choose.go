package attack

import (
	"context"
	"fmt"

	"loadline/attack/engine"
	"loadline/attack/fast"
	"loadline/attack/generator"
	"loadline/attack/vegeta"
	"loadline/targets"
)

// Auto lets loadline choose the engine.
const Auto = "auto"

// choose makes the engine of that name. Auto is fast, or vegeta where fast
// cannot do what the options ask; why says which it was and what was in the way.
func choose(name string, o engine.Options, mix *targets.Mix) (made engine.Engine, why string, err error) {
	switch name {
	case vegeta.Name:
		made, err = wrap(vegeta.New(o, mix))
		return made, "as asked", err
	case fast.Name:
		made, err = wrap(fast.New(o, mix))
		return made, "as asked", err
	case Auto, "":
		if refusal := fast.Refuse(o); refusal != nil {
			made, err = wrap(vegeta.New(o, mix))
			return made, refusal.Error(), err
		}
		made, err = wrap(fast.New(o, mix))
		return made, "it costs the least and can do all that is asked", err
	}
	return nil, "", fmt.Errorf("engine %q: want %s, %s or %s", name, Auto, fast.Name, vegeta.Name)
}

// wrap keeps a nil engine from becoming an interface that is not nil.
func wrap[E engine.Engine](made E, err error) (engine.Engine, error) {
	if err != nil {
		return nil, err
	}
	return made, nil
}

// Ceiling is how many requests a second the engine that was taken can do
// against a server in this process that does nothing else. It takes a second.
func (a *Attacker) Ceiling(ctx context.Context) (rps float64, err error) {
	return generator.Ceiling(ctx, func(url string) (engine.Engine, error) {
		mix, err := targets.NewMix(targets.Request{URL: url})
		if err != nil {
			return nil, err
		}
		made, _, err := choose(a.engine.Name(), engine.Options{KeepAlive: true}, mix)
		return made, err
	})
}

// Preflight makes room for the run on this machine as far as it may, and says
// in words what will not suffice: file descriptors, or local ports for so many
// requests a second (0: not known).
func (a *Attacker) Preflight(rate float64) []string {
	o := &a.config.Options
	wanted := o.MaxInFlight
	if o.Connections > 0 {
		wanted = min(wanted, o.Connections)
	}
	return generator.Preflight(generator.Demand{InFlight: wanted, KeepAlive: o.KeepAlive, Rate: rate})
}
