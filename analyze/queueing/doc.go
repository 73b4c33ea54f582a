// Package queueing holds closed forms of queueing theory: what waiting a load
// costs, how much a service refuses, how long it takes to settle. The search
// sizes its trials with them, and the simulated targets are checked against
// them.
//
// Names follow Kendall: arrivals / service times / servers. M is memoryless (Poisson
// arrivals, exponential times), D deterministic, G any. A Load is validated
// once, so that no formula ever gives NaN or an infinity. Rates are per second,
// times are time.Duration, shares are 0-1.
//
// Each comment writes out its equation and names its source:
//
//   - Erlang: A. K. Erlang, Solution of some problems in the theory of
//     probabilities of significance in automatic telephone exchanges, 1917.
//   - Crommelin: C. D. Crommelin, Delay probability formulas when the holding
//     times are constant, P.O. Electrical Engineers Journal 25, 1932.
//   - Spitzer: F. Spitzer, A combinatorial lemma and its application to
//     probability theory, Transactions of the AMS 82, 1956.
//   - Franx: G. J. Franx, A simple solution for the M/D/c waiting time
//     distribution, Operations Research Letters 29, 2001.
//   - Kleinrock: L. Kleinrock, Queueing Systems, volume I: Theory, 1975.
//   - Gross: D. Gross, J. Shortle, J. Thompson, C. Harris, Fundamentals of
//     Queueing Theory, 4th edition, 2008, chapters 2 and 5.
//   - Asmussen: S. Asmussen, Applied Probability and Queues, 2nd edition, 2003,
//     chapters VIII (random walks) and XIII (change of measure).
//   - Little: J. D. C. Little, A proof for the queuing formula L = λW,
//     Operations Research 9, 1961.
package queueing
