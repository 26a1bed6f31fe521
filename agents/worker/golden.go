package worker

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"turnbook/agents/turn"
	"turnbook/bus"
	"turnbook/schemas"
	"turnbook/schemas/words"
)

// A GoldenError says why no history can be made of a turn.
type GoldenError struct {
	Turn        schemas.TurnID
	Differences []Difference // where today's rules decide otherwise
	Replaced    bool         // they differ only since words were replaced
}

func (e *GoldenError) Error() string {
	switch {
	case len(e.Differences) == 0:
		return fmt.Sprintf("turn %s has no event in its session", e.Turn)
	case e.Replaced:
		return fmt.Sprintf("a decision of turn %s goes by words that are not handed on: %v", e.Turn, e.Differences[0])
	}
	return fmt.Sprintf("the rules of this program decide turn %s otherwise than it was decided: %v", e.Turn, e.Differences[0])
}

// Golden writes a turn as a history for developers: its session up to the turn's last
// event, and all that the decisions in it have read of documents and views, each up to
// where they had read it. Words that people and models wrote are replaced
// ([turnbook/schemas/words]); ids and times are kept. Positions are those of the history.
//
// The decisions are taken again on the replaced words, and that is what the history says,
// digests and fingerprints among it. So it decides again to itself. The error is a
// [*GoldenError] where the turn does not.
func Golden(ctx context.Context, lg *slog.Logger, log bus.Log, e schemas.Entity, id schemas.TurnID) (string, error) {
	messages, err := sessionUpTo(ctx, log, e, id)
	if err != nil {
		return "", err
	}
	if len(messages) == 0 {
		return "", &GoldenError{Turn: id}
	}
	if err := asDecided(ctx, lg, log, e, id, messages); err != nil {
		return "", err
	}
	for entity, to := range readBy(messages) {
		read, err := messagesUpTo(ctx, log, entity, to)
		if err != nil {
			return "", err
		}
		messages = append(messages, read...)
	}
	slices.SortFunc(messages, func(x, y []schemas.Record) int { return int(x[0].Seq) - int(y[0].Seq) })
	fresh := bus.Mem()
	c := &retelling{
		of: id, words: words.New(), log: fresh, history: newHistory(), moved: newPlaces(),
		re: &redecider{past: newPast(lg, fresh), recorded: turn.NewSession(e), state: turn.NewSession(e)}, prints: make(map[string]string),
	}
	for _, m := range messages {
		if err := c.tell(ctx, m); err != nil {
			return "", fmt.Errorf("retell turn %s at %d: %w", id, m[0].Seq, err)
		}
	}
	return c.history.text(fmt.Sprintf("Turn %s, as it was decided, up to its last event. People's words are replaced.", id)), nil
}

// sessionUpTo is the messages of a session up to the last one of a turn; none where the
// turn has none.
func sessionUpTo(ctx context.Context, log bus.Log, e schemas.Entity, id schemas.TurnID) ([][]schemas.Record, error) {
	all, err := messagesUpTo(ctx, log, e, 0)
	if err != nil {
		return nil, err
	}
	for n := len(all); n > 0; n-- {
		if slices.ContainsFunc(all[n-1], func(r schemas.Record) bool { return r.Turn == id }) {
			return all[:n], nil
		}
	}
	return nil, nil
}

// messagesUpTo is the messages of a boundary, up to a position if to is not 0.
func messagesUpTo(ctx context.Context, log bus.Log, e schemas.Entity, to uint64) (messages [][]schemas.Record, err error) {
	for message, err := range messagesOf(ctx, log, e) {
		if err != nil {
			return nil, err
		}
		if to != 0 && message[0].Seq > to {
			break
		}
		messages = append(messages, message)
	}
	return messages, nil
}

// asDecided holds the decisions of a session against the rules of this program.
func asDecided(ctx context.Context, lg *slog.Logger, log bus.Log, e schemas.Entity, id schemas.TurnID, messages [][]schemas.Record) error {
	re := &redecider{past: newPast(lg, log), recorded: turn.NewSession(e), state: turn.NewSession(e)}
	for _, m := range messages {
		diffs, _, err := re.decideAgain(ctx, m)
		if err != nil {
			return err
		}
		if len(diffs) > 0 {
			return &GoldenError{Turn: id, Differences: diffs}
		}
	}
	return nil
}

// readBy is what the decisions of a session have read of other boundaries, and where
// their effects wrote: each with the last position that matters.
func readBy(messages [][]schemas.Record) map[schemas.Entity]uint64 {
	to := make(map[schemas.Entity]uint64)
	for _, m := range messages {
		for _, r := range m {
			for name, seq := range readIn(r.Event) {
				e, err := schemas.ParseEntity(r.Vendor, name)
				if err == nil && seq > 0 && e != r.Entity {
					to[e] = max(to[e], seq)
				}
			}
		}
	}
	return to
}
