package agents

import (
	"fmt"

	"turnbook/schemas"
)

// Paired is a conversation as vendors want it: each tool call has an id that no other
// has, and its one result stands right behind it, in the order of the calls. A call
// that was never carried out is answered by a word that says so; a result that answers
// nothing, since what it answered was cut off, is left out.
func Paired(messages []Message) []Message {
	out := make([]Message, 0, len(messages))
	for i := 0; i < len(messages); i++ {
		m := messages[i]
		if m.Role == ToolRole {
			continue // whoever asked for it took what answers it
		}
		if len(m.Calls) == 0 {
			out = append(out, m)
			continue
		}
		end := i + 1
		for end < len(messages) && messages[end].Role == ToolRole {
			end++
		}
		out = append(out, pair(i, m, messages[i+1:end])...)
	}
	return out
}

// pair renames the calls of the i-th message, and puts their results behind it.
func pair(i int, m Message, results []Message) []Message {
	calls := make([]schemas.ToolRequest, len(m.Calls))
	answers := make([]Message, len(m.Calls))
	taken := make([]bool, len(results))
	for j, c := range m.Calls {
		id := fmt.Sprintf("call_%d_%d", i, j)
		answers[j] = Message{Role: ToolRole, Ref: id, Text: "This was not carried out.", Code: schemas.CodeNotRun}
		for k, r := range results {
			if !taken[k] && r.Ref == c.ID {
				taken[k], answers[j] = true, r
				answers[j].Ref = id
				break
			}
		}
		calls[j] = c
		calls[j].ID = id
	}
	m.Calls = calls
	return append([]Message{m}, answers...)
}

// ResultText is a tool's result in words alone: where it was a refusal, it says so, by
// its code.
func ResultText(m Message) string {
	if m.Code == "" {
		return m.Text
	}
	return "refused (" + string(m.Code) + "): " + m.Text
}
