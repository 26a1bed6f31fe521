package web

import (
	"math"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// A turnAsk is what a turn's page is asked for: all of it stands in the address.
type turnAsk struct {
	Turn schemas.TurnID
	At   string         // the position that the screen is shown as of; "" for none
	View schemas.ViewID // whose screen; "" for the origin's

	Type  string               // of the events that are listed; "" for all
	Lane  schemas.LaneID       // whose events; "" for all
	Only  projections.StopKind // which events; "" for all
	Wire  bool                 // without internal ones
	After string               // behind which position the list begins; "" for its beginning
	All   bool                 // the dossier's lists whole
}

func readTurnAsk(id schemas.TurnID, q url.Values) turnAsk {
	a := turnAsk{
		Turn: id, At: q.Get("at"), View: schemas.ViewID(q.Get("view")), Type: q.Get("type"), Lane: schemas.LaneID(q.Get("lane")),
		After: q.Get("after"), All: q.Get("list") == "all",
	}
	switch show := q.Get("show"); show {
	case "wire":
		a.Wire = true
	default:
		a.Only = projections.StopKind(show)
	}
	return a
}

// show is the choice among events, as the address has it.
func (a turnAsk) show() string {
	if a.Wire {
		return "wire"
	}
	return string(a.Only)
}

// filtered says whether some events are left out of the list.
func (a turnAsk) filtered() bool { return a.Type != "" || a.Lane != "" || a.show() != "" }

// values are the parts of the address that are set.
func (a turnAsk) values() url.Values {
	q := url.Values{}
	list := ""
	if a.All {
		list = "all"
	}
	for name, value := range map[string]string{
		"at": a.At, "view": string(a.View), "type": a.Type, "lane": string(a.Lane), "show": a.show(), "after": a.After, "list": list,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

func (a turnAsk) address(place string) templ.SafeURL {
	address := pathTo("turns", string(a.Turn))
	if q := a.values(); len(q) > 0 {
		address += templ.SafeURL("?" + q.Encode())
	}
	if place != "" {
		address += templ.SafeURL("#" + place)
	}
	return address
}

// at is the page with the screen as of a position; none for the screen of now.
func (a turnAsk) at(p schemas.Position) templ.SafeURL {
	a.At = ""
	if p != (schemas.Position{}) {
		a.At = positionText(p)
	}
	return a.address("")
}

// on is the page with another view's screen.
func (a turnAsk) on(view schemas.ViewID) templ.SafeURL {
	a.View = view
	return a.address("")
}

// from is the page with the list of events beginning behind a position.
func (a turnAsk) from(after string) templ.SafeURL {
	a.After = after
	return a.address("timeline")
}

// event is the page with the list of every event beginning at one of them.
func (a turnAsk) event(p schemas.Position) templ.SafeURL {
	before := schemas.Position{Seq: p.Seq, Index: p.Index - 1}
	if p.Index == 0 {
		before = schemas.Position{Seq: p.Seq - 1, Index: math.MaxInt32}
	}
	to := turnAsk{Turn: a.Turn, At: a.At, View: a.View, All: a.All}
	to.After = strconv.FormatUint(before.Seq, 10) + "." + strconv.Itoa(before.Index)
	return to.address(eventAnchor(p))
}

// unfiltered is the page with every event.
func (a turnAsk) unfiltered() templ.SafeURL {
	return turnAsk{Turn: a.Turn, At: a.At, View: a.View, All: a.All}.address("timeline")
}

// everything is the page with its lists whole.
func (a turnAsk) everything() templ.SafeURL {
	a.All = true
	return a.address("")
}

// filter is what the store is asked for.
func (a turnAsk) filter(vendor schemas.VendorID, after schemas.Position, limit int) projections.EventFilter {
	return projections.EventFilter{Vendor: vendor, Turn: a.Turn, Type: a.Type, Lane: a.Lane, Wire: a.Wire, Only: a.Only, After: after, Limit: limit}
}

// shows are the choices among events, with their words.
func shows() [][2]string {
	return [][2]string{
		{"", "All events"}, {"wire", "What front ends got"}, {"decision", "Decisions"}, {"refusal", "Refusals"}, {"drop", "Drops"}, {"card", "Questions to a person"},
	}
}

// eventAnchor is the place of an event on a turn's page.
func eventAnchor(p schemas.Position) string {
	return "e" + strconv.FormatUint(p.Seq, 10) + "-" + strconv.Itoa(p.Index)
}
