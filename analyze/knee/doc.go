// Package knee finds how much a service carries in the closed model, the
// smallest concurrency that gets it there, and the rates at which a service
// whose throughput falls tips over under open arrivals.
//
// The largest of several noisy rates is too large, and where it occurs says
// nothing: so curves of many shapes are put through all levels and averaged by how
// well they fit. The maximum and the knee are those of the average, kept
// within what was measured. It is one of the pure methods between record.Step
// and the conclusions of package analyze.
package knee
