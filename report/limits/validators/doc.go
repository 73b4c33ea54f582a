// Package validators checks the generated limit files with the ecosystems' own
// types and programs: Envoy's protos, Kubernetes' API, Caddy. It is a module
// of its own, because those are far larger than loadline; nothing outside
// imports it. Each ecosystem has a package of tests; this one holds what they
// share: all variants of a format, and the typos that its validator must catch.
//
// make test-validators runs it, and builds Caddy first. -mod=mod there follows
// the dependencies of loadline itself.
package validators
