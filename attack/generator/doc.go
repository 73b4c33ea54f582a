// Package generator watches the load generator itself, because a generator
// that is starved, stopped or out of descriptors measures itself and not the
// service.
//
// Preflight looks at the machine before a run, Ceiling finds what the engine
// alone can do, and a Watch around each step gives the verdict: what, if
// anything, spoiled it. It stands beside the engines; attack asks it.
package generator
