package agui

import (
	"slices"
	"strings"

	"turnbook/bus"
	"turnbook/schemas"
)

// Pieces are what is heard of a session's running messages. The zero Pieces are those of
// who hears nothing.
type Pieces struct {
	News  <-chan struct{}    // has something when there may be some to take
	Take  func() []bus.Delta // those that wait; none of a message that is known to be over
	Leave func()             // nothing more is heard
}

// earlyBytes is how much is kept of calls that the log has not come to.
const earlyBytes = 16 << 10

// A live is the message that a turn's agent is writing, as far as the client was told of
// it in pieces. What the log says of the message afterwards is told without them, so that
// nothing shows twice; the conversation is folded from the log alone.
type live struct {
	call  schemas.CallID // the model call that runs, by the log; "" for none
	told  string         // of its text; the message is open in the client unless it is ""
	early []bus.Delta    // pieces of calls that the log has not come to
}

// hear tells a piece that goes on where the last one ended. Any other is left out: the
// finished message has it.
func (l *live) hear(d bus.Delta) []Event {
	switch {
	case d.Call != l.call:
		l.keep(d)
		return nil
	case d.Offset != len(l.told):
		return nil
	}
	var events []Event
	if l.told == "" {
		events = []Event{TextStarted{string(d.Call), assistantRole}}
	}
	l.told += d.Text
	return append(events, contents(string(d.Call), d.Text)...)
}

// keep lets a piece wait for its call, which the log may come to a moment later.
func (l *live) keep(d bus.Delta) {
	bytes := len(d.Text)
	for _, other := range l.early {
		bytes += len(other.Text)
	}
	if bytes <= earlyBytes {
		l.early = append(l.early, d)
	}
}

// take goes along with a record of the turn and with what it says, and returns what is
// left to say. What was told of a message that never came is taken back by the
// conversation as it stands.
func (l *live) take(r schemas.Record, events []Event, asItStands func() []Event) []Event {
	switch e := r.Event.(type) {
	case schemas.ModelCalled:
		if e.Lane == schemas.MainLane && e.Call != l.call {
			return slices.Concat(events, l.takeBack(asItStands), l.begin(e.Call))
		}
	case schemas.ModelFailed:
		if e.Call == l.call {
			return append(events, l.takeBack(asItStands)...)
		}
	case schemas.MessageWritten:
		if e.Call == l.call {
			return l.written(e, events, asItStands)
		}
	case schemas.TurnEnded:
		return append(events, l.takeBack(asItStands)...)
	}
	return events
}

// begin goes on to a call, and tells what was heard of it already.
func (l *live) begin(call schemas.CallID) []Event {
	early := l.early
	l.call, l.early = call, nil
	var events []Event
	for _, d := range early {
		if d.Call == call {
			events = append(events, l.hear(d)...)
		}
	}
	return events
}

// takeBack ends a message of which nothing more comes.
func (l *live) takeBack(asItStands func() []Event) []Event {
	id, told := string(l.call), l.told
	l.call, l.told = "", ""
	if told == "" {
		return nil
	}
	return append([]Event{TextEnded{id}}, asItStands()...)
}

// written leaves out of a message what its pieces said. A call that was made again after
// a crash may have said something else the first time.
func (l *live) written(e schemas.MessageWritten, events []Event, asItStands func() []Event) []Event {
	told := l.told
	l.call, l.told = "", ""
	if told == "" {
		return events
	}
	id := string(e.Call)
	left := slices.DeleteFunc(events, func(said Event) bool {
		start, isStart := said.(TextStarted)
		content, isContent := said.(TextContent)
		return isStart && start.ID == id || isContent && content.ID == id
	})
	rest, same := strings.CutPrefix(e.Text, told)
	if !same {
		return append(left, asItStands()...)
	}
	return append(contents(id, rest), left...)
}
