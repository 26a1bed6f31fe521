// Package past says what a screen showed at a position of the log: the tree with the
// steps that were not saved yet, rows of progress, cards, and how far the turn was.
//
// A [State] is a pure fold: the same records give the same state, whatever has happened
// since. It is in the form in which the tables tell what stands now, so that whoever can
// show a screen can show a past one.
//
// A turn costs its own records. Documents are older than the turn: [Documents] folds
// each from its beginning once and keeps copies along the way, from which a past
// position is reached by few records. Copies are bounded, and can be lost at any time.
//
// Nothing here writes.
package past
