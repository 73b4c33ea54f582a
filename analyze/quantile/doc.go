// Package quantile says how well a quantile or a share is known from counted
// samples, without assuming a distribution: order statistics for quantiles,
// the beta distribution for shares. It is one of the pure methods between
// record.Step and the conclusions of package analyze.
package quantile
