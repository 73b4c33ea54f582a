// Package usl fits Gunther's Universal Scalability Law to throughput against
// concurrency, and answers both ways: the rate at a concurrency, and the
// concurrency at a rate. It is one of the pure methods between record.Step and the
// conclusions of package analyze.
//
// The law (Gunther, Guerrilla Capacity Planning, 2007, eq. 4.31):
//
//	X(N) = λN / (1 + σ(N−1) + κN(N−1))
package usl
