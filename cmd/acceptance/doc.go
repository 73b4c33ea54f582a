// Package acceptance holds the tests that sweep real services on loopback,
// from the command line to the files: what a user would do, and whether the
// answer is right. They measure, so they run alone (make test runs them last,
// one after the other); everything that can be shown in virtual time is tested
// elsewhere.
package acceptance
