package cmd

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError makes every bad flag a usage error that says what is wanted, and
// what was probably meant or where help is.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("see %s --help", cmd.CommandPath())
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return withHint(usage(err), hint)
	}
	flag, value := invalid.GetFlag(), invalid.GetValue()
	if want := wanted[flag.Value.Type()]; want != "" {
		err = fmt.Errorf("--%s %q: want %s", flag.Name, value, want)
	}
	if likely := meant(flag.Value.Type(), value); likely != "" {
		hint = "did you mean " + likely + "?"
	}
	return withHint(usage(err), hint)
}

// wanted is what values of a type of flag look like.
var wanted = map[string]string{
	"duration": "a duration, as 5s, 300ms or 2m", "float64": "a number", "int": "a whole number",
	"uint64": "a whole number, 0 or more", "bool": "true or false",
	"float64Slice": "numbers, separated by commas", "intSlice": "whole numbers, separated by commas",
}

var numeral = regexp.MustCompile(`^[0-9]+([.][0-9]+)?`)

// meant is what a value of a type was probably meant to be; "": who knows.
func meant(kind, value string) string {
	number := numeral.FindString(value)
	rest := value[len(number):]
	switch {
	case number == "":
		return ""
	case kind == "duration" && rest == "":
		return value + "s"
	case kind == "float64" && rest == "%":
		return share(number)
	case kind == "float64" && (rest == "/s" || rest == "rps" || rest == "r/s" || rest == "req/s"):
		return number
	}
	return ""
}

// share is a number of per cent as a ratio; "" where it is none.
func share(number string) string {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n < 1 || n > 100 {
		return ""
	}
	return strconv.FormatFloat(n/100, 'g', 6, 64)
}

// asShare asks whether a ratio was meant in per cent.
func asShare(n float64) string {
	if likely := share(strconv.FormatFloat(n, 'f', -1, 64)); likely != "" {
		return fmt.Sprintf(" (did you mean %s?)", likely)
	}
	return ""
}
