// Package document folds the events of playbooks and of the library into the
// trees that they describe, and step events into the tree of one task.
//
// Every room that needs a tree folds it here: the agents to decide on, the
// projections to prove their tables, the pages to show. A fold is pure and in
// place; what an event builds on and is not there is an error that names it, and
// leaves the tree as it was.
package document
