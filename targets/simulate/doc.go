// Package simulate is a service in virtual time, with a client that loads it:
// a discrete-event model whose right answers are known (package truth), for
// learning, for planning and for judging the search.
//
// It stands where attack stands in the pipeline: a Target takes a record.Trial
// and gives a record.Step, counted by the same tally as real requests are. The
// service lives on between trials. Its backlog stays, and so does the work of
// requests that the client has given up on. The same spec, options and trials
// always give the same steps.
//
// # A request's way
//
// It reaches the service half a round trip after it was sent. The limiter passes
// it or says 429. A free station takes it; otherwise it waits, first come,
// first served, or is refused where the waiting room is full. In its station it
// waits for a connection where there is a pool, and is then served: for a
// random time, longer by what is in flight, by how cold or old the service is, by
// the neighbour and by pauses. Its answer takes another half round trip.
//
// A refusal that costs something needs a station too, as in an event loop: it is
// served before any waiting request, and after the one under way. Errors are
// decided after service, so that they cost what a success costs. Stations are not told
// apart; autoscaling changes their number. In a pause nothing is taken in, worked on
// or answered. With Universal Scalability Law keys and no network, n in flight
// in the closed model give exactly n/(S(1+sigma(n-1)+kappa n(n-1))) up to the number of
// stations.
//
// The client opens the slots of the closed model over the first quarter of the
// warm-up, so that constant service times do not answer in lockstep for
// ever. A refused slot pauses before it asks again: a second where the limiter says
// so, else one service time.
//
// # Keys
//
// A spec is sim:queue?key=value&key=value; any keys compose.
//
//	servers      8          service stations
//	                        a whole number from 1 to 10000
//	service      40ms       mean time of one request in a station
//	                        a duration with its unit from 1µs to 1m
//	dist                    how service times spread (det; lognormal where only cv is given)
//	                        one of det, exp, lognormal, pareto, bimodal
//	cv           auto       standard deviation of the service time over its mean (1)
//	                        a number from 0 to 10
//	rtt          0s         network round trip
//	                        a duration with its unit from 0s to 10s
//	pool         0          connections of a pool inside that a request holds while it is served; 0: no pool
//	                        a whole number from 0 to 10000
//	pool_timeout 1s         wait for a connection that ends in a 500
//	                        a duration with its unit from 1ms to 10m
//	queue        unbounded  waiting room beyond the stations
//	                        a whole number from 0 to 1000000, or unbounded
//	reject       503        answer to a request that finds the waiting room full
//	                        503 or 429
//	reject_cost  0s         time that such an answer takes of a station, before any waiting request
//	                        a duration with its unit from 0s to 10s
//	limit        0          requests per time that a limiter in front passes; beyond: 429 with Retry-After 1; 0: no limiter
//	                        a whole number from 0 to 1000000000
//	per          1m         that time
//	                        a duration with its unit from 1ms to 1h
//	limiter      window     fixed window, or token bucket that holds limit tokens
//	                        one of window, bucket
//	errors       0          share of the served requests that is answered 500
//	                        a number from 0 to 1
//	sigma        0          Universal Scalability Law: contention, by what is in flight in the service
//	                        a number from 0 to 1
//	kappa        0          Universal Scalability Law: coherency
//	                        a number from 0 to 1
//	collapse     0          share by which the service time grows per request in flight beyond the stations
//	                        a number from 0 to 10
//	pause        0s         the world stops so long at the end of every period
//	                        a duration with its unit from 0s to 1m
//	period       2s         from one pause to the next
//	                        a duration with its unit from 1ms to 10m
//	warm         1          so many times slower at the start
//	                        a number from 1 to 100
//	warm_for     10s        at full load, the excess falls to 1/e after so long
//	                        a duration with its unit from 1ms to 1h
//	drift        0          change of the capacity per minute, compound
//	                        a number from -0.9 to 1
//	noise        0          share of the capacity that a neighbour takes while it is busy, half of the time
//	                        a number from 0 to 0.95
//	noise_period 5s         mean time from one busy spell of the neighbour to the next
//	                        a duration with its unit from 1ms to 10m
//	scale_at     0          autoscaling: one instance more where utilisation is above; 0: none
//	                        a number from 0 to 1
//	scale_after  30s        time over which the utilisation is taken
//	                        a duration with its unit from 100ms to 10m
//	scale_max    4          most instances, of `servers` stations each
//	                        a whole number from 1 to 100
//	generator    0          the generator's own ceiling in requests per second; 0: none
//	                        a number from 0 to 10000000
package simulate
