package cmd

import (
	"regexp"
	"strings"

	"loadline/targets"
)

// veil stands for what is not shown.
const veil = "[redacted]"

// secretive are the flags whose values may be secret, whatever they look like.
var secretive = map[string]func(string) string{
	"-H": veilHeader, "--header": veilHeader, "-d": veilBody, "--body": veilBody, "--proxy": veilURL,
}

// veiled is the arguments with everything hidden that may be a secret by its
// place: the values of headers and bodies that were typed, and who a URL
// names. References to where a secret is (env:NAME, file:PATH, @file) stay.
func veiled(args []string) []string {
	var out []string
	var hide func(string) string
	for _, arg := range args {
		name, value, assigned := strings.Cut(arg, "=")
		switch short := arg[:min(2, len(arg))]; {
		case hide != nil:
			arg, hide = hide(arg), nil
		case secretive[arg] != nil:
			hide = secretive[arg]
		case assigned && secretive[name] != nil:
			arg = name + "=" + secretive[name](value)
		case len(arg) > 2 && !strings.HasPrefix(arg, "--") && secretive[short] != nil:
			arg = short + secretive[short](arg[2:])
		default:
			arg = veilURL(arg)
		}
		out = append(out, arg)
	}
	return out
}

func veilHeader(text string) string {
	name, value, found := strings.Cut(text, ":")
	if !found || strings.Contains(value, "env:") || strings.Contains(value, "file:") {
		return text
	}
	return name + ": " + veil
}

func veilBody(text string) string {
	if strings.HasPrefix(text, "@") || text == "" {
		return text
	}
	return veil
}

// userinfo is what stands between the scheme and the host of a URL.
var userinfo = regexp.MustCompile(`(//)[^/?#\s"]*@`)

// veilURL hides the user of a URL, credentials in its query, and what follows
// beyond that.
func veilURL(text string) string {
	text = targets.HideQuery(text)
	if !strings.Contains(text, "//") {
		return text
	}
	text = userinfo.ReplaceAllString(text, "${1}"+veil+"@")
	before, _, found := strings.Cut(text, "#")
	if found {
		return before + "#" + veil
	}
	return text
}
