package agui

import "slices"

// begin opens an entity. once says that its id may not be opened again.
func (l *ledger) begin(e Event, o opened, once bool) error {
	switch {
	case slices.Contains(l.open, o):
		return refuse(e, o.id, "it is open")
	case once && l.used[o]:
		return refuse(e, o.id, "it was there before")
	}
	l.open = append(l.open, o)
	l.used[o] = true
	return nil
}

func (l *ledger) needs(e Event, o opened) error {
	if !slices.Contains(l.open, o) {
		return refuse(e, o.id, "it is not open")
	}
	return nil
}

func (l *ledger) end(e Event, o opened) error {
	if err := l.needs(e, o); err != nil {
		return err
	}
	l.open = slices.DeleteFunc(l.open, func(other opened) bool { return other == o })
	return nil
}

func (l *ledger) text(e Event) error {
	switch e := e.(type) {
	case TextStarted:
		if l.shown[e.ID] {
			return refuse(e, e.ID, "an activity has this id")
		}
		return l.begin(e, opened{openText, e.ID}, true)
	case TextContent:
		return l.needs(e, opened{openText, e.ID})
	case TextEnded:
		return l.end(e, opened{openText, e.ID})
	}
	return refuse(e, "", "it is no part of a message")
}

func (l *ledger) call(e Event) error {
	switch e := e.(type) {
	case CallStarted:
		return l.begin(e, opened{openCall, e.ID}, true)
	case CallArgs:
		return l.needs(e, opened{openCall, e.ID})
	case CallEnded:
		return l.end(e, opened{openCall, e.ID})
	case CallResult:
		o := opened{openCall, e.ID}
		switch {
		case !l.used[o]:
			return refuse(e, e.ID, "nobody made this call")
		case slices.Contains(l.open, o):
			return refuse(e, e.ID, "its arguments have not ended")
		case l.results[e.ID]:
			return refuse(e, e.ID, "it has its result")
		}
		l.results[e.ID] = true
		return nil
	}
	return refuse(e, "", "it is no part of a call")
}

func (l *ledger) show(e Event) error {
	switch e := e.(type) {
	case StateSnapshot:
		l.state = true
	case StateDelta:
		if !l.state {
			return refuse(e, "", "the run has told no state that it could change")
		}
	case ActivitySnapshot:
		if l.used[opened{openText, e.ID}] {
			return refuse(e, e.ID, "a message has this id")
		}
		l.shown[e.ID] = true
	case ActivityDelta:
		if !l.shown[e.ID] {
			return refuse(e, e.ID, "it was not shown, so it can't change")
		}
	}
	return nil
}

// closing are the events that end what is open, the latest first.
func (l *ledger) closing() []Event {
	var ends []Event
	for _, o := range slices.Backward(l.open) {
		switch o.what {
		case openText:
			ends = append(ends, TextEnded{o.id})
		case openCall:
			ends = append(ends, CallEnded{o.id})
		case openStep:
			ends = append(ends, StepFinished{o.id})
		case openSubagent:
			ends = append(ends, SubagentFinished{ID: o.id})
		}
	}
	return ends
}
