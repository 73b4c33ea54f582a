// Package html renders a report as one self-contained page: no script, no
// request, charts as inline SVG, the result itself embedded. It passes the
// content policy default-src 'none'; style-src 'unsafe-inline', so that any CI
// server and any mail program shows it.
//
// Everything that came from outside goes through html/template's escaping; the
// only trusted texts are the style sheet and the template in this folder.
package html
