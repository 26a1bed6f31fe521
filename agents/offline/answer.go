package offline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"turnbook/agents"
	"turnbook/schemas"
)

// An answer is what goes back for one request, while it is put together.
type answer struct {
	req   agents.Request
	text  []string // sentences
	calls []schemas.ToolRequest
}

// say adds a sentence.
func (a *answer) say(format string, args ...any) {
	a.text = append(a.text, fmt.Sprintf(format, args...))
}

// has tells whether a tool was given.
func (a *answer) has(tool string) bool {
	return slices.ContainsFunc(a.req.Tools, func(t agents.Tool) bool { return t.Name == tool })
}

// call adds a tool call. Where the tool was not given it says so instead.
func (a *answer) call(tool string, args any) bool {
	if !a.has(tool) {
		a.say("I can't do that here: the tool %s is not available.", tool)
		return false
	}
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(args); err != nil { // arguments are structs of text and numbers
		a.say("I can't do that: %v.", err)
		return false
	}
	id := fmt.Sprintf("c%d", len(a.calls)+1)
	a.calls = append(a.calls, schemas.ToolRequest{ID: id, Name: tool, Args: bytes.TrimSpace(raw.Bytes())})
	return true
}

// data reads a document of the request into v. It tells whether there is one that
// can be read.
func (a *answer) data(name string, v any) bool {
	for _, d := range a.req.Data {
		if d.Name == name {
			return json.Unmarshal(d.JSON, v) == nil && string(d.JSON) != "null"
		}
	}
	return false
}

// ask is the text of the user's last message.
func (a *answer) ask() string {
	for _, m := range slices.Backward(a.req.Messages) {
		if m.Role == agents.UserRole {
			return m.Text
		}
	}
	return ""
}

// parts are the answer: its text cut behind each blank, and the rest.
func (a *answer) parts() (text, rest []agents.Part) {
	all := strings.Join(a.text, " ")
	for _, w := range strings.SplitAfter(all, " ") {
		if w != "" {
			text = append(text, agents.Text(w))
		}
	}
	for _, c := range a.calls {
		rest = append(rest, agents.Call(c))
	}
	stop := "end_turn"
	if len(a.calls) > 0 {
		stop = "tool_use"
	}
	return text, append(rest, agents.Done{Stop: stop, Usage: a.usage(all)})
}

// usage counts words as tokens.
func (a *answer) usage(text string) schemas.Usage {
	in := words(a.req.System)
	for _, m := range a.req.Messages {
		in += words(m.Text)
		for _, c := range m.Calls {
			in += words(c.Name) + words(string(c.Args))
		}
	}
	for _, d := range a.req.Data {
		in += words(string(d.JSON))
	}
	out := words(text)
	for _, c := range a.calls {
		out += words(c.Name) + words(string(c.Args))
	}
	return schemas.Usage{Input: in, Output: out}
}

func words(s string) int { return len(strings.Fields(s)) }
