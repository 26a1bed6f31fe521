package offline

import (
	"fmt"
	"regexp"
	"strings"

	"turnbook/agents"
)

// An order is one sentence to an agent of a workspace, understood: so many tool calls,
// of which each can look at the results before it.
type order struct {
	rounds int
	next   func(n int, results []agents.Message) toolCall
	tell   func(results []agents.Message) string // what it came to; nil for what the tools said
}

type toolCall struct {
	tool string
	args any
}

// calls is the order's next call, where it has one left; at is how many results stand
// before its first.
func (o order) calls(done []agents.Message, at int) *toolCall {
	n := len(done) - at
	if n >= o.rounds {
		return nil
	}
	c := o.next(n, done[at:])
	return &c
}

// once is an order of one call.
func once(tool string, args any) order {
	return order{rounds: 1, next: func(int, []agents.Message) toolCall { return toolCall{tool, args} }}
}

// sentences are the grammar: a form, and what it comes to. The first that fits counts.
var sentences = []struct {
	form *regexp.Regexp
	make func(m []string) order
}{
	{delegates, delegate},
	{form(`(?:write|create|make) (\S+) from the (.+?) playbook\.?`), checklist},
	{form(`(?:write|create) (\S+): (.*)`), func(m []string) order {
		return once("write", map[string]string{"path": m[1], "text": m[2] + "\n"})
	}},
	{form(`write "(.*)" (?:to|into) (\S+?)\.?`), func(m []string) order {
		return once("write", map[string]string{"path": m[2], "text": m[1] + "\n"})
	}},
	{form(`replace "(.*)" (?:with|by) "(.*)" in (\S+?)\.?`), func(m []string) order {
		return once("edit", map[string]string{"path": m[3], "old": m[1], "new": m[2]})
	}},
	{form(`(?:read|show) (?:the file )?(\S+?)\.?`), func(m []string) order {
		return once("read", map[string]string{"path": m[1]})
	}},
	{form(`list (?:the )?(?:files|everything)(?: in (\S+?))?\.?`), func(m []string) order {
		if m[1] == "" {
			return once("list", struct{}{})
		}
		return once("list", map[string]string{"path": m[1]})
	}},
	{form(`(?:search|look) for "?(.+?)"?\.?`), func(m []string) order {
		return once("search", map[string]string{"pattern": regexp.QuoteMeta(m[1])})
	}},
	{form("run `(.+)`( in the background)?(?: watching for \"(.+)\")?\\.?"), command},
	{form(`wait for (everything|[\w:., -]+?)\.?`), await},
	{form(`list (?:my )?(?:delegated )?(?:tasks|work)\.?`), func([]string) order { return once("task_list", struct{}{}) }},
	{form(`stop ([\w:.-]+?)\.?`), func(m []string) order {
		return once("task_stop", map[string][]string{"task_ids": {m[1]}})
	}},
	{form(`report:? (.+)`), func(m []string) order {
		return once("agent_report", map[string]string{"message": m[1]})
	}},
}

// form is a sentence, from end to end and in any case.
func form(text string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:please )?` + strings.ReplaceAll(text, " ", `\s+`) + `$`)
}

func orderOf(text string) (order, bool) {
	for _, s := range sentences {
		if m := s.form.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
			return s.make(m), true
		}
	}
	return order{}, false
}

// delegates is: delegate [in the background] [to AGENT] [in a new workspace [on branch B]
// [from T] | in workspace ID] [and throw it away]: ORDER.
var delegates = form(`delegate( in the background)?(?: to (?:agent )?([\w.-]+))?` +
	`(?: in (a new workspace|workspace ([\w-]+)))?(?: on branch (\S+))?(?: from (\S+))?( and throw it away)?: (.+)`)

func delegate(m []string) order {
	args := map[string]any{"prompt": m[8], "title": titleOf(m[8])}
	if m[1] != "" {
		args["run_in_background"] = true
	}
	if m[2] != "" {
		args["agentId"] = m[2]
	}
	if m[3] != "" {
		where := map[string]any{}
		for key, value := range map[string]string{"workspaceId": m[4], "branchName": m[5], "trunkBranch": m[6]} {
			if value != "" {
				where[key] = value
			}
		}
		if m[4] != "" {
			where["mode"] = "existing"
		}
		if m[7] != "" {
			where["disposable"] = true
		}
		args["kind"], args["workspace"] = "workspace", where
	}
	return once("task", args)
}

func titleOf(prompt string) string {
	words := strings.Fields(prompt)
	return strings.Join(words[:min(len(words), 6)], " ")
}

func command(m []string) order {
	args := map[string]any{"command": m[1]}
	if m[2] != "" {
		args["background"] = true
	}
	if m[3] != "" {
		args["monitor"] = m[3]
	}
	return once("shell", args)
}

func await(m []string) order {
	if strings.EqualFold(m[1], "everything") {
		return once("task_await", struct{}{})
	}
	ids := strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' })
	return once("task_await", map[string]any{"task_ids": ids, "min_completed": len(ids)})
}

// checklist reads a playbook and writes its tasks and steps as boxes to tick. What was
// read is told by its name: whoever asked knows the playbook.
func checklist(m []string) order {
	return order{
		rounds: 2,
		next: func(n int, results []agents.Message) toolCall {
			if n == 0 {
				return toolCall{"playbook", map[string]string{"playbook": m[2]}}
			}
			return toolCall{"write", map[string]string{"path": m[1], "text": boxes(results[0].Text)}}
		},
		tell: func(results []agents.Message) string {
			read := results[0].Text
			return fmt.Sprintf("Read the playbook “%s”. Wrote %s: %s, %s.", headingOf(read, m[2]), m[1],
				count(strings.Count(read, "\n"), "line"), count(strings.Count(boxes(read), "- [ ] "), "item")+" to tick")
		},
	}
}

// headingOf is the first heading of a Markdown text; without one, what it was asked for by.
func headingOf(markdown, asked string) string {
	for line := range strings.Lines(markdown) {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimSpace(title)
		}
	}
	return asked
}

// boxes makes each item of a Markdown list one to tick.
func boxes(markdown string) string {
	var b strings.Builder
	for line := range strings.Lines(markdown) {
		text := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(text)]
		if item, ok := strings.CutPrefix(text, "- "); ok {
			line = indent + "- [ ] " + item
		}
		b.WriteString(line)
	}
	return b.String()
}
