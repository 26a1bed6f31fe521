package filetools

import (
	"encoding/json"
	"fmt"
	"slices"

	"turnbook/agents"
)

// Tools are the tools of this room among some names, in the order of the names. With a
// plan, edits are locked to its exact path, and the tools say so.
func Tools(names []string, plan string) []agents.Tool {
	var tools []agents.Tool
	for _, t := range all {
		if slices.Contains(names, t.Name) {
			if plan != "" && (t.Name == "edit" || t.Name == "write") {
				t.Description += fmt.Sprintf(" While you plan, only the plan may be changed, by exactly this path: %q.", plan)
			}
			tools = append(tools, t)
		}
	}
	slices.SortStableFunc(tools, func(a, b agents.Tool) int {
		return slices.Index(names, a.Name) - slices.Index(names, b.Name)
	})
	return tools
}

const pathSchema = `{"type":"string","description":"a path inside the checkout, with slashes, as in docs/plan.md"}`

// all are the tools of this room.
var all = []agents.Tool{{
	Name:        "read",
	Description: "Read a text file. Use it before you edit. At most 400 lines are shown at once; the answer says how to go on. For many files at once use search.",
	Arguments:   schema(`"path":`+pathSchema+`,"from":{"type":["integer","null"],"description":"first line, counted from 1"},"lines":{"type":["integer","null"],"description":"how many lines, at most 400"}`, "path"),
}, {
	Name:        "list",
	Description: "List a folder. Use it to find your way; to find text use search.",
	Arguments:   schema(`"path":{"type":["string","null"],"description":"the folder; the whole checkout without it"},"depth":{"type":["integer","null"],"description":"how many folders deep, 1 to 8"}`),
}, {
	Name:        "search",
	Description: "Find lines by a regular expression (RE2) in the files of a folder. At most 100 lines are shown.",
	Arguments:   schema(`"pattern":{"type":"string"},"path":{"type":["string","null"],"description":"a folder or file; the whole checkout without it"},"files":{"type":["string","null"],"description":"a pattern of file names, as in *.md"}`, "pattern"),
}, {
	Name:        "edit",
	Description: "Replace a text that stands exactly once in a file. Give enough of the lines around it. For a new file, or most of one, use write.",
	Arguments:   schema(`"path":`+pathSchema+`,"old":{"type":"string","description":"the text as it is there, blanks and all"},"new":{"type":["string","null"],"description":"what stands there then; empty removes the text"}`, "path", "old"),
}, {
	Name:        "write",
	Description: "Write a whole file, and the folders that it needs. What was in it is gone; to change a part use edit.",
	Arguments:   schema(`"path":`+pathSchema+`,"text":{"type":"string"}`, "path", "text"),
}, {
	Name:        "propose_plan",
	Description: "Propose the plan that you have written to the plan's path. It ends your turn; a person then reads the plan.",
	Arguments:   schema(``),
}, {
	Name:        "shell",
	Description: "Run a command with sh in the checkout. For files use the file tools. A command in the background goes on by itself; with monitor you are woken when a line of its output matches. All that a command in the foreground left running ends with it.",
	Arguments:   schema(`"command":{"type":"string"},"timeout_secs":{"type":["integer","null"],"description":"longest that it may take, at most 600; 120 without it"},"background":{"type":["boolean","null"]},"monitor":{"type":["string","null"],"description":"background only: a regular expression (RE2) for lines"}`, "command"),
}}

// schema is the JSON Schema of an object with these properties and no others.
func schema(properties string, required ...string) json.RawMessage {
	if required == nil {
		required = []string{}
	}
	names, err := json.Marshal(required)
	if err != nil {
		panic(err) // strings always marshal
	}
	return json.RawMessage(`{"type":"object","properties":{` + properties + `},"required":` + string(names) + `,"additionalProperties":false}`)
}
