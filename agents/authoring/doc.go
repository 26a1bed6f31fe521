// Package authoring holds the agents of a turn as agent files, and casts them: which
// orders each follows, and which model it asks.
//
// A global file of an agent's id stands before the built-in one, as with every agent
// file. It may give another name, other orders, a model and a thinking level. Of tools
// it can only take some away: which tools there are, and what they may write, follows
// from the rules of a turn. A file that can't be used is an error at the start, and
// never replaced in silence by the built-in one.
package authoring
