package offline

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"turnbook/agents"
)

// workspace answers for an agent of a workspace: one that works with files. Its orders
// are lines, each a sentence of the small grammar below; what is none is told, and the
// lines before it are done. A planner writes the lines into its plan and proposes it; told
// to carry a plan out, an agent reads the lines back.
func workspace(a *answer) {
	orders := ordersIn(a.ask())
	if carryOut.MatchString(a.ask()) {
		orders = a.planned()
	}
	switch {
	case a.outcomes():
	case a.has("propose_plan"):
		a.plan(orders)
	default:
		a.work(orders)
	}
}

var carryOut = regexp.MustCompile(`(?i)^\s*(please )?carry out (the|your) plan\b`)

// ordersIn are the orders of a message: its lines, and what "then" joins, without what
// marks a list.
func ordersIn(text string) []string {
	var orders []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(listMark.ReplaceAllString(strings.TrimSpace(line), ""))
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if delegates.MatchString(line) || strings.Contains(line, ": ") {
			orders = append(orders, line) // what stands behind a colon is whole
			continue
		}
		for _, part := range joint.Split(line, -1) {
			if part = strings.TrimSpace(part); part != "" {
				orders = append(orders, part)
			}
		}
	}
	return orders
}

var (
	listMark = regexp.MustCompile(`^([-*]|\d+[.)])\s+`)
	joint    = regexp.MustCompile(`(?i)(?:,\s*|\s+)(?:and\s+)?then\s+`)
)

// planned are the orders of the plan that the workspace's planner proposed.
func (a *answer) planned() []string {
	var plan struct {
		Markdown string `json:"markdown"`
	}
	if !a.data("plan", &plan) {
		return nil
	}
	var orders []string
	for line := range strings.Lines(plan.Markdown) {
		if line = strings.TrimSpace(line); listMark.MatchString(line) {
			orders = append(orders, listMark.ReplaceAllString(line, ""))
		}
	}
	return orders
}

// outcomes takes what a message of the program's own tells: delegated work that ended is
// read, once.
func (a *answer) outcomes() bool {
	ids := toldIDs.FindAllString(a.ask(), -1)
	if !strings.HasPrefix(a.ask(), "Work that you delegated") || ids == nil {
		return false
	}
	if done := a.sinceAsk(); len(done) > 0 {
		a.tell(done[len(done)-1])
		return true
	}
	args := map[string]any{"task_ids": ids, "timeout_secs": 0}
	if strings.Contains(a.ask(), "still at work") {
		args["timeout_secs"] = 600
		args["min_completed"] = len(ids)
	}
	a.call("task_await", args)
	return true
}

var toldIDs = regexp.MustCompile(`\b(wst_[a-z0-9_-]+|w[0-9a-f]{16})\b`)

// sinceAsk are the results of tools since the last message of the user.
func (a *answer) sinceAsk() []agents.Message {
	var done []agents.Message
	for _, m := range a.req.Messages {
		switch m.Role {
		case agents.UserRole:
			done = nil
		case agents.ToolRole:
			done = append(done, m)
		}
	}
	return done
}

// plan writes the orders into the plan file, then proposes it.
func (a *answer) plan(orders []string) {
	var at struct {
		PlanFile string `json:"plan_file"`
		Title    string `json:"title"`
	}
	a.data("workspace", &at)
	done := a.sinceAsk()
	switch {
	case len(done) > 0 && done[len(done)-1].Code != "":
		a.say("I could not hand the plan in: %s", done[len(done)-1].Text)
	case len(done) == 0:
		a.call("write", map[string]string{"path": at.PlanFile, "text": planText(at.Title, orders)})
	default:
		a.call("propose_plan", struct{}{})
	}
}

func planText(title string, orders []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Plan: %s\n\n", title)
	for i, o := range orders {
		fmt.Fprintf(&b, "%d. %s\n", i+1, o)
	}
	return b.String()
}

// work carries the orders out, one call after the other, and says what the tools said.
func (a *answer) work(orders []string) {
	done := a.sinceAsk()
	if n := len(done); n > 0 && done[n-1].Code != "" && !strings.HasPrefix(done[n-1].Text, "{") {
		a.say("I stopped there: %s", done[n-1].Text)
		return
	}
	at, carried := 0, []order(nil)
	for _, text := range orders {
		o, ok := orderOf(text)
		if !ok {
			a.tellAll(carried, done)
			a.say("I do not understand %q; docs/asks.md says what I can be asked in a workspace.", text)
			return
		}
		calls := o.calls(done, at)
		if calls == nil {
			at, carried = at+o.rounds, append(carried, o)
			continue
		}
		a.call(calls.tool, calls.args)
		return
	}
	if len(orders) == 0 {
		a.say("There is nothing to do in that; docs/asks.md says what I can be asked in a workspace.")
		return
	}
	a.tellAll(carried, done)
}

// tellAll says what came of the orders that were carried out, in order.
func (a *answer) tellAll(carried []order, done []agents.Message) {
	for _, o := range carried {
		results := done[:o.rounds]
		done = done[o.rounds:]
		if o.tell != nil {
			a.say("%s", o.tell(results))
			continue
		}
		for _, m := range results {
			a.tell(m)
		}
	}
	if len(carried) == 0 && len(a.text) == 0 {
		a.say("Nothing was done.")
	}
}

// tell says what one call came to: a report in its own words, all else in the tool's.
func (a *answer) tell(m agents.Message) {
	var one struct {
		Status string `json:"status"`
		ID     string `json:"task_id"`
		Report string `json:"report_markdown"`
		Error  string `json:"error"`
		Note   string `json:"note"`
	}
	var many struct {
		Results []json.RawMessage `json:"results"`
	}
	switch {
	case json.Unmarshal([]byte(m.Text), &many) == nil && many.Results != nil:
		for _, r := range many.Results {
			a.tell(agents.Message{Text: string(r)})
		}
	case json.Unmarshal([]byte(m.Text), &one) == nil && one.Status != "":
		a.say("%s is %s.", one.ID, one.Status)
		for _, more := range []string{one.Report, one.Error} {
			if more != "" {
				a.say("%s", more)
			}
		}
	default:
		a.say("%s", strings.TrimSpace(firstLines(m.Text, 20)))
	}
}

func firstLines(text string, n int) string {
	lines := strings.SplitAfterN(text, "\n", n+1)
	if len(lines) > n {
		return strings.Join(lines[:n], "") + "…"
	}
	return text
}
