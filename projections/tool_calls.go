package projections

import (
	"context"

	"turnbook/schemas"
)

// A ToolCall is a row of the table tool_calls.
type ToolCall struct {
	Vendor     schemas.VendorID `json:"vendor"`
	Turn       schemas.TurnID   `json:"turn_id"`
	ID         schemas.CallID   `json:"id"`
	Seq        uint64           `json:"seq"`
	Index      int              `json:"idx"`
	Lane       schemas.LaneID   `json:"lane"`
	Tool       string           `json:"tool"`
	Args       JSON             `json:"args"`
	Status     string           `json:"status"` // called, returned or refused
	Code       schemas.Code     `json:"code"`
	Result     string           `json:"result"`
	Entity     string           `json:"entity"`
	EditSeq    uint64           `json:"edit_seq"`
	CalledAt   Stamp            `json:"called_at"`
	SettledAt  Stamp            `json:"settled_at"`
	SettledSeq uint64           `json:"settled_seq"`
}

func (c *ToolCall) fields() []any {
	return []any{
		&c.Vendor, &c.Turn, &c.ID, &c.Seq, &c.Index, &c.Lane, &c.Tool, &c.Args, &c.Status, &c.Code, &c.Result,
		&c.Entity, &c.EditSeq, &c.CalledAt, &c.SettledAt, &c.SettledSeq,
	}
}

func keepToolCalls() *kept[callKey, ToolCall, *ToolCall] {
	return keep[callKey, ToolCall]("tool_calls", "vendor = ? AND turn_id = ? AND id = ?", callKey.args)
}

func (f *fold) toolCall(t *Turn, r *rec) error {
	switch e := r.Event.(type) {
	case schemas.ToolCalled:
		t.ToolCalls++
		f.toolCalls.add(callKey{r.Vendor, r.Turn, e.Call}, ToolCall{
			Vendor: r.Vendor, Turn: r.Turn, ID: e.Call, Seq: r.Seq, Index: r.Index, Lane: e.Lane, Tool: e.Tool,
			Args: JSON(e.Args), Status: "called", CalledAt: r.at,
		})
		return nil
	case schemas.ToolReturned:
		return f.settleToolCall(r, e.Call, e.Code, e.Result, nil)
	case schemas.DocumentEdited:
		if e.Ladder != nil {
			if err := f.decision(r, *e.Ladder, t.Hops, e.Code != ""); err != nil {
				return err
			}
		}
		return f.settleToolCall(r, e.Call, e.Code, e.Result, &e)
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
}

// settleToolCall keeps what a call came to; edit is nil but for calls that wrote a
// document at once.
func (f *fold) settleToolCall(r *rec, id schemas.CallID, code schemas.Code, result string, edit *schemas.DocumentEdited) error {
	c, err := f.toolCalls.at(f.w, callKey{r.Vendor, r.Turn, id})
	if err != nil {
		return err
	}
	if c == nil {
		return &StrayError{What: "tool call", ID: string(id)}
	}
	c.Status, c.Code, c.Result, c.SettledAt, c.SettledSeq = "returned", code, result, r.at, r.Seq
	if code != "" {
		c.Status = "refused"
	}
	if edit != nil {
		c.Entity, c.EditSeq = edit.Entity, edit.Seq
	}
	return nil
}

// ToolCalls lists the tool calls of a turn, in log order.
func (s *Store) ToolCalls(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]ToolCall, AsOf, error) {
	return list[ToolCall](ctx, s, "SELECT * FROM tool_calls WHERE vendor = ? AND turn_id = ? ORDER BY seq, idx", vendor, turn)
}
