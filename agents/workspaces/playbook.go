package workspaces

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"turnbook/agents"
	"turnbook/agents/steps"
	"turnbook/schemas"
)

var playbookTool = agents.Tool{
	Name: "playbook",
	Description: "Read one of the company's playbooks as Markdown: its modules, tasks and steps. Name it by its id or its title, as they stand in `playbooks`. " +
		"It only reads; playbooks are not written from here.",
	Arguments: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["playbook"],"properties":{` +
		`"playbook":{"type":"string","minLength":1,"description":"the id or the title of the playbook"}}}`),
}

// playbook reads a playbook for an agent. A title that several have, or none, is told
// with what there is.
func (u *use) playbook(ctx context.Context) (schemas.ToolReturned, error) {
	var args struct {
		Playbook string `json:"playbook"`
	}
	if err := steps.Strict(u.e.Args, &args); err != nil {
		return no(schemas.CodeInvalidArguments, err.Error()), nil
	}
	if u.s.o.Playbooks == nil {
		return no(schemas.CodeUnknownTool, "there are no playbooks here"), nil
	}
	titles, err := u.s.o.Playbooks.Titles(ctx, u.at.vendor)
	if err != nil {
		return schemas.ToolReturned{}, err
	}
	found := named(titles, args.Playbook)
	if len(found) != 1 {
		return no(schemas.CodeUnknownPlaybook, whichPlaybook(args.Playbook, found, titles)), nil
	}
	text, ok, err := u.s.o.Playbooks.Markdown(ctx, u.at.vendor, found[0].ID)
	if err != nil || !ok {
		return no(schemas.CodeUnknownPlaybook, "it is gone"), err
	}
	return schemas.ToolReturned{Result: text}, nil
}

// named are the playbooks that a text means: by id, else by title, else by a part of it.
func named(titles []PlaybookTitle, text string) []PlaybookTitle {
	text = strings.TrimSpace(text)
	for _, is := range []func(PlaybookTitle) bool{
		func(p PlaybookTitle) bool { return string(p.ID) == text },
		func(p PlaybookTitle) bool { return strings.EqualFold(p.Title, text) },
		func(p PlaybookTitle) bool {
			return text != "" && strings.Contains(strings.ToLower(p.Title), strings.ToLower(text))
		},
	} {
		if found := slices.DeleteFunc(slices.Clone(titles), func(p PlaybookTitle) bool { return !is(p) }); len(found) > 0 {
			return found
		}
	}
	return nil
}

func whichPlaybook(text string, found, all []PlaybookTitle) string {
	if len(found) == 0 {
		found = all
	}
	var lines []string
	for _, p := range found[:min(len(found), 20)] {
		lines = append(lines, fmt.Sprintf("- %s: %s", p.ID, p.Title))
	}
	if len(lines) == 0 {
		return "there is no playbook yet"
	}
	return fmt.Sprintf("%q is not the name of one playbook; name one of these by its id:\n%s", text, strings.Join(lines, "\n"))
}
