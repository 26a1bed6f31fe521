package turn

import (
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
)

// An Outcome is how a turn of a workspace ended.
type Outcome struct {
	schemas.TurnEnded
	Delegation schemas.Delegation
	Ran        bool         // it was at work; false for a message that was taken back from the queue
	PlanLike   bool         // its agent planned: what it owed was a plan
	Report     string       // what it said, or the plan that it proposed
	Failure    schemas.Code // of a failed one, where a model or the agent's files failed it
}

func (s *Session) keepOutcome(t *Turn, e schemas.TurnEnded) {
	if t.Request.Delegation == nil {
		return
	}
	if s.Outcomes == nil {
		s.Outcomes = make(map[schemas.TurnID]Outcome)
	}
	o := Outcome{TurnEnded: e, Delegation: s.Under(t), Ran: s.Running == t, Report: t.Proposed}
	s.Delegated.Ended(t.ID, e.Stop)
	if o.Ran {
		s.Stopped = e.Stop == schemas.StopCancelled
	}
	if l := t.Main(); l != nil {
		if o.Report == "" {
			o.Report = reportOf(l.Talk)
		}
		o.Failure = l.Failure
	}
	if t.Agent != nil {
		o.PlanLike = t.Agent.PlanLike
		if t.Agent.Code != "" {
			o.Failure = t.Agent.Code
		}
	}
	s.Outcomes[t.ID], s.Endings = o, append(s.Endings, t.ID)
	switch {
	case t.Proposed != "":
		s.LastPlan = t.Proposed
	case t.Agent != nil && !t.Agent.PlanLike && t.Agent.Code == "":
		s.LastPlan = "" // it was carried out, or passed over
	}
}

// Under is what a workspace's turn runs under, or would if it started now.
func (s *Session) Under(t *Turn) schemas.Delegation {
	if d, ok := s.Delegated.Under(t.ID); ok {
		return d
	}
	return *t.Request.Delegation
}

// delegated folds the request of a workspace's turn.
func (s *Session) delegated(t *Turn) error {
	d := t.Request.Delegation
	if d == nil {
		return nil
	}
	if err := s.Delegated.Requested(t.ID, *d); err != nil {
		return err
	}
	if s.Told == nil {
		s.Told = make(map[string]schemas.TurnID)
	}
	switch d.Origin {
	case schemas.FromPerson, schemas.FromLaunch, schemas.FromRetry:
		s.Stopped, s.Nudges = false, 0
	case schemas.FromNudge:
		s.Nudges++
	case schemas.FromOutcome:
		for _, about := range d.About {
			s.Told[about] = t.ID
		}
	}
	return nil
}

// proposed keeps the plan that a planner handed in: it is the turn's report.
func (t *Turn) proposed(l *Lane, e schemas.ToolReturned) {
	if l.Tool != nil && l.Tool.Tool == ProposePlan && e.Code == "" {
		t.Proposed = e.Result
	}
}

// reportOf joins what an agent said: adjacent texts verbatim, runs that tools stand
// between with a blank line (workspace-turns.md 2.10).
func reportOf(talk []agents.Message) string {
	var runs []string
	var run strings.Builder
	flush := func() {
		if text := strings.TrimSpace(run.String()); text != "" {
			runs = append(runs, text)
		}
		run.Reset()
	}
	for _, m := range talk {
		if m.Role != agents.AssistantRole {
			flush()
			continue
		}
		run.WriteString(m.Text)
		if len(m.Calls) > 0 {
			flush()
		}
	}
	flush()
	return strings.Join(runs, "\n\n")
}
