package web

import (
	"net/url"
	"slices"
	"strings"

	"turnbook/projections"
	"turnbook/schemas"
)

// A TurnChoice is what turns are chosen by: in lists, in questions about many of them, and
// in the addresses of their pages alike. The zero value chooses all.
type TurnChoice struct {
	Session string `query:"session" json:"session,omitempty" doc:"only this session's"`
	Status  string `query:"status" json:"status,omitempty" enum:"queued,running,awaiting_answer,completed,cancelled,failed" doc:"only these"`
	Stop    string `query:"stop_reason" json:"stop_reason,omitempty" doc:"only those that ended for this reason, as in hops_exhausted"`
	Domain  string `query:"domain" json:"domain,omitempty" doc:"only those that this agent owns or owned last, as in task-builder"`
	Since   string `query:"since" json:"since,omitempty" doc:"only those asked for from then on: RFC 3339, or a date"`
	Until   string `query:"until" json:"until,omitempty" doc:"only those asked for before then: RFC 3339, or a date"`
	Text    string `query:"text" json:"text,omitempty" doc:"only those whose message holds this text, whatever the case of its Latin letters"`
}

// readTurnChoice reads the choice out of an address.
func readTurnChoice(q url.Values) TurnChoice {
	return TurnChoice{
		Session: strings.TrimSpace(q.Get("session")), Status: q.Get("status"), Stop: q.Get("stop_reason"), Domain: strings.TrimSpace(q.Get("domain")),
		Since: strings.TrimSpace(q.Get("since")), Until: strings.TrimSpace(q.Get("until")), Text: q.Get("text"),
	}
}

// filter is what the tables are asked. The error says which field is wrong.
func (c TurnChoice) filter(vendor schemas.VendorID) (projections.TurnFilter, error) {
	f := projections.TurnFilter{Vendor: vendor, Status: schemas.TurnStatus(c.Status), Stop: schemas.StopReason(c.Stop), Domain: schemas.Domain(c.Domain), Text: c.Text}
	if c.Status != "" && !slices.Contains(schemas.TurnStatuses(), f.Status) {
		return f, badParameter("status", "%q is no status of a turn; give %s", c.Status, oneOf(schemas.TurnStatuses()))
	}
	if c.Stop != "" && !slices.Contains(schemas.StopReasons(), f.Stop) {
		return f, badParameter("stop_reason", "%q is no reason for which turns end; give %s", c.Stop, oneOf(schemas.StopReasons()))
	}
	var err error
	if f.Session, err = parseID[schemas.SessionID]("session", c.Session); err != nil {
		return f, err
	}
	if f.Since, err = readTime("since", c.Since); err != nil {
		return f, err
	}
	f.Until, err = readTime("until", c.Until)
	return f, err
}

// oneOf names the values of a closed set: "a, b or c".
func oneOf[T ~string](set []T) string {
	var b strings.Builder
	for i, v := range set {
		switch {
		case i > 0 && i == len(set)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}
