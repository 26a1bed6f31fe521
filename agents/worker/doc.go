// Package worker carries out what the turn engine says: it loads a session, lets
// [turn.Decide] decide, appends, and runs the effects that [turn.Next] names.
//
// All commands and lanes of a session append through one writer here. Other
// processes may append too: the expected position tells, and the session is folded
// anew. A turn survives its process: a wake is durable before the turn is, another
// worker takes it up where the book stands, and no effect with a result in the book
// is done again.
//
// A wake is sent before the event that it speaks of, so that there is no moment at
// which a turn is in the book and nobody is told. A wake for a turn that never came
// is dropped after [strayWake].
package worker
