// Package checkout makes, looks into and removes the checkouts that workspaces have:
// the project's own folder, a git worktree on this host, or one on another host over
// ssh. It knows nothing of turns and of the book.
//
// What is made is made once: [Checkouts.Create] and [Checkouts.Provision] may be run
// again after a crash, and go on where they stood. Work is never overwritten: a branch
// that is there keeps its commits, and a branch that has commits of its own outlives
// its checkout.
//
// Files of a checkout are reached through [Files], which no name leaves: on this host
// the kernel holds to that ([os.Root]), on another host the server resolves each name
// first.
//
// git and ssh are the system's own, so that the person's configuration, keys and known
// hosts count. git runs in a clean environment, asks nobody anything, has a time limit,
// and runs no hooks: a hook is the person's own, for the commands that they give.
package checkout
