package web

import (
	"context"
	"fmt"
	"time"

	"turnbook/projections"
	"turnbook/schemas"
)

// skewTold is from how many seconds on a client's clock counts as wrong: less is what a
// command needs on its way.
const skewTold = 5

// clockView is what a client's clock said of a command, beside ours.
type clockView struct {
	Sent schemas.SentAt // as it came
	Skew string         // "1 h ahead of ours"; "" where they agree
}

// clockOf is the client's clock of an event; nil for one that tells of none.
func clockOf(sent schemas.SentAt, ours projections.Stamp) *clockView {
	ahead, ok := sent.Ahead(ours.Time())
	if !ok {
		return nil
	}
	return &clockView{Sent: sent, Skew: skewWords(ahead)}
}

// skewWords say how far a clock is off, in the largest unit that fits.
func skewWords(ahead int64) string {
	way := "ahead of ours"
	if ahead < 0 {
		ahead, way = -ahead, "behind ours"
	}
	const minute, hour, day, year = 60, 3600, 86_400, 31_557_600
	switch {
	case ahead < skewTold:
		return ""
	case ahead < 2*minute:
		return fmt.Sprintf("%d s %s", ahead, way)
	case ahead < 2*hour:
		return fmt.Sprintf("%d min %s", ahead/minute, way)
	case ahead < 2*day:
		return fmt.Sprintf("%d h %s", ahead/hour, way)
	case ahead < 2*year:
		return fmt.Sprintf("%d days %s", ahead/day, way)
	}
	return fmt.Sprintf("%d years %s", ahead/year, way)
}

// readClock reads what the client's clock said when it sent the turn's message.
func (p *pages) readClock(ctx context.Context, v *turnView) error {
	events, _, err := p.store.FilteredEvents(ctx, projections.EventFilter{
		Vendor: p.vendor, Turn: v.Turn.ID, Type: schemas.TurnRequested{}.EventType(), Limit: 1,
	})
	if err == nil && len(events) > 0 {
		v.Clock = clockIn(events[0])
	}
	return err
}

// clockIn is the client's clock in an event of the tables; nil where it can't be read.
func clockIn(e projections.Event) *clockView {
	event, err := schemas.Decode(e.Type, []byte(e.Data))
	if err != nil {
		return nil
	}
	return clockOf(schemas.SentAtOf(event), e.Time)
}

// sentMoment is a client's time as pages write times.
func sentMoment(at schemas.SentAt) string {
	t, err := time.Parse(time.RFC3339Nano, string(at))
	if err != nil {
		return shown(string(at))
	}
	return t.UTC().Format("2 Jan 2006, 15:04:05 UTC")
}
