package attack

import (
	"fmt"

	"loadline/attack/engine"
	"loadline/attack/vegeta"
)

// Auto lets loadline choose the engine.
const Auto = "auto"

// choose makes the engine that the configuration names. Auto takes the one
// that costs least among those that can do what the options ask, and why says
// which it was and, where it was not the first, what was in the way.
func choose(c Config) (made engine.Engine, why string, err error) {
	switch c.Engine {
	case vegeta.Name:
		made, err = vegeta.New(c.Options, c.Mix)
		return made, "asked for", err
	case Auto, "":
		made, err = vegeta.New(c.Options, c.Mix)
		return made, "the only engine", err
	}
	return nil, "", fmt.Errorf("engine %q: want %s or %s", c.Engine, Auto, vegeta.Name)
}
