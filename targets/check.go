package targets

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// check makes the request one that can be sent, or says what is wrong with
// it. What it finds in the way of credentials goes to found, and no error
// quotes it.
func (r *Request) check(found secrets) error {
	if r.Method == "" {
		r.Method = http.MethodGet
	}
	if r.Weight == 0 {
		r.Weight = 1
	}
	if r.Weight < 1 || r.Weight > MaxWeight {
		return fmt.Errorf("weight %d: want 1 to %d", r.Weight, MaxWeight)
	}
	if err := checkMethod(r.Method); err != nil {
		return err
	}
	if err := r.settleURL(found); err != nil {
		return err
	}
	return r.settleHeader(found)
}

func checkMethod(method string) error {
	switch {
	case !httpguts.ValidHeaderFieldName(method): // both are tokens (RFC 9110, 5.6.2)
		return fmt.Errorf("method %s: not a word", quoted(method))
	case method == http.MethodConnect:
		return fmt.Errorf("method %s: opens a tunnel and is not a request to a service", quoted(method))
	}
	return nil
}

// settleURL checks the URL and moves its userinfo into a header.
func (r *Request) settleURL(found secrets) error {
	u, err := parseURL(r.URL)
	if err != nil {
		return err
	}
	found.query(u.RawQuery)
	user := u.User
	u.User = nil
	r.URL = u.String()
	if user == nil {
		return nil
	}
	password, hasPassword := user.Password()
	found.add(password)
	if !hasPassword {
		found.add(user.Username()) // a token, then
	}
	if field(r.Header, "Authorization") == nil {
		pair := []byte(user.Username() + ":" + password)
		r.Header = withField(r.Header, "Authorization", "Basic "+base64.StdEncoding.EncodeToString(pair))
	}
	return nil
}

// settleHeader checks the headers, and takes out a Content-Length that says
// what goes without saying.
func (r *Request) settleHeader(found secrets) error {
	header := make(http.Header, len(r.Header))
	for name, values := range r.Header {
		if err := r.checkHeader(name, values); err != nil {
			return err
		}
		found.header(name, values)
		switch {
		case strings.EqualFold(name, "Content-Length"):
		case strings.EqualFold(name, "Host"):
			if header["Host"] != nil {
				return fmt.Errorf("header %s: want one host", quoted(name))
			}
			header["Host"] = slices.Clone(values)
		default:
			header[name] = slices.Clone(values)
		}
	}
	r.Header = header
	return nil
}

func (r *Request) checkHeader(name string, values []string) error {
	for _, value := range values {
		if err := checkField(name, value); err != nil {
			return err
		}
	}
	switch {
	case len(values) == 0:
		return fmt.Errorf("header %s: no value", quoted(name))
	case strings.EqualFold(name, "Transfer-Encoding"):
		return fmt.Errorf("header %s: how the body travels cannot be set", quoted(name))
	case strings.EqualFold(name, "Content-Length") && values[0] != strconv.Itoa(len(r.Body)):
		return fmt.Errorf("header %s: is %s, but the body has %d bytes", quoted(name), quoted(values[0]), len(r.Body))
	case strings.EqualFold(name, "Host") && (len(values) > 1 || !httpguts.ValidHostHeader(values[0])):
		return fmt.Errorf("header %s: want one host", quoted(name))
	}
	return nil
}

// checkField does not quote the value: it may be a credential.
func checkField(name, value string) error {
	if !httpguts.ValidHeaderFieldName(name) {
		return fmt.Errorf("header %s: the name has a character that is not allowed there", quoted(name))
	}
	if at := strings.IndexFunc(value, forbidden); at >= 0 {
		return fmt.Errorf("header %s: the value has a control character (%#02x) at byte %d", quoted(name), value[at], at+1)
	}
	return nil
}

func forbidden(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }

// quoted is a value as faults show it: on one line, without anything that a
// terminal obeys, and not endless.
func quoted(value string) string {
	const longest = 80
	if len(value) > longest {
		return strconv.QuoteToASCII(value[:longest]) + "..."
	}
	return strconv.QuoteToASCII(value)
}

// field is the values of a header, whatever the case of its name.
func field(header http.Header, name string) []string {
	for key, values := range header {
		if strings.EqualFold(key, name) {
			return values
		}
	}
	return nil
}

// withField is a copy of header with one more field.
func withField(header http.Header, name, value string) http.Header {
	out := header.Clone()
	if out == nil {
		out = http.Header{}
	}
	out[name] = append(out[name], value)
	return out
}
