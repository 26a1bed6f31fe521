// Package audit keeps the proof of a book: it anchors the chains of a vendor's boundaries
// under a signature, verifies a book against its anchors, and packs a turn as evidence.
//
// An [Anchorer] remembers nothing but where the last anchor stands. An anchor costs
// reading what was written since, however large the book is. Whoever holds the vendor's
// key anchors; any number of others may run beside it and do not.
//
// [Verify] reads the whole book once and writes nothing.
package audit
