// Judge runs searches against simulated services whose answers are known, and
// prints how well they did: ours beside three rules that others use, on the
// same services and seeds.
//
//	go run ./targets/simulate/judge              the table, a few seeds a kind
//	go run ./targets/simulate/judge -seeds 40    the whole of it
//
// The truths are long simulations, made once (-truths) and kept in
// truths.json; a service that is missing there is simulated when it is needed.
package main
