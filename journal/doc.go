// Package journal is where matches are kept: an event store on NATS JetStream,
// inside this process by default, a cluster by its address.
//
// A match is a list of entries on a subject of its own, each numbered from 1
// and carrying the hash of the one before. [Journal.Append] names the entry it
// follows, so of several writers exactly one goes on and the others are told
// [ErrConflict]; they read what is new and decide again. What Append
// acknowledged is on disk.
//
// A match that is over moves into the archive: one compressed message. Reading
// finds it in either place. The archive is a stream of single messages rather
// than an object store because one message is there or is not: there is
// nothing to clean up after a crash between two chunks. A match of a thousand
// entries takes some hundred kilobytes; one beyond the server's largest
// message simply stays where it is.
//
// Everything here is safe for concurrent use.
package journal
