package web

import (
	"encoding/json"
	"slices"

	"turnbook/projections"
	"turnbook/schemas"
)

// Protocol is the bridge's subprotocol; ProtocolVersion is what hello may ask for.
const (
	Protocol        = "turnbook.v1"
	ProtocolVersion = 1
)

// inFrame is a frame from a client; which members mean something is the type's affair.
// hello: version, view_id, session. subscribe: session, playbook, turn, task, types,
// tasks, modules, from. message: text, ui_context, session, idempotency_key, queue. ui_context:
// ui_context. cancel: session, turn, reason. answer: session, card, decision, fingerprint.
// credit: frames. unsubscribe: nothing.
type inFrame struct {
	Type        string               `json:"type"`
	Ref         json.RawMessage      `json:"ref"` // echoed
	Version     int                  `json:"version"`
	View        string               `json:"view_id"`
	Session     string               `json:"session"`
	Playbook    string               `json:"playbook"`
	Turn        string               `json:"turn"`
	Task        string               `json:"task"`
	Types       []string             `json:"types"`
	Tasks       []string             `json:"tasks"`   // whose steps a snapshot holds; absent for all
	Modules     []string             `json:"modules"` // whose tasks a snapshot holds; absent for all
	From        string               `json:"from"`
	Text        string               `json:"text"`
	UIContext   json.RawMessage      `json:"ui_context"`
	Key         string               `json:"idempotency_key"`
	Queue       bool                 `json:"queue"`
	Reason      string               `json:"reason"`
	Card        string               `json:"card"`
	Decision    schemas.CardDecision `json:"decision"`
	Fingerprint string               `json:"fingerprint"`
	SentAt      schemas.SentAt       `json:"sent_at"`
	Frames      *int                 `json:"frames"` // events that the client can take, beside those it gave credit for before
}

// maxRef is the longest ref, in bytes of JSON.
const maxRef = 200

// head is what every frame from the server begins with.
type head struct {
	Type string          `json:"type"`
	Ref  json.RawMessage `json:"ref,omitempty"`
}

type welcomeFrame struct {
	head
	Version      int            `json:"version"`
	Epoch        string         `json:"epoch"`
	Head         uint64         `json:"head"`
	View         schemas.ViewID `json:"view_id"`
	Limits       limits         `json:"limits"`
	Capabilities []string       `json:"capabilities"`
}

type limits struct {
	Frame  int `json:"frame_bytes"`  // the largest frame that is taken
	Text   int `json:"text_bytes"`   // the longest message
	Buffer int `json:"buffer_bytes"` // what may wait before a view is lagging
}

// snapshotFrame is everything on screen as of one position: the live frames begin
// exactly after it. AsOf is a cursor.
type snapshotFrame struct {
	head
	AsOf     string                    `json:"as_of"`
	Tree     *projections.PlaybookTree `json:"playbook"` // null where no playbook is on screen; steps null where a task is not
	Session  *projections.Session      `json:"session"`  // null where none is subscribed to
	Messages []projections.Message     `json:"messages"`
	Rows     []projections.Row         `json:"rows"`
	Running  *projections.Turn         `json:"running_turn"`
	Shown    *projections.Turn         `json:"shown_turn"` // the running one, or the last
	Queued   []projections.Turn        `json:"queued"`
	Cards    []projections.Interrupt   `json:"cards"`   // those that wait for an answer
	Replies  []string                  `json:"replies"` // what the shown turn suggested last
	Lock     *lock                     `json:"lock"`    // who edits the playbook; null for nobody
	Context  schemas.UIContext         `json:"context"` // of this view
}

type cursorFrame struct { // caught_up
	head
	Cursor string `json:"cursor"`
}

type laggingFrame struct {
	head
	Cursor string `json:"cursor"` // of the last event that was sent
	Head   uint64 `json:"head"`
}

type resyncFrame struct {
	head
	Reason string `json:"reason"` // malformed, other_epoch, above_head or beyond_retention
	Epoch  string `json:"epoch"`
	Head   uint64 `json:"head"`
	AsOf   string `json:"as_of"` // the cursor of a snapshot that is asked for now, or a later one
}

type ackFrame struct {
	head
	Turn schemas.TurnID `json:"turn,omitempty"`
}

// problemFrame is refused (a command came to nothing) or error (a frame that means
// nothing, or a breakdown), with the members of a [Problem].
type problemFrame struct {
	head
	*Problem
}

// A filter says what a subscription asks for. It only narrows what the view may see.
type filter struct {
	session  schemas.SessionID  // with a playbook: of all sessions, this one
	playbook schemas.PlaybookID // with a session: of all documents, this one and the library
	turn     schemas.TurnID
	task     schemas.TaskID
	types    []string // nil for all
}

// wants says whether a view with this filter gets a record. Of views' own events it
// gets those of its own, and with no filter those of all.
func (f filter) wants(r schemas.Record, view schemas.ViewID) bool {
	switch {
	case f.types != nil && !slices.Contains(f.types, r.Type),
		f.turn != "" && r.Turn != f.turn,
		f.task != "" && r.Subject.Task != f.task:
		return false
	}
	switch r.Kind {
	case schemas.SessionBoundary:
		if f.session == "" {
			return f.playbook == "" || r.Subject.Playbook == f.playbook
		}
		return r.Entity.ID == string(f.session)
	case schemas.PlaybookBoundary:
		if f.playbook == "" {
			return f.session == "" || f.turn != ""
		}
		return r.Entity.ID == string(f.playbook)
	case schemas.LibraryBoundary:
		return f.playbook != "" || f.session == "" || f.turn != ""
	case schemas.ViewBoundary:
		return r.Entity.ID == string(view) || f.session == "" && f.playbook == ""
	case schemas.VendorBoundary, schemas.AuditBoundary, schemas.ProjectBoundary, schemas.HandleBoundary:
		return f.session == "" && f.playbook == ""
	case schemas.WorkspaceBoundary: // its conversation has its id
		return f.playbook == "" && (f.session == "" || r.Entity.ID == string(f.session))
	}
	return false
}

// appendEvent writes the frame of an event for one view: ref and target are the view's
// own, the rest is shared.
func appendEvent(dst []byte, ref json.RawMessage, part []byte, target *schemas.Target) []byte {
	dst = append(dst, `{"type":"event"`...)
	if len(ref) > 0 {
		dst = append(append(dst, `,"ref":`...), ref...)
	}
	dst = append(dst, part...)
	if target != nil {
		raw, _ := json.Marshal(target) // three strings always marshal
		dst = append(append(dst, `,"target":`...), raw...)
	}
	return append(dst, '}')
}

func headOf(kind string, ref json.RawMessage) head { return head{kind, ref} }
