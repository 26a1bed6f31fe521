// Package schemas declares every fact that Turnbook keeps, once, and answers the
// questions that every room asks of a fact.
//
// A fact is an [Event]: a Go struct whose comment is its description and whose
// tags are its fields. From the struct come the JSON Schema under json/, the
// line in EVENTS.md and the CloudEvents type in the log. The catalog lists them
// all; [Decode] knows nothing else, so an unknown type is an error and never
// silence.
//
// The questions: which builder is open ([UIContext.OpenTaskID]), where does a
// step event belong ([ResolveTarget]), is this text an id ([ParseID], [IDText]).
// Each has one answer, here, and everybody calls it.
//
// In the log a decision is one message, a JSON array of CloudEvents 1.0 in the form
// of package canon: [EncodeBatch] writes it and [DecodeBatch] reads it. Each event
// carries the hash of the one before it and its own, over its bytes without the
// hash ([VerifyHash]).
//
// Shapes change by adding. A sample of every shape that was ever written stands
// in testdata/samples and decodes for ever.
package schemas
