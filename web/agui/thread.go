package agui

import "turnbook/schemas"

// A thread is the fold of a session's events: its conversation, its turns, its cards.
type thread struct {
	session schemas.SessionID
	at      schemas.Position // of the last record taken in
	talk    *conversation
	turns   map[schemas.TurnID]*translator
	started []*translator // in the order in which they began to run
	cards   map[schemas.CardID]*settlement
}

// A settlement is where a card stands, and whose it is.
type settlement struct {
	schemas.InterruptRaised
	turn   schemas.TurnID
	status schemas.CardStatus
	at     uint64 // position of the answer; 0 for none
}

func newThread(session schemas.SessionID) *thread {
	return &thread{
		session: session, talk: newConversation(),
		turns: make(map[schemas.TurnID]*translator), cards: make(map[schemas.CardID]*settlement),
	}
}

// last is the turn that began last; nil for none.
func (th *thread) last() *translator {
	if len(th.started) == 0 {
		return nil
	}
	return th.started[len(th.started)-1]
}

// open are the cards that wait for an answer.
func (th *thread) open() []*settlement {
	var list []*settlement
	for _, t := range th.started {
		if t.end == nil && t.pause != nil {
			list = append(list, th.cards[t.pause.Card])
		}
	}
	return list
}

// saw says whether a message is in the thread, said or waiting for its turn.
func (th *thread) saw(message string) bool {
	return th.talk.byID[message] != nil || th.asked(message) != nil
}

// asked is the turn that a message asked for, begun or waiting; nil for none.
func (th *thread) asked(message string) *translator {
	for _, t := range th.turns {
		if t.message() == message {
			return t
		}
	}
	return nil
}

// turn finds the turn of a record, or begins it; nil for what belongs to none.
func (th *thread) turn(r schemas.Record) *translator {
	if e, ok := r.Event.(schemas.TurnRequested); ok && th.turns[r.Turn] == nil {
		th.turns[r.Turn] = newTranslator(th.session, r.Turn, e)
	}
	return th.turns[r.Turn]
}

// take takes a record in, and returns what it says in the words of AG-UI.
func (th *thread) take(r schemas.Record) []Event {
	th.at = r.Position
	t := th.turn(r)
	if t == nil {
		return nil
	}
	if _, ok := r.Event.(schemas.TurnStarted); ok {
		th.started = append(th.started, t)
		th.talk.say(t.message(), t.request.Text)
	}
	th.card(r)
	events := t.take(r)
	for _, e := range events {
		th.talk.hear(e)
	}
	return events
}

func (th *thread) card(r schemas.Record) {
	switch e := r.Event.(type) {
	case schemas.InterruptRaised:
		th.cards[e.Card] = &settlement{InterruptRaised: e, turn: r.Turn, status: schemas.CardOpen}
	case schemas.InterruptAnswered:
		status := schemas.CardConfirmed
		if e.Decision == schemas.Decline {
			status = schemas.CardDeclined
		}
		th.settle(e.Card, status, r.Seq)
	case schemas.InterruptStale:
		th.settle(e.Card, schemas.CardStale, r.Seq)
	case schemas.InterruptSuperseded:
		th.settle(e.Card, schemas.CardSuperseded, r.Seq)
	}
}

func (th *thread) settle(id schemas.CardID, status schemas.CardStatus, at uint64) {
	if c := th.cards[id]; c != nil {
		c.status, c.at = status, at
	}
}
