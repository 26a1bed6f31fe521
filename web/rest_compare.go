package web

import (
	"context"

	"turnbook/projections"
)

type compareOf struct {
	ID   string `path:"id" doc:"the first turn"`
	With string `query:"with" required:"true" doc:"the second turn"`
}

type turnComparison struct {
	Standing
	First  projections.Turn `json:"first"`
	Second projections.Turn `json:"second"`
	Pairs  []DecisionPair   `json:"pairs" doc:"decisions side by side, in the order of both turns"`
	Cut    bool             `json:"cut" doc:"whether a turn has more decisions than the thousand that are compared"`
}

func (r *rest) turnCompare(ctx context.Context, in *compareOf, _ none) (turnComparison, error) {
	var out turnComparison
	var err error
	if out.First, _, err = r.turn(ctx, in.ID); err != nil {
		return out, err
	}
	if out.Second, _, err = r.turn(ctx, in.With); err != nil {
		return out, err
	}
	asOf, err := compareTurns(ctx, r.o.Store, &out)
	out.Standing = r.standing(asOf)
	return out, err
}

// compareTurns lays the decisions of two turns that were found side by side.
func compareTurns(ctx context.Context, store *projections.Store, c *turnComparison) (projections.AsOf, error) {
	first, _, err := store.Decisions(ctx, c.First.Vendor, c.First.ID)
	if err != nil {
		return projections.AsOf{}, err
	}
	second, asOf, err := store.Decisions(ctx, c.Second.Vendor, c.Second.ID)
	if err != nil {
		return asOf, err
	}
	first, more := firstOf(first, mostCompared)
	second, still := firstOf(second, mostCompared)
	c.Pairs, c.Cut = all(alignDecisions(first, second)), more+still > 0
	return asOf, nil
}
