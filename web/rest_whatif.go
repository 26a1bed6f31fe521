package web

import (
	"context"
	"encoding/json"
	"net/http"

	"turnbook/agents/turn"
	"turnbook/schemas"
)

type ruleList struct {
	Rules []ruleTold `json:"rules"`
}

type ruleTold struct {
	Rule    schemas.Rule `json:"rule" doc:"name and version"`
	InForce bool         `json:"in_force" doc:"it decides now"`
	Says    string       `json:"says" doc:"what it decides"`
}

type activateBody struct {
	Rule string `json:"rule" doc:"name and version of the rule that decides from here on"`
	Key  string `json:"idempotency_key,omitempty" doc:"names the event; absent for a fresh one"`
}

type activated struct {
	Rule schemas.Rule `json:"rule"`
	Seq  uint64       `json:"seq" doc:"where it was activated; 0 where it decided already"`
}

func (r *rest) whatIfs() {
	serve(r, route{http.MethodGet, "/v1/rules", "listRules", 0, "The rules that decide in a turn, and which version of each is in force"}, r.listRules)
	serve(r, route{http.MethodPost, "/v1/rules", "activateRule", 0, "Have a version of a rule decide from here on (from this machine only)"}, r.activateRule)
	serve(r, route{http.MethodPost, "/v1/redecide", "redecide", 0, "Take decisions again, as they were or under a change: what would differ, by rule. Nothing is written and no model called"}, r.redecide)
	r.streamed(http.MethodPost, "/v1/redecide/stream", "redecideStream", "The same, line by line as it is found, with how far it is: JSON objects of the types turn, progress, problem and done", http.StatusOK, "application/x-ndjson")
	r.mux.HandleFunc("POST /v1/redecide/stream", r.redecideStream)
}

func (r *rest) listRules(ctx context.Context, _ *none, _ none) (ruleList, error) {
	inForce, err := r.o.Runtime.RulesInForce(ctx, r.o.Vendor)
	var out ruleList
	for _, v := range turn.Rules() {
		out.Rules = append(out.Rules, ruleTold{v.Rule, inForce[v.Rule.Name()] == v.Rule, v.Says})
	}
	return out, err
}

func (r *rest) activateRule(ctx context.Context, _ *none, b activateBody) (activated, error) {
	if err := fromHere(ctx); err != nil {
		return activated{}, err
	}
	key, err := keyOrFresh(b.Key)
	if err != nil {
		return activated{}, err
	}
	seq, err := r.o.Runtime.ActivateRule(ctx, r.o.Vendor, r.o.User, b.Rule, key)
	return activated{schemas.Rule(b.Rule), seq}, err
}

func (r *rest) redecide(ctx context.Context, _ *none, b whatIfAsk) (whatIfAnswer, error) {
	a := whatIfAnswer{Groups: []changedGroup{}, Unknown: []leftBook{}}
	asOf, err := r.logHead(ctx)
	if err != nil {
		return a, err
	}
	a.Standing = r.standing(asOf)
	for step, err := range r.retake(ctx, b) {
		if err != nil {
			return a, err
		}
		a.add(step)
	}
	return a, nil
}

// A whatIfLine is a line of the stream.
type whatIfLine struct {
	Type      string            `json:"type"` // turn, progress, problem or done
	Turn      schemas.TurnID    `json:"turn,omitempty"`
	Changed   []changedDecision `json:"changed,omitempty"`
	Unknown   *unknownFrom      `json:"unknown,omitempty"`
	Done      uint64            `json:"done,omitempty"` // how far it is
	Of        uint64            `json:"of,omitempty"`
	Turns     int               `json:"turns,omitempty"`     // taken again so far
	Decisions int               `json:"decisions,omitempty"` // so
	Named     int               `json:"named,omitempty"`     // how many turns the ask names, under a limit
	Agreeing  int               `json:"agreeing,omitempty"`  // decisions that come out as they did
	Differing int               `json:"differing,omitempty"`
	Left      int               `json:"left,omitempty"` // turns that would have gone where nothing is recorded
	Problem   *Problem          `json:"problem,omitempty"`
}

// redecideStream tells what differs as it is found. What it holds does not grow.
func (r *rest) redecideStream(w http.ResponseWriter, req *http.Request) {
	var ask whatIfAsk
	err := readBody(req, &ask)
	if err == nil {
		err = ask.check()
	}
	if err != nil {
		r.refuse(w, req, r.toldOf(req, err))
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := json.NewEncoder(w)
	var all whatIfLine
	for step, err := range r.retake(req.Context(), ask) {
		if err != nil {
			_ = out.Encode(whatIfLine{Type: "problem", Problem: r.toldOf(req, err)}) // who is gone needs no answer
			return
		}
		all.count(step)
		if r.tellStep(out, step, all) != nil || http.NewResponseController(w).Flush() != nil {
			return
		}
	}
	all.Type = "done"
	_ = out.Encode(all)
}

func (l *whatIfLine) count(step retaken) {
	l.Named = max(l.Named, step.Named)
	l.Turns += step.Turns
	l.Decisions += step.Decisions
	l.Agreeing += step.Agreeing
	l.Differing += len(step.Changed)
	if step.Unknown != nil {
		l.Left++
	}
}

func (r *rest) tellStep(out *json.Encoder, step retaken, all whatIfLine) error {
	if len(step.Changed) > 0 || step.Unknown != nil {
		return out.Encode(whatIfLine{Type: "turn", Turn: step.Turn, Changed: step.Changed, Unknown: step.Unknown})
	}
	if step.Of == 0 {
		return nil
	}
	all.Type, all.Done, all.Of = "progress", step.Done, step.Of
	return out.Encode(all)
}
