// Package tape records what goes over HTTP between an adapter and its vendor, and plays
// it back where there is no vendor.
//
// A tape is a text file that can be read, and written, by hand. It holds the path and
// the body of each request, and of each response its status, its body as it came over
// the wire, and the two headers that adapters read. No other header is on it, and no
// query: a key can't reach a tape.
//
// A player answers a request with the first response, not yet played, to that path and
// body; a request on the tape without a body stands for any to that path. What is not
// on the tape is an error that names it, never a guess.
package tape
