// Package telemetry tells a collector of OpenTelemetry what turns did.
//
// Spans are made of the recorded events and of nothing else: their times are the events'
// times, their ids follow from the events' ids. So two processes that look at one book
// make the same spans, and telling them again makes no second ones. Who makes them reads
// the log from a checkpoint; no turn knows of it, or waits for it. While the collector
// can't be reached the log is the queue: nothing is lost, and nothing grows.
//
// A span ends where a turn asks a person. What is resumed is a trace of its own, whose
// spans link to those that asked.
//
// What people and models said stands in no span, unless that was asked for. A key never
// does: no event holds one.
package telemetry
