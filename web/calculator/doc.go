// Package calculator is Quote's calculator for people: a fight as an address, and
// what package odds says of it in words, tables and one plot.
//
// # The address
//
// The whole state is the query, so that a link can be shared and a reload loses
// nothing: "?a=5&a2=3&a3=2&b=6&a.hits=3&b.stance=defend". A side is the letter a
// or b; its fighters are kinds, "a", "a2", "a3" and so on, each of which may stand
// for several ("b.n=5"). What is as usual is left out. The form of the page sends
// the same fields, all of them; [Draft.Query] is the short way to write them.
//
// A [Draft] is what somebody typed, right or wrong. [Draft.Fight] reads it and
// says of every field that is wrong why; [Draft.Answer] works it out.
//
// # Bounds
//
// A page has to answer within a blink, and anybody may ask. What both sides take
// to fall, multiplied, is therefore bounded by [MaxWork]; the command line goes
// further.
package calculator
