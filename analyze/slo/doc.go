// Package slo knows service level objectives: it parses them, judges a step
// against each clause, and estimates from all open steps together the greatest
// rate that keeps them. It is one of the pure methods between record.Step and
// the conclusions of package analyze.
package slo
