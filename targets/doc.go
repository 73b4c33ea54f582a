// Package targets says what to send: request definitions, mixes of them,
// bodies and credentials. It is the first station of the pipeline; attack
// sends what it describes, and nothing here touches the network.
package targets
