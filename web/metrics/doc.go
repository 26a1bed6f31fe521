// Package metrics counts what turns do, for Prometheus.
//
// Counts are made of the events that were appended since the process began, its own or
// another's, by a reader of the log that no turn waits for. Gauges are read when they are
// asked for. No label holds an id or text from outside: each has a list of values, or room
// for so many, and what is beyond is "other".
package metrics
