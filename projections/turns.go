package projections

import (
	"context"
	"fmt"

	"turnbook/schemas"
)

// A Turn is a row of the table turns: a message and what came of it.
type Turn struct {
	Vendor        schemas.VendorID   `json:"vendor"`
	ID            schemas.TurnID     `json:"id"`
	Session       schemas.SessionID  `json:"session_id"`
	View          schemas.ViewID     `json:"view_id"`
	Domain        schemas.Domain     `json:"domain"`
	Status        schemas.TurnStatus `json:"status"`
	StopReason    schemas.StopReason `json:"stop_reason"`
	Hops          int                `json:"hops"`
	Text          string             `json:"text"`
	Closing       string             `json:"closing"`
	ProgressTitle string             `json:"progress_title"`
	Replies       JSON               `json:"replies"` // a list of texts; "" for none
	Playbook      schemas.PlaybookID `json:"playbook_id"`
	Task          schemas.TaskID     `json:"task_id"`
	Key           string             `json:"idempotency_key"`
	CancelReason  string             `json:"cancel_reason"`
	Built         int                `json:"built"`
	Unchanged     int                `json:"unchanged"`
	Dropped       int                `json:"dropped"`
	ModelCalls    int                `json:"model_calls"`
	ToolCalls     int                `json:"tool_calls"`
	InputTokens   int                `json:"input_tokens"`
	OutputTokens  int                `json:"output_tokens"`
	CostNanos     int                `json:"cost_nanos"`
	UnpricedCalls int                `json:"unpriced_calls"`
	RequestedSeq  uint64             `json:"requested_seq"`
	FirstSeq      uint64             `json:"first_seq"`
	LastSeq       uint64             `json:"last_seq"`
	EndedSeq      uint64             `json:"ended_seq"`
	CancelSeq     uint64             `json:"cancel_seq"`
	RequestedAt   Stamp              `json:"requested_at"`
	StartedAt     Stamp              `json:"started_at"`
	EndedAt       Stamp              `json:"ended_at"`
}

func (t *Turn) fields() []any {
	return []any{
		&t.Vendor, &t.ID, &t.Session, &t.View, &t.Domain, &t.Status, &t.StopReason, &t.Hops, &t.Text, &t.Closing,
		&t.ProgressTitle, &t.Replies,
		&t.Playbook, &t.Task, &t.Key, &t.CancelReason, &t.Built, &t.Unchanged, &t.Dropped, &t.ModelCalls,
		&t.ToolCalls, &t.InputTokens, &t.OutputTokens, &t.CostNanos, &t.UnpricedCalls, &t.RequestedSeq, &t.FirstSeq, &t.LastSeq, &t.EndedSeq,
		&t.CancelSeq, &t.RequestedAt, &t.StartedAt, &t.EndedAt,
	}
}

type turnKey struct {
	vendor schemas.VendorID
	id     schemas.TurnID
}

func keepTurns() *kept[turnKey, Turn, *Turn] {
	return keep[turnKey, Turn]("turns", "vendor = ? AND id = ?", func(k turnKey) []any {
		return []any{string(k.vendor), string(k.id)}
	})
}

// A StrayError says that an event belongs to something that the book does not hold.
type StrayError struct{ What, ID string }

func (e *StrayError) Error() string { return fmt.Sprintf("%s %q is not in the book", e.What, e.ID) }

// turnEvent takes an event of a turn in: the turn's own row here, the rest by noun.
func (f *fold) turnEvent(s *Session, r *rec) error {
	if e, ok := r.Event.(schemas.TurnRequested); ok {
		return f.turnRequested(s, r, e)
	}
	t, err := f.turns.at(f.w, turnKey{r.Vendor, r.Turn})
	if err != nil {
		return err
	}
	if t == nil {
		return &StrayError{What: "turn", ID: string(r.Turn)}
	}
	t.LastSeq = r.Seq
	switch e := r.Event.(type) {
	case schemas.TurnStarted:
		t.Status, t.FirstSeq, t.StartedAt, s.RunningTurn = schemas.TurnRunning, r.Seq, r.at, t.ID
	case schemas.DomainDispatched:
		t.Domain, t.Hops = e.Domain, max(t.Hops, e.Hop)
	case schemas.AgentResolved:
		t.Domain = schemas.Domain(e.Agent)
		return f.decision(r, e.Ladder, 0, e.Code == "")
	case schemas.TurnHandedBack:
		t.Domain = e.ActiveDomain
	case schemas.DomainPinned:
		s.PinnedDomain = e.Domain
	case schemas.DomainUnpinned:
		s.PinnedDomain = ""
	case schemas.ProgressTitled:
		t.ProgressTitle = e.Title
	case schemas.RepliesSuggested:
		t.Replies = jsonOf(e.Replies)
	case schemas.CancelRequested:
		t.CancelReason, t.CancelSeq = e.Reason, r.Seq
	case schemas.TurnEnded:
		t.Status, t.StopReason, t.Hops, t.Closing = e.Status, e.Stop, e.Hops, e.Closing
		t.EndedSeq, t.EndedAt = r.Seq, r.at
		if s.RunningTurn == t.ID {
			s.RunningTurn = ""
		}
		return f.message(r, s, "closing", t.Domain, "", e.Closing)
	default:
		return f.partOfTurn(s, t, r)
	}
	return nil
}

func (f *fold) turnRequested(s *Session, r *rec, e schemas.TurnRequested) error {
	key := turnKey{r.Vendor, r.Turn}
	if known, err := f.turns.at(f.w, key); err != nil || known != nil || r.Turn == "" {
		if err == nil {
			err = fmt.Errorf("turn %q is asked for without an id, or twice", r.Turn)
		}
		return err
	}
	t := f.turns.add(key, Turn{
		Vendor: r.Vendor, ID: r.Turn, Session: s.ID, View: e.View, Text: e.Text, Key: e.Key,
		Status: schemas.TurnQueued, RequestedSeq: r.Seq, LastSeq: r.Seq, RequestedAt: r.at,
	})
	t.Playbook, _ = e.UIContext.PlaybookID()
	s.Turns++
	if !e.Queue || s.RunningTurn == "" {
		t.Status, t.FirstSeq, t.StartedAt, s.RunningTurn = schemas.TurnRunning, r.Seq, r.at, t.ID
	}
	return f.message(r, s, "user", "", "", e.Text)
}

// partOfTurn hands an event to the noun that it is about.
func (f *fold) partOfTurn(s *Session, t *Turn, r *rec) error {
	switch e := r.Event.(type) {
	case schemas.BucketComputed, schemas.TurnClassified, schemas.RedirectConsidered, schemas.TargetResolved:
		return f.decided(s, t, r)
	case schemas.ModelCalled, schemas.ModelAnswered, schemas.ModelFailed:
		return f.modelCall(t, r)
	case schemas.ToolCalled, schemas.ToolReturned, schemas.DocumentEdited:
		return f.toolCall(t, r)
	case schemas.LaneQueued, schemas.LaneStarted, schemas.LaneEnded, schemas.DeadlinePassed, schemas.Narrated:
		return f.lane(r)
	case schemas.MessageWritten:
		return f.message(r, s, "assistant", e.Domain, e.Call, e.Text)
	case schemas.RowChanged:
		return f.row(r, e)
	case schemas.FlushPlanned:
		return f.flushPlanned(s, t, r, e)
	case schemas.FlushApplied:
		return f.flushApplied(s, r, e)
	case schemas.FlushRefused:
		return f.flushRefused(s, t, r, e)
	case schemas.WriteRefused:
		t.Unchanged++
		return f.refusal(r, e, t.Hops)
	case schemas.StepEvent:
		return f.stepEvent(s, t, r, e)
	case schemas.InterruptRaised, schemas.InterruptAnswered, schemas.InterruptStale, schemas.InterruptSuperseded:
		return f.interrupt(s, t, r)
	case schemas.CompactionBegun, schemas.TalkCompacted, schemas.TalkLeftOut: // they change what models are shown, and no row
		return nil
	case schemas.BoundaryReached: // how it will end is told by its end
		return nil
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
}

// Turn reads one turn. The error is a [*NotFoundError] where it is not in the book.
func (s *Store) Turn(ctx context.Context, vendor schemas.VendorID, id schemas.TurnID) (Turn, AsOf, error) {
	return single[Turn](ctx, s, "turn", string(id), "SELECT * FROM turns WHERE vendor = ? AND id = ?", vendor, id)
}
