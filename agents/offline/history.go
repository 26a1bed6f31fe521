package offline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnbook/agents"
	"turnbook/schemas"
)

const returnToRouter = "return_to_router"

// A round is one earlier answer with calls, and what came of them.
type round []outcome

type outcome struct {
	call   schemas.ToolRequest
	back   bool // a result came
	text   string
	code   schemas.Code // "" where it was done
	handed bool         // a hand-back
}

// rounds are the answers since the user's last message, oldest first. An answer
// that only handed the turn back was another agent's: it counts where it was
// refused.
func (a *answer) rounds() []round {
	var rounds []round
	from := 0
	for i, m := range slices.Backward(a.req.Messages) {
		if m.Role == agents.UserRole {
			from = i
			break
		}
	}
	for _, m := range a.req.Messages[from:] {
		switch {
		case m.Role == agents.AssistantRole && len(m.Calls) > 0:
			var r round
			for _, c := range m.Calls {
				r = append(r, outcome{call: c, handed: c.Name == returnToRouter})
			}
			rounds = append(rounds, r)
		case m.Role == agents.ToolRole && len(rounds) > 0:
			rounds[len(rounds)-1].settle(m)
		}
	}
	return slices.DeleteFunc(rounds, func(r round) bool {
		return !slices.ContainsFunc(r, func(o outcome) bool { return !o.handed || o.code != "" })
	})
}

func (r round) settle(m agents.Message) {
	for i := range r {
		if r[i].call.ID == m.Ref && !r[i].back {
			r[i].back, r[i].text, r[i].code = true, m.Text, m.Code
			return
		}
	}
}

// refused tells whether a call of the round was refused, or never answered.
func (r round) refused() bool {
	return slices.ContainsFunc(r, func(o outcome) bool { return o.code != "" || !o.back })
}

func anyRefused(rounds []round) bool { return slices.ContainsFunc(rounds, round.refused) }

// title is the title that the call gave.
func (o outcome) title() string {
	var args struct {
		Title string `json:"title"`
	}
	if json.Unmarshal(o.call.Args, &args) != nil {
		return ""
	}
	return args.Title
}

// result reads what the only call of a round returned.
func (r round) result(v any) bool {
	return len(r) == 1 && r[0].code == "" && json.Unmarshal([]byte(r[0].text), v) == nil
}

// reads tells the tools whose result is for the model and no news for the user.
func reads(tool string) bool {
	switch tool {
	case listTemplates, getTemplate, builderContext, lookupTask, suggestReplies:
		return true
	}
	return false
}

// wroteAny tells whether a round did more than read.
func wroteAny(rounds []round) bool {
	return slices.ContainsFunc(rounds, func(r round) bool {
		return slices.ContainsFunc(r, func(o outcome) bool { return !reads(o.call.Name) })
	})
}

// report repeats what the tools said.
func report(rounds []round) string {
	var lines []string
	for _, r := range rounds {
		for _, o := range r {
			if reads(o.call.Name) && o.code == "" && o.back {
				continue
			}
			lines = append(lines, o.String())
		}
	}
	return strings.Join(lines, " ")
}

func (o outcome) String() string {
	text := strings.TrimSpace(o.text)
	switch {
	case !o.back:
		return fmt.Sprintf("No result of %s came back.", o.call.Name)
	case o.code == "" && o.back && o.call.Name == "update_progress":
		return fmt.Sprintf("The progress is called “%s” now.", o.title())
	case o.code == "" && o.call.Name == planForm:
		return trialSaid(text)
	case o.code == schemas.CodeDeclined:
		return "You said no, so nothing was deleted."
	case o.code != "" && text == "":
		return fmt.Sprintf("I could not %s: %s.", deed(o.call.Name), o.code)
	case o.code != "":
		return sentence(fmt.Sprintf("I could not %s: %s", deed(o.call.Name), text))
	case text == "":
		return fmt.Sprintf("%s: done.", o.call.Name)
	}
	return sentence(text)
}

// deed is what a tool does, in words: "add_module" is to add the module.
func deed(tool string) string {
	verb, what, found := strings.Cut(tool, "_")
	if !found {
		return verb
	}
	return verb + " the " + strings.ReplaceAll(what, "_", " ")
}

// sentence begins a text with a capital, and ends it with a full stop if it has no end.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(first)) + s[size:]
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
