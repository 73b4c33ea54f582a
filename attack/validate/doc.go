// Validate proves that the numbers of the load generator are right, by means
// that the generator has no part in: the kernel's stamps of packets, the
// stamps of a server with known service times, and closed forms.
//
//	go run ./attack/validate                 everything, some three minutes
//	go run ./attack/validate -only wire      one section
//
// It wants an idle machine of two cores or more and, for the wire, root. Each
// line says what was measured, what was wanted and whether it is so; the exit
// status is 1 where something is not. Rates, gaps and times are judged by
// their size here, which no test may do: a busy machine fails it.
package main
