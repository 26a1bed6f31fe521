package turn

import (
	"encoding/json"
	"strconv"

	"turnbook/schemas"
	"turnbook/schemas/canon"
)

func (d *decision) open(in Open) {
	if d.s.Opened() {
		return
	}
	d.actor = byUser(in.User)
	d.draft(schemas.Draft{ID: in.Key + "/0", Event: schemas.SessionOpened{User: in.User, Playbook: in.Playbook, Workspace: in.Workspace}})
}

// message begins a turn, or queues it. The session enforces that at most one runs
// (DESIGN.md section 2).
func (d *decision) message(in Message) error {
	id, digest := TurnID(schemas.SessionID(d.s.Entity.ID), in.Key), digestOf(in)
	if before, again := d.s.Turns[id]; again {
		if before.Digest == digest {
			return nil // the same command: its turn is the answer
		}
		return d.refuse("message", schemas.CodeKeyConflict, in.Key, id)
	}
	paused := d.s.Running
	if paused != nil && !paused.Paused {
		paused = nil
	}
	if d.s.Running != nil && paused == nil && !in.Queue {
		return d.refuse("message", schemas.CodeTurnRunning, in.Key, d.s.Running.ID)
	}
	if paused != nil && in.Keep {
		return d.refuseForCard(in.Key, paused.ID)
	}
	d.t, d.actor = &Turn{ID: id}, byUser(d.s.User)
	if in.View == "" && !d.s.Context.Equal(in.Context) {
		// Without a view the context belongs to the session, and is news: it stands
		// before the message that came with it, in the same append.
		d.draft(schemas.Draft{ID: in.Key + "/context", Event: schemas.SessionContextChanged{UIContext: in.Context, SentAt: in.SentAt}})
	}
	d.emit(schemas.TurnRequested{
		Text: in.Text, UIContext: in.Context, View: in.View, Key: in.Key, Digest: digest, Queue: in.Queue, MessageID: in.ID, Budget: in.Budget,
		SentAt: in.SentAt, Basis: d.w.Basis, Delegation: in.Delegation,
	})
	if paused != nil {
		// The card is left unanswered; its turn ends, and this one runs.
		d.t = paused
		d.as(bySystem)
		d.supersede("new_message")
		d.reachBoundary(schemas.TurnCancelled, schemas.StopSuperseded, "")
		return nil
	}
	d.next()
	return nil
}

// next starts the oldest turn that waits, if nobody runs.
func (d *decision) next() {
	if d.s.Running != nil || len(d.s.Queue) == 0 {
		return
	}
	d.t = d.s.Queue[0]
	d.as(bySystem)
	d.emit(schemas.TurnStarted{})
	if !d.compactForBudget() {
		d.begin()
	}
}

// begin finds out who takes the turn. A workspace's turn names its agent, whose files are
// read first: an effect.
func (d *decision) begin() {
	if d.t.Request.Delegation == nil {
		d.route()
	}
}

// cancel stops a turn that runs or waits. Stopping one that is over, or about to be,
// changes nothing.
func (d *decision) cancel(in Cancel) error {
	t := d.s.find(in.Turn)
	if t == nil {
		if _, known := d.s.Turns[in.Turn]; known {
			return nil
		}
		return d.refuse("cancel", schemas.CodeUnknownTurn, "", in.Turn)
	}
	if t.Ending != nil && t.Ending.Status != schemas.TurnAwaitingAnswer {
		return nil
	}
	d.t, d.actor = t, byUser(d.s.User)
	d.emit(schemas.CancelRequested{Reason: in.Reason, SentAt: in.SentAt, Basis: d.w.Basis})
	d.as(bySystem)
	d.supersede("cancelled")
	d.reachBoundary(schemas.TurnCancelled, schemas.StopCancelled, "")
	return nil
}

// refuseForCard records that a message was not taken, since a card waits for its answer.
func (d *decision) refuseForCard(key string, turn schemas.TurnID) error {
	no := &Refused{Code: schemas.CodeCardOpen, Turn: turn}
	if card := d.s.openCard(turn); card != nil {
		no.Card = card.Card
	}
	_ = d.refuse("message", no.Code, key, turn) // recorded; told with the card
	return no
}

// refuse records that a command came to nothing.
func (d *decision) refuse(command string, code schemas.Code, key string, turn schemas.TurnID) error {
	d.actor = byUser(d.s.User)
	d.draft(schemas.Draft{
		// The same command may be refused many times: the position tells them apart.
		ID:    command + "." + key + "." + string(turn) + ".refused/" + strconv.FormatUint(d.s.Seq, 10),
		Event: schemas.CommandRefused{Command: command, Code: code, Key: key, Turn: turn},
	})
	return &Refused{Code: code, Turn: turn}
}

// digestOf is what makes two commands the same: all of it but the key. Whether the
// caller would wait, and when it asked, is how it asks, not what.
func digestOf(m Message) string {
	raw, _ := json.Marshal(struct { // strings and a context always marshal
		Text    string            `json:"text"`
		Context schemas.UIContext `json:"ui_context"`
		View    schemas.ViewID    `json:"view_id"`

		Delegation *schemas.Delegation `json:"delegation,omitempty"`
	}{m.Text, m.Context, m.View, m.Delegation})
	if c, err := canon.JSON(raw); err == nil {
		raw = c
	}
	return schemas.Digest(raw)
}
