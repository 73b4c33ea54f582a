// Package units is the one place where numbers become words: rates, times,
// counts, ratios and estimates, as tables, sentences, axes and pages show
// them. Every renderer below report uses it, so that 0.25 s is never written
// in two ways.
//
// All functions take base units (seconds, per second, 0-1, bytes), keep about
// three significant digits, and answer Missing for what is not a finite number.
package units
