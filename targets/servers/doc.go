// Package servers is test support: real servers on loopback for the tests of
// other packages to aim at. The product never imports it.
//
//   - Slots and Refuses are small Go servers whose capacity is known.
//   - Burn is a Go server that takes processor time.
//   - Nginx and Node start the programs of those names.
//   - Closed, Resets, Silent, NotFound, Garbage, Endless, HugeHeader, Drip and
//     Escapes are the services that a load generator has to survive.
//
// Each returns once its port answers and is gone, with all its goroutines,
// processes and connections, when the test is over.
package servers
