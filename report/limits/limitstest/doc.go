// Package limitstest drives servers that were configured from generated limit
// files: a slow service that counts what is in flight, clients that press on
// it, and processes that are started in a scratch folder on loopback and ended
// by their pid. It is for tests, here and in the nested validators module.
package limitstest
