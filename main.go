// Command loadline finds the most work a service can carry, and the in-flight
// limit that keeps it afloat.
package main

import (
	"os"

	"loadline/cmd"
)

func main() { os.Exit(cmd.Main()) }
