// Package targets says what to send: request definitions, mixes of them,
// bodies and credentials. It is the first station of the pipeline; attack
// sends what it describes, and nothing here touches the network.
//
// A mix comes from the command line (FromFlags) or from a file in one of the
// two formats of vegeta (Read). Everything is read and checked before the
// first request is sent, and a fault names the file, the line and the value.
//
// # Format "http"
//
//	POST http://localhost:8080/things
//	Content-Type: application/json
//	Authorization: Bearer env:TOKEN
//	#loadline: weight=3
//	@thing.json
//
//	# a comment
//	GET http://localhost:8080/things/1
//
// A target is a request line, then headers, then at most one body file, whose
// path is relative to the target file. It ends at a blank line, at its body
// file, or where the next request line begins. Lines that start with # are
// comments; one that starts with "#loadline:" holds settings of the target
// above it, so that vegeta reads the same file and ignores them. The only
// setting is weight.
//
// # Format "json"
//
//	{"method": "POST", "url": "http://localhost/", "header": {"X-A": ["1"]}, "body": "Rk9P", "weight": 3}
//
// One object a line. The body is base64; weight is ours and may be left out.
// A key that is none of these five is a fault.
//
// # Secrets
//
// A header value env:NAME or file:PATH is read once, at the start. In
// Authorization headers a scheme may stand before it ("Bearer env:TOKEN").
// Such values, those of headers and query parameters that usually hold
// credentials, and the userinfo of URLs are secrets: Mix.Redact takes them out
// of anything that is printed or stored, and no fault quotes them.
package targets
