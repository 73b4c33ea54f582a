// Package slo knows service level objectives: it parses them, judges a step
// against each clause, and estimates from all open steps together the greatest
// rate that keeps them. What the closed model showed of the service says
// through queueing theory where that rate is to be expected, and with how much doubt;
// the open steps decide. It is one of the pure methods between record.Step and
// the conclusions of package analyze.
package slo
