// Package web is Turnbook's face: REST with an OpenAPI document, streams over WebSocket
// (the bridge, /v1/stream) and as server-sent events (/v1/events), and pages.
//
// A read waits a moment for the tables to hold what was written before it, and says in
// as_of what it stands for. What comes to nothing is a problem (RFC 9457) with a code
// of one closed list ([Codes]); errors become problems in one place, errors.go.
//
// # Streams
//
// A stream sends each event that its filter asks for and that front ends may see, in
// the order of the log, once. Live frames begin exactly after a snapshot or a cursor,
// and a cursor is good on every stream and over restarts of the server and the broker.
// A cursor that can't be served is answered by a resync with its reason and the place of
// a snapshot: malformed, other_epoch, above_head, or beyond_retention where the log was
// cut behind it. A snapshot re-states what is open: rows, cards, and steps that are not
// saved yet.
//
// Each step event carries the target that decider 3 gives it for this very view's
// context at that position. On the bridge a connection is a view; a listener of
// /v1/events names one, or its events carry no target.
//
// A reader that is too slow is told so (lagging) and fed from the log at its own pace;
// it delays nobody, and what waits for it is bounded: [Options.Buffer], or a page of the
// log. A client that gives credit gets no more events than it gave credit for; give it
// before subscribing. A log that fails is read again from where each stream stands.
//
// A view is here while its connection is. Who says hello for a view that is here gets a
// new one; who comes back to one whose connection has ended waits until that is recorded,
// and has it. A client that owes a sign of life for several heartbeats is lost. A lost
// connection ends the view and never the turn.
//
// One follower of the log feeds all streams of the process.
package web
