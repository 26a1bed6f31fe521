package projections

import (
	"context"

	"turnbook/schemas"
)

// A Handle is a row of the table handles.
type Handle struct {
	Vendor           schemas.VendorID        `json:"vendor"`
	ID               schemas.HandleID        `json:"id"`
	Kind             schemas.HandleKind      `json:"kind"`
	Mode             string                  `json:"mode"`
	Status           schemas.HandleStatus    `json:"status"`
	Owner            schemas.WorkspaceID     `json:"owner_workspace_id"`
	Workspace        schemas.WorkspaceID     `json:"workspace_id"`
	Turn             schemas.TurnID          `json:"turn_id"`
	Asked            schemas.AgentID         `json:"asked_agent_id"`
	Agent            schemas.AgentID         `json:"agent_id"`
	Strict           bool                    `json:"strict"`
	Scope            string                  `json:"scope"`
	Source           string                  `json:"source"`
	Digest           string                  `json:"digest"`
	Bases            JSON                    `json:"bases"`
	Validated        string                  `json:"validated"`
	Vouched          bool                    `json:"vouched"`
	Model            string                  `json:"model"`
	ModelTier        schemas.Tier            `json:"model_tier"`
	Thinking         string                  `json:"thinking"`
	ThinkingTier     schemas.Tier            `json:"thinking_tier"`
	Attention        schemas.AttentionPolicy `json:"attention"`
	CreatedWorkspace bool                    `json:"created_workspace"`
	Disposable       bool                    `json:"disposable"`
	Title            string                  `json:"title"`
	Prompt           string                  `json:"prompt"`
	Progress         string                  `json:"progress"`
	Generation       int                     `json:"generation"`
	Reason           schemas.SettleReason    `json:"reason"`
	Code             schemas.Code            `json:"code"`
	Error            string                  `json:"error"`
	Report           string                  `json:"report"`
	CallerTurn       schemas.TurnID          `json:"caller_turn_id"`
	Depth            int                     `json:"depth"`
	CreatedSeq       uint64                  `json:"created_seq"`
	SettledSeq       uint64                  `json:"settled_seq"`
	CreatedAt        Stamp                   `json:"created_at"`
	SettledAt        Stamp                   `json:"settled_at"`
}

func (h *Handle) fields() []any {
	return []any{
		&h.Vendor, &h.ID, &h.Kind, &h.Mode, &h.Status, &h.Owner, &h.Workspace, &h.Turn, &h.Asked, &h.Agent, &h.Strict,
		&h.Scope, &h.Source, &h.Digest, &h.Bases, &h.Validated, &h.Vouched, &h.Model, &h.ModelTier, &h.Thinking,
		&h.ThinkingTier, &h.Attention, &h.CreatedWorkspace, &h.Disposable, &h.Title, &h.Prompt, &h.Progress,
		&h.Generation, &h.Reason, &h.Code, &h.Error, &h.Report, &h.CallerTurn, &h.Depth, &h.CreatedSeq, &h.SettledSeq,
		&h.CreatedAt, &h.SettledAt,
	}
}

type handleKey struct {
	vendor schemas.VendorID
	id     schemas.HandleID
}

func keepHandles() *kept[handleKey, Handle, *Handle] {
	return keep[handleKey, Handle]("handles", "vendor = ? AND id = ?", func(k handleKey) []any {
		return []any{string(k.vendor), string(k.id)}
	})
}

// handle takes an event of a handle's boundary in.
func (f *fold) handle(r *rec) error {
	key := handleKey{r.Vendor, schemas.HandleID(r.Entity.ID)}
	if e, ok := r.Event.(schemas.HandleCreated); ok {
		f.handles.add(key, handleOf(r, key, e))
		return f.launchDecision(r, e.CallerTurn, e.Ladders, schemas.OutcomeOK)
	}
	h, err := f.handles.at(f.w, key)
	if err != nil {
		return err
	}
	if h == nil {
		return &StrayError{What: "handle", ID: string(key.id)}
	}
	switch e := r.Event.(type) {
	case schemas.HandleAccepted, schemas.HandleRevived:
		h.Status, h.SettledSeq, h.SettledAt = schemas.HandleRunning, 0, ""
	case schemas.HandleDeferred:
		h.Status = schemas.HandleRunning
	case schemas.HandleAttentionSet:
		h.Attention = e.Policy
	case schemas.HandleProgressed:
		h.Progress = e.Text
	case schemas.HandleSettled:
		h.Status, h.Generation, h.Reason, h.Code = e.Status, e.Generation, e.Reason, e.Code
		h.Error, h.Report, h.SettledSeq, h.SettledAt = e.Error, e.Report, r.Seq, r.at
		return f.owed(r, h, e)
	case schemas.HandleNotified:
		return f.attended(r, key, e.Generation, AttentionDelivered, e.Turn)
	case schemas.HandleAttentionConsumed:
		return f.attended(r, key, e.Generation, attentionStatus(e.By), "")
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
	return nil
}

func handleOf(r *rec, key handleKey, e schemas.HandleCreated) Handle {
	h := Handle{
		Vendor: r.Vendor, ID: key.id, Kind: e.Kind, Mode: e.Mode, Status: e.Status, Owner: e.Owner, Workspace: e.Workspace,
		Turn: e.Turn, Asked: e.Asked, Agent: e.Agent, Strict: e.Strict, Validated: e.Validated, Model: e.Model.Value,
		ModelTier: e.Model.Tier, Thinking: e.Thinking.Value, ThinkingTier: e.Thinking.Tier, Attention: e.Attention,
		CreatedWorkspace: e.CreatedWorkspace, Disposable: e.Disposable, Title: e.Title, Prompt: e.Prompt,
		CallerTurn: e.CallerTurn, Depth: e.Depth, CreatedSeq: r.Seq, CreatedAt: r.at,
	}
	if e.Pin != nil {
		h.Scope, h.Source, h.Digest = e.Pin.Scope, e.Pin.Source, e.Pin.Digest
		if len(e.Pin.Chain) > 0 {
			h.Bases = jsonOf(e.Pin.Chain)
		}
	}
	for _, l := range e.Ladders {
		h.Vouched = h.Vouched || l.Outcome == "VOUCHED"
	}
	return h
}

// Handles lists delegated turns of a vendor, the latest first.
func (s *Store) Handles(ctx context.Context, vendor schemas.VendorID) ([]Handle, AsOf, error) {
	return list[Handle](ctx, s, "SELECT * FROM handles WHERE vendor = ? ORDER BY created_seq DESC, id", vendor)
}

// Handle reads one delegated turn. The error is a [*NotFoundError] where it is not in the
// book.
func (s *Store) Handle(ctx context.Context, vendor schemas.VendorID, id schemas.HandleID) (Handle, AsOf, error) {
	return single[Handle](ctx, s, "handle", string(id), "SELECT * FROM handles WHERE vendor = ? AND id = ?", vendor, id)
}
