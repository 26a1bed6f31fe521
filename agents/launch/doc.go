// Package launch decides whether a turn may be launched elsewhere, and under which
// agent (workspace-turns.md). It is pure: what stands in the book, in git and in the
// checkouts comes in as values; a [Verdict] with its ladders comes out, and events.
//
// What it promises:
//
//   - A name that is wrong fails before anything is made, wherever the owner's checkout
//     proves that it is wrong. Where only the new checkout can tell, the workspace is
//     recorded as the owner's first, and its turn settled as an error then.
//   - A named agent is never swapped for another in silence, and a broken file never
//     exposes one of a lower scope.
//   - A checkout that can't be looked at proves nothing: the launch fails closed, unless
//     the owner's checkout vouches for it (guard_vouch.go).
//   - One function, [Eligible], serves the picker, the launch and the turn's start.
//
// Whoever carries a launch out asks, in this order: [Admit], of what stands in the book;
// [Before], of what the agent files say before anything is made; for mode new, with the
// workspace made, [After]; and [Resolve] when the turn starts.
package launch
