// Package web is Banco over HTTP: pages for people and JSON for programs, made
// from the same views, at the same addresses.
//
// A handler parses a request, asks the [Tables] and answers with a page, a
// fragment of one, or JSON. It decides nothing about a match: what a seat may
// know and do stands in the [table.Snapshot] it was given, so nothing that is
// not in there can be sent.
//
// Pages work without scripts: every step of a choice is a link, every action a
// form. The script static/banco.js follows the same links and sends the same
// forms without reloading, listens to the match's event stream and puts each
// new fragment in place of the old; static/board.js turns what a finger does on
// a board into such links.
//
// The lab (lab.go) is the one part of the server that works by itself: its runs
// wait while anybody is being served. labpage draws them.
//
// A game's own part of the match page is a [ui.GamePage], in a package of its
// own beside this one (klangpage, dadipage, quotepage); to add one is to add that package
// and a line in pages.go. A game without one is still playable, by a plain list
// of its actions.
package web
