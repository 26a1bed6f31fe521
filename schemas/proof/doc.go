// Package proof says whether a book is what was written, and where it is not.
//
// Each boundary's events are a chain: an event's hash is over its bytes, which hold the
// hash of the one before. Anchors, signed with a vendor's key, say where the chains
// stood. [Verifier] reads a book once, in the order of the log, and costs little more
// than hashing it; what does not fit is looked at again by [Diagnose], which tells what
// was done to it: an edit, an insertion, a removal, a reordering, a splice, a cut tail, a
// foreign key. JSON that was only written another way is no finding.
//
// A [Bundle] is the same for one turn, in one file that needs no book. The events
// between the turn's own and the anchored head are in it as remainders ([Skip]): enough
// to carry the chain on, and none of their words.
//
// What is not proved: that a book was not written anew as a whole, key and all, before
// anybody outside had seen an anchor; and that what was written is true.
package proof
