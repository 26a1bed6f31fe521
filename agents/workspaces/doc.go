// Package workspaces runs turns in git checkouts: it registers projects, makes and
// removes workspaces, launches delegated turns, carries out the tools of their agents,
// and tells owners how they ended.
//
// What may be launched is decided by package launch, and what becomes of a delegated
// turn by package handles; both are pure. This package reads what they ask for (agent
// files, git, the book), appends what they decide, and does what follows.
//
// What it promises:
//
//   - A launch that is refused before its workspace is made leaves nothing but the
//     refusal, with its ladders, in the owner's boundary.
//   - A handle is in the book before its turn is. A crash between the two is made good at
//     the next start: the message is sent again, under the key that makes it one turn.
//   - What it knows of projects, workspaces and handles is folded in memory, from a
//     follower of the log and from its own appends. An append at a position that has
//     moved is decided again.
//   - It never sends a message, and never waits for a turn, while it holds a lock. Launches
//     are admitted and recorded one at a time, so that limits hold; each is sent after that,
//     and a workspace that is slow to take its message holds up no other launch.
package workspaces
