package bus

import (
	"context"

	"turnbook/schemas"
)

// A Delta is a piece of a message that a model is still writing.
//
// The pieces of one call, put together in order, are a beginning of the text that the
// call's turn.message-written will have. A call that is made again after a crash begins
// again at offset 0; a repeated attempt is another call.
type Delta struct {
	Vendor  schemas.VendorID
	Session schemas.SessionID
	Turn    schemas.TurnID
	Call    schemas.CallID // names the message, as in its turn.message-written
	Domain  schemas.Domain // who speaks
	Offset  int            // bytes of the message before this piece
	Text    string         // never empty; whole characters
}

// Deltas carry pieces of running messages from whoever hears a model to whoever shows
// them. They are no facts: nothing keeps them, nothing waits for them, and nobody
// decides on them. The finished message is an event.
type Deltas interface {
	// Send hands a piece to those who listen at this moment, in any process. It never
	// blocks and tells of no failure: what can't be handed on at once is lost.
	Send(d Delta)

	// Listen hears the pieces of a vendor, and of no other. What is sent after it has
	// returned arrives, or is lost; of one sender's pieces none arrives twice or ahead of
	// an earlier one. Who takes them too slowly loses those that find [DeltaBuffer]
	// waiting, and delays nobody. The channel is closed when ctx is done, or when there is
	// nothing more to hear.
	Listen(ctx context.Context, v schemas.VendorID) (<-chan Delta, error)
}

// DeltaBuffer is how many pieces wait for a listener, or for a sender's way out.
const DeltaBuffer = 1024
