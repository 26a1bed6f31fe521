package workspaces

import (
	"context"
	"maps"
	"slices"

	"turnbook/agents/handles"
	"turnbook/agents/turn"
	"turnbook/schemas"
)

// A sessionView is what a workspace's conversation comes to, as far as delegation is
// concerned.
type sessionView struct {
	busy     bool // a turn runs or waits
	queued   []schemas.TurnID
	turns    map[schemas.TurnID]schemas.TurnStatus
	outcomes map[schemas.TurnID]turn.Outcome
	told     map[string]schemas.TurnID
	order    []schemas.TurnID // of outcomes, by their ends
	stopped  bool
	nudges   int
	under    map[schemas.TurnID]schemas.Delegation // of turns that run or wait
}

// session looks at a workspace's conversation.
func (s *Service) session(ctx context.Context, at place, look func(sessionView)) error {
	return s.o.Runtime.Session(ctx, at.vendor, schemas.SessionID(at.id), func(st *turn.Session) {
		v := sessionView{
			busy: st.Running != nil || len(st.Queue) > 0, outcomes: maps.Clone(st.Outcomes), told: maps.Clone(st.Told), order: slices.Clone(st.Endings),
			stopped: st.Stopped, nudges: st.Nudges, turns: make(map[schemas.TurnID]schemas.TurnStatus),
			under: make(map[schemas.TurnID]schemas.Delegation),
		}
		for id, sum := range st.Turns {
			v.turns[id] = sum.Status
		}
		if st.Running != nil {
			v.under[st.Running.ID] = underOf(st, st.Running)
		}
		for _, q := range st.Queue {
			v.queued = append(v.queued, q.ID)
			v.under[q.ID] = underOf(st, q)
		}
		look(v)
	})
}

func underOf(st *turn.Session, t *turn.Turn) schemas.Delegation {
	if t.Request.Delegation == nil {
		return schemas.Delegation{}
	}
	return st.Under(t)
}

// continues says whether a turn that goes on with a handle runs or waits.
func (v sessionView) continues(h schemas.HandleID) bool {
	for _, d := range v.under {
		if d.Handle == h {
			return true
		}
	}
	return false
}

// endedSince are the turns that ended behind another, in order: none where that one is
// at work.
func (v sessionView) endedSince(id schemas.TurnID) []schemas.TurnID {
	i := slices.Index(v.order, id)
	if i < 0 {
		return nil
	}
	return v.order[i+1:]
}

// began says whether a turn was taken up before another that was: turns of a session run
// one after the other.
func (v sessionView) began(id, before schemas.TurnID) bool {
	i, j := slices.Index(v.order, id), slices.Index(v.order, before)
	return i >= 0 && (j < 0 || i < j)
}

// unheard are the turns of a handle that ended before another did ("" for all) and that it
// was not told of yet. Ends are heard of aside, in any order; to the handle they are told in theirs.
func (v sessionView) unheard(h *handles.Handle, before schemas.TurnID) []schemas.TurnID {
	if !h.Active() {
		return nil
	}
	return slices.DeleteFunc(v.endedFor(h.ID), func(id schemas.TurnID) bool { return h.Heard(id) || !v.began(id, before) })
}

// endedFor are the turns of a handle that ended, in the order in which they did.
func (v sessionView) endedFor(h schemas.HandleID) []schemas.TurnID {
	var ids []schemas.TurnID
	for _, id := range v.order {
		if o, ok := v.outcomes[id]; ok && o.Delegation.Handle == h {
			ids = append(ids, id)
		}
	}
	return ids
}
