package projections

import (
	"context"

	"turnbook/schemas"
)

// A ModelCall is a row of the table model_calls.
type ModelCall struct {
	Vendor       schemas.VendorID `json:"vendor"`
	Turn         schemas.TurnID   `json:"turn_id"`
	ID           schemas.CallID   `json:"id"`
	Seq          uint64           `json:"seq"`
	Index        int              `json:"idx"`
	Lane         schemas.LaneID   `json:"lane"`
	Agent        string           `json:"agent"`
	Attempt      int              `json:"attempt"`
	Status       string           `json:"status"` // called, answered or failed
	Model        string           `json:"model"`
	Text         string           `json:"text"`
	Tools        int              `json:"tools"`
	Stop         string           `json:"stop"`
	Code         schemas.Code     `json:"code"`
	Message      string           `json:"message"`
	InputTokens  int              `json:"input_tokens"`
	OutputTokens int              `json:"output_tokens"`
	Definition   string           `json:"definition"`
	ModelFrom    schemas.Tier     `json:"model_from"`
	Thinking     string           `json:"thinking"`
	ThinkingFrom schemas.Tier     `json:"thinking_from"`
	Prompt       string           `json:"prompt"`
	CachedTokens int              `json:"cached_tokens"`
	CostNanos    int              `json:"cost_nanos"`
	Prices       string           `json:"prices"`
	CalledAt     Stamp            `json:"called_at"`
	SettledAt    Stamp            `json:"settled_at"`
	SettledSeq   uint64           `json:"settled_seq"`
}

func (c *ModelCall) fields() []any {
	return []any{
		&c.Vendor, &c.Turn, &c.ID, &c.Seq, &c.Index, &c.Lane, &c.Agent, &c.Attempt, &c.Status, &c.Model, &c.Text, &c.Tools,
		&c.Stop, &c.Code, &c.Message, &c.InputTokens, &c.OutputTokens,
		&c.Definition, &c.ModelFrom, &c.Thinking, &c.ThinkingFrom, &c.Prompt,
		&c.CachedTokens, &c.CostNanos, &c.Prices, &c.CalledAt, &c.SettledAt, &c.SettledSeq,
	}
}

// A callKey names a call of a model or of a tool.
type callKey struct {
	vendor schemas.VendorID
	turn   schemas.TurnID
	id     schemas.CallID
}

func (k callKey) args() []any { return []any{string(k.vendor), string(k.turn), string(k.id)} }

func keepModelCalls() *kept[callKey, ModelCall, *ModelCall] {
	return keep[callKey, ModelCall]("model_calls", "vendor = ? AND turn_id = ? AND id = ?", callKey.args)
}

func (f *fold) modelCall(t *Turn, r *rec) error {
	switch e := r.Event.(type) {
	case schemas.ModelCalled:
		t.ModelCalls++
		f.modelCalls.add(callKey{r.Vendor, r.Turn, e.Call}, ModelCall{
			Vendor: r.Vendor, Turn: r.Turn, ID: e.Call, Seq: r.Seq, Index: r.Index, Lane: e.Lane, Agent: e.Agent,
			Attempt: e.Attempt, Status: "called", CalledAt: r.at,
		})
		return nil
	case schemas.ModelAnswered:
		t.InputTokens += e.Usage.Input
		t.OutputTokens += e.Usage.Output
		cost, version := f.cost(r, e)
		if t.CostNanos += cost; version == "" {
			t.UnpricedCalls++
		}
		return f.settleModelCall(r, e.Call, func(c *ModelCall) {
			c.Status, c.Model, c.Text, c.Tools, c.Stop = "answered", e.Model, e.Text, len(e.ToolCalls), e.Stop
			c.InputTokens, c.OutputTokens, c.CachedTokens = e.Usage.Input, e.Usage.Output, e.Usage.Cached
			c.CostNanos, c.Prices = cost, version
			c.asked(e.Asked)
		})
	case schemas.ModelFailed:
		return f.settleModelCall(r, e.Call, func(c *ModelCall) {
			c.Status, c.Code, c.Message = "failed", e.Code, e.Message
			c.asked(e.Asked)
			if e.Asked != nil {
				c.Model = e.Asked.Model
			}
		})
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
}

// asked notes how the model was asked. Old books don't tell.
func (c *ModelCall) asked(a *schemas.Asking) {
	if a == nil {
		return
	}
	c.Definition, c.ModelFrom, c.Thinking, c.ThinkingFrom, c.Prompt = a.Definition, a.ModelFrom, a.Thinking, a.ThinkingFrom, a.Prompt
}

// cost is what an answer cost on its day, and the version of the prices; "" where they
// have none of its model.
func (f *fold) cost(r *rec, e schemas.ModelAnswered) (nanos int, version string) {
	prices := f.w.schema.prices
	cost, known := prices.Cost(e.Model, r.Time, e.Usage)
	if !known {
		return 0, ""
	}
	return int(cost), prices.Version
}

func (f *fold) settleModelCall(r *rec, id schemas.CallID, settle func(*ModelCall)) error {
	c, err := f.modelCalls.at(f.w, callKey{r.Vendor, r.Turn, id})
	if err != nil {
		return err
	}
	if c == nil {
		return &StrayError{What: "model call", ID: string(id)}
	}
	settle(c)
	c.SettledAt, c.SettledSeq = r.at, r.Seq
	return nil
}

// ModelCalls lists the model calls of a turn, in log order.
func (s *Store) ModelCalls(ctx context.Context, vendor schemas.VendorID, turn schemas.TurnID) ([]ModelCall, AsOf, error) {
	return list[ModelCall](ctx, s, "SELECT * FROM model_calls WHERE vendor = ? AND turn_id = ? ORDER BY seq, idx", vendor, turn)
}
