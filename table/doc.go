// Package table seats people and bots at matches. A match is the fold of its
// journal: nothing it knows is anywhere else, so a server that dies loses
// nothing that it acknowledged, and a match that nobody looks at takes no
// memory.
package table
