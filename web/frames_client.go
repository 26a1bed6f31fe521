package web

import (
	"encoding/json"

	"turnbook/schemas"
)

// The frames that a client sends, each with its own members. The bridge reads them all
// into one [inFrame]; tests hold the two together. Members beyond these are passed over.

type helloFrame struct {
	Version int               `json:"version,omitempty" doc:"of the protocol; absent for the newest that both speak"`
	View    schemas.ViewID    `json:"view_id,omitempty" doc:"the view to come back under; absent for a new one"`
	Session schemas.SessionID `json:"session,omitempty" doc:"the conversation that the view shows"`
}

type subscribeFrame struct {
	Session  schemas.SessionID  `json:"session,omitempty" doc:"only this session's events, and those of documents"`
	Playbook schemas.PlaybookID `json:"playbook,omitempty" doc:"only this playbook's events and the library's, and what sessions do to it"`
	Turn     schemas.TurnID     `json:"turn,omitempty" doc:"only this turn's events"`
	Task     schemas.TaskID     `json:"task,omitempty" doc:"only events about this task"`
	Types    []string           `json:"types,omitempty" doc:"only events of these types (/schemas/types.json); absent for all"`
	Tasks    []schemas.TaskID   `json:"tasks,omitempty" doc:"whose steps the snapshot holds; absent for all"`
	Modules  []schemas.ModuleID `json:"modules,omitempty" doc:"whose tasks the snapshot holds; absent for all"`
	From     string             `json:"from,omitempty" doc:"a cursor to go on behind; absent or snapshot for a snapshot first"`
}

type unsubscribeFrame struct{}

type creditFrame struct {
	Frames int `json:"frames" minimum:"0" maximum:"1073741824" doc:"how many events more the client takes, beside what it gave before"`
}

type uiContextFrame struct {
	UIContext schemas.UIContext `json:"ui_context,omitempty" doc:"what the view shows; absent for nothing"`
	SentAt    schemas.SentAt    `json:"sent_at,omitempty" doc:"when it was sent by the client's own clock, RFC 3339; kept beside ours, never counted with"`
}

type messageFrame struct {
	Session   schemas.SessionID `json:"session" doc:"the conversation"`
	Text      string            `json:"text" doc:"what the user wants"`
	UIContext schemas.UIContext `json:"ui_context,omitempty" doc:"what the view shows; absent for its last one"`
	Key       string            `json:"idempotency_key,omitempty" doc:"the same command again finds the same turn"`
	Queue     bool              `json:"queue,omitempty" doc:"wait behind a running turn"`
	SentAt    schemas.SentAt    `json:"sent_at,omitempty" doc:"when it was sent by the client's own clock, RFC 3339; kept beside ours, never counted with"`
}

type cancelFrame struct {
	Turn    schemas.TurnID    `json:"turn" doc:"the turn to stop; what it wrote stays"`
	Session schemas.SessionID `json:"session,omitempty" doc:"its session; absent to have it looked up by the turn"`
	Reason  string            `json:"reason,omitempty" doc:"why, if told"`
	SentAt  schemas.SentAt    `json:"sent_at,omitempty" doc:"when it was sent by the client's own clock, RFC 3339; kept beside ours, never counted with"`
}

type answerFrame struct {
	Card        schemas.CardID       `json:"card" doc:"the card"`
	Decision    schemas.CardDecision `json:"decision" doc:"confirm or decline"`
	Fingerprint string               `json:"fingerprint" doc:"that of the card: the plan that was looked at"`
	Session     schemas.SessionID    `json:"session,omitempty" doc:"its session; absent to have it looked up by the card"`
	SentAt      schemas.SentAt       `json:"sent_at,omitempty" doc:"when it was sent by the client's own clock, RFC 3339; kept beside ours, never counted with"`
}

// A frameKind is one type of frame with its members and what it is for.
type frameKind struct {
	name    string
	members any
	about   string
	replies []string // to a client's frame: the types of frame that answer it, one of which comes
}

// clientFrames are all frames that a client can send.
func clientFrames() []frameKind {
	return []frameKind{
		{"hello", helloFrame{}, "Begins the connection and gives it its view. Comes first, and once.", []string{"welcome", "error"}},
		{"subscribe", subscribeFrame{}, "Asks for events, in place of what was asked for before. What it names only narrows.", []string{"snapshot", "caught_up", "event", "resync", "error"}},
		{"unsubscribe", unsubscribeFrame{}, "Ends the subscription: no event of it comes after the ack.", []string{"ack"}},
		{"credit", creditFrame{}, "Says how many events more the client takes. From the first on, no more come; without any, the server's buffer decides. Answered where it has a ref.", []string{"ack", "error"}},
		{"ui_context", uiContextFrame{}, "Publishes what the view shows. Equal to the last one, it changes nothing.", []string{"ack", "refused", "error"}},
		{"message", messageFrame{}, "Sends a message: it begins a turn.", []string{"ack", "refused", "error"}},
		{"cancel", cancelFrame{}, "Stops a turn.", []string{"ack", "refused", "error"}},
		{"answer", answerFrame{}, "Answers a card; the same answer again changes nothing.", []string{"ack", "refused", "error"}},
	}
}

// eventFrame is what [appendEvent] writes.
type eventFrame struct {
	Cursor string          `json:"cursor" doc:"where the event stands; a subscription goes on behind it"`
	Event  loggedEvent     `json:"event"`
	Data   json.RawMessage `json:"data,omitempty" doc:"the event's data where the event holds only a reference to it (dataref)"`
	Target *schemas.Target `json:"target,omitempty" doc:"of step events: what this view does with it, by its own context at that position"`
}

// serverFrames are all frames that a server sends.
func serverFrames() []frameKind {
	return []frameKind{
		{"welcome", welcomeFrame{}, "The connection has its view.", nil},
		{"snapshot", snapshotFrame{}, "All that is on screen as of one position: the live frames begin exactly after it.", nil},
		{"event", eventFrame{}, "One event of the log, in its order, once.", nil},
		{"delta", deltaFrame{}, "A piece of a message that is being written. It has no cursor, may be lost, and never comes behind the event that finishes the message.", nil},
		{"caught_up", cursorFrame{}, "All that the log held was sent; what follows is live.", nil},
		{"lagging", laggingFrame{}, "The reader is too slow. It is fed from the log at its own pace and misses nothing.", nil},
		{"resync", resyncFrame{}, "The cursor means nothing here: begin with a snapshot.", nil},
		{"ack", ackFrame{}, "The frame with this ref was taken; what it did is in the log.", nil},
		{"refused", problemFrame{}, "The command with this ref came to nothing.", nil},
		{"error", problemFrame{}, "The frame with this ref means nothing, or something broke down.", nil},
	}
}
