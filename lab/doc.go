// Package lab plays matches without a table: bots against bots, one match on
// the record or thousands against the clock.
package lab
