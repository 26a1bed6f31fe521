// Package anthropic is the adapter of Anthropic's models, by the vendor's own client.
//
// It asks once: repetitions are the engine's, and stand in the book. What goes wrong
// becomes an [agents.Error] with the code that the engine has a rule for. No key and no
// text of a request stands in an error.
package anthropic
