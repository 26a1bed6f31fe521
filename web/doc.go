// Package web is Turnbook's face: REST with an OpenAPI document, the WebSocket bridge
// at /v1/stream, and pages.
//
// A read waits a moment for the tables to hold what was written before it, and says in
// as_of what it stands for. What comes to nothing is a problem (RFC 9457) with a code
// of one closed list ([Codes]); errors become problems in one place, errors.go.
//
// The bridge sends a view each event that its filter asks for and that front ends may
// see, in the order of the log, once, and each step event with the target that decider 3
// gives it for this very view's context at that position. Live frames begin exactly
// after a snapshot or a cursor. A reader that is too slow is told so and fed from the
// log at its own pace; it delays nobody, and what waits for it is bounded. A lost
// connection ends the view and never the turn.
//
// One follower of the log feeds all views of the process.
package web
