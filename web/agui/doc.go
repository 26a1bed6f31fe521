// Package agui speaks AG-UI 1.0 (spec/protocols.md section 1): a thread is a session, a
// run is a turn or the rest of one, an interrupt is a card.
//
// Domain facts are stored; AG-UI events are made of them here, at the edge, by one
// translator that serves live runs and replay alike. Each stream passes a ledger that
// knows the order rules: it refuses what a client would reject, closes what is open
// before the end of a run, and lets a run end once.
//
// # Names
//
// A thread that names a session is that session. Any other thread is the session that
// POST /v1/sessions opens with the thread's id as its idempotency_key; a run opens it.
// A run's id is the idempotency key of its message: the same run again is the same
// turn, streamed from its beginning. Posted messages are taken for one thing, the
// newest message of the user that the thread has not seen; posted state for nothing.
//
// # Ends
//
// A client that goes away stops nothing (POST /v1/turns/{id}/cancel does): the turn goes
// on, and the same run or the replay finds it again. A turn that fails ends its run with
// RUN_ERROR alone. Refusals are RUN_ERROR too, after the thread's true state and
// messages, and leave an open card answerable.
package agui
