// Benchmark measures what the load generators of loadline cost, beside their
// peers: wrk, h2load and ab from Debian, hey, bombardier and vegeta's own
// command from the module proxy. All of them load the same nginx, which
// answers from memory, by turns in one session, each on a core of its own and
// nginx on another; a figure is the median of the rounds.
//
//	go run ./attack/benchmark            everything, some twelve minutes
//	go run ./attack/benchmark -only closed,open -rounds 3 -time 2s
//
// It installs what is missing (apt-get as root, go install). Requests are
// counted by nginx, processor time (user and system) by the kernel when the
// generator's process has ended, start-up included.
package main
