package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

// sections in the order in which they run.
var sections = []struct {
	name string
	run  func(*table) error
}{
	{"wire", onTheWire},
	{"service", knownServiceTimes},
	{"freeze", frozen},
	{"little", littlesLaw},
	{"agree", agreement},
}

func main() {
	capturing := flag.Int("capture", 0, "watch this port until standard input ends (validate starts itself so)")
	serving := flag.Bool("serve", false, "be the server (validate starts itself so)")
	only := flag.String("only", "", "sections to run, separated by commas")
	flag.Parse()
	var err error
	switch {
	case *capturing != 0:
		err = captureUntilTold(*capturing)
	case *serving:
		err = serve()
	default:
		err = run(*only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "validate:", err)
		os.Exit(1)
	}
}

func run(only string) error {
	t := &table{}
	for _, section := range sections {
		if only != "" && !strings.Contains(","+only+",", ","+section.name+",") {
			continue
		}
		if err := section.run(t); err != nil {
			return fmt.Errorf("%s: %w", section.name, err)
		}
	}
	return t.verdict()
}
