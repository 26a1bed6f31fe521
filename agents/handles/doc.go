// Package handles folds the delegated turns of a workspace, and decides what may happen
// to them (workspace-turns.md 2.10 to 2.13, 4.5). It is pure: what was seen comes in as
// values, events come out.
//
// What it promises of one delegated turn:
//
//   - It comes to one end. The first end wins, and what is told twice changes nothing. An
//     end that was a guess (lost in a restart, superseded, failed) gives way to later
//     evidence of the same turn, as the next generation; one that was meant never does.
//   - Each generation is delivered once: to the owner that waits for it, by an await, or
//     by a wake. Whoever comes second finds it delivered.
//   - Nobody is woken for what they stopped themselves, or were told at once.
//
// And of a workspace's turns ([Turns]): whether a delegated turn is still open, and under
// which agent a later message of the program's own runs, is one fold, so that what settles
// a handle and what overrides a saved agent can't disagree.
package handles
