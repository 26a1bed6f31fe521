// Package turn is the pure core of the turn engine: it folds the events of one
// session and says what follows.
//
//	Decide(state, input) → events    an input is a command, or what came of an effect
//	Next(state)          → effects   what must be done outside before it can go on
//
// A model's answer, what a document took, a clock reading and a person's word are
// inputs, and each is recorded as the first event of its decision. All else follows:
// deciding again on the recorded inputs gives the recorded events, byte for byte.
// Nothing here reads a clock, a database or a model.
//
// One session has at most one running turn. A turn's own rounds run in the lane
// [schemas.MainLane]; the router's in [RouterLane]; who sums up older talk has [CompactLane]; each sub-agent has a lane of its
// own, at most [StepWorkers] of them at work. Within a lane everything is in order.
//
// The files, by what they decide: message.go (a message comes in, a turn is
// cancelled), routing.go (who takes it, hand-back), round.go (a model answered),
// tools.go and writes.go (what it asked for), fanout.go (sub-agents), boundary.go
// (the end, the flush, the closing line), compaction.go (older talk is summed up).
package turn
