// Package vegeta is the engine that sends through net/http, driven by vegeta's
// Attacker: HTTP/1.1, HTTP/2 and h2c, proxies, redirects.
//
// Vegeta starts the requests; everything that is measured is measured here,
// because an Attacker counts from when one of its workers picks a request up
// and so hides the wait for a worker. It is given
//
//   - a Pacer that walks loadline's schedule and waits precisely,
//   - a Targeter that deals out the mix, and
//   - an http.Client whose RoundTripper is the trial: it knows the intended
//     start, takes the actual one, reads the answer to its end and books it.
//
// An Attacker is single use (a second Attack on one stops at random), so each
// trial makes its own. The connections below them, pool, last for the
// engine's life. Each is an http.ClientConn, so that nothing is sent twice
// behind the tally's back, as http.Transport does.
package vegeta
