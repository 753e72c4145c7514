// Package arch keeps the house as docs/design.md draws it: an import points
// only downwards, and a ruleset is pure. Its tests read the sources of the whole
// module and name every line that breaks a rule.
//
// Only what goes into the program is looked at. Tests may import what they
// like, since nothing can come to depend on them.
package arch
