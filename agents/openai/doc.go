// Package openai is the adapter of models behind OpenAI's chat interface: the vendor's
// own, and whatever speaks the same: Ollama, vLLM, gateways.
//
// It asks once: repetitions are the engine's, and stand in the book. What goes wrong
// becomes an [agents.Error] with the code that the engine has a rule for. No key and no
// text of a request stands in an error.
package openai
