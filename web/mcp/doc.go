// Package mcp offers Turnbook to programs that speak the Model Context Protocol: tools
// that launch turns in workspaces, send messages, answer cards and read, over streamable
// HTTP ([Handler]) and over standard input and output ([ServeStdio]).
//
// Every tool is a call of the REST interface and nothing beside it: what it refuses is
// refused here, with the same code, as a tool error. Arguments that nobody knows are
// refused. A tool that waits tells of its progress where the caller gave a token for it.
//
// A card that a message's turn raises is an input request to a caller that can ask a
// person, in both eras of the protocol; to one that can't it is named in the result, to
// be answered with answer_card. What comes back with an answer is signed, and settles the
// card by the same command as everywhere: for the plan that was shown, and no other.
package mcp
