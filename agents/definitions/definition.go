package definitions

// A Scope says whose an agent file is. A file of an earlier scope stands before those
// of later ones.
type Scope string

const (
	Project Scope = "project"  // of the checkout
	Global  Scope = "global"   // of this installation
	BuiltIn Scope = "built-in" // of the program
)

// rank orders scopes; the first wins.
func (s Scope) rank() int {
	switch s {
	case Project:
		return 0
	case Global:
		return 1
	case BuiltIn:
		return 2
	}
	panic("definitions: there is no scope " + string(s))
}

// A Definition is an agent file as it was read.
type Definition struct {
	ID     ID     `json:"id"`
	Scope  Scope  `json:"scope"`
	Source string `json:"source"` // the file, for people
	Digest string `json:"digest"` // SHA-256 of its bytes, in hex
	Matter Matter `json:"matter"`
	Body   string `json:"body"` // the standing orders
}

// Matter is what the frontmatter says. A nil or empty member was not given, and is
// inherited from the base.
type Matter struct {
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	Base        ID       `json:"base,omitempty"`
	Disabled    *bool    `json:"disabled,omitempty"`
	UI          UI       `json:"ui,omitzero"`
	Prompt      Prompt   `json:"prompt,omitzero"`
	Subagent    Subagent `json:"subagent,omitzero"`
	AI          AI       `json:"ai,omitzero"`
	Tools       *Tools   `json:"tools,omitempty"`
}

// UI says how people meet the agent.
type UI struct {
	Hidden *bool  `json:"hidden,omitempty"` // people and explicit launches can't pick it
	Color  string `json:"color,omitempty"`
}

// Prompt says how the body stands to the base's.
type Prompt struct {
	Append *bool `json:"append,omitempty"` // false: it takes the place of the base's
}

// Subagent says how other agents may use it.
type Subagent struct {
	Runnable         *bool  `json:"runnable,omitempty"`
	WorkflowRunnable *bool  `json:"workflow_runnable,omitempty"`
	AppendPrompt     string `json:"append_prompt,omitempty"` // added when it runs as one
	SkipInitHook     *bool  `json:"skip_init_hook,omitempty"`
}

// AI is which model it prefers, and how hard that should think.
type AI struct {
	Model         string `json:"model,omitempty"`
	ThinkingLevel string `json:"thinkingLevel,omitempty"`
}

// Tools is one layer of the tool policy: an allow-list, or changes to the base's
// (decisions.md 35).
type Tools struct {
	Only    []string `json:"only,omitempty"`   // tool names; with Listed, and nothing else
	Listed  bool     `json:"listed,omitempty"` // Only is meant, be it empty
	Add     []string `json:"add,omitempty"`    // patterns, anchored at both ends
	Remove  []string `json:"remove,omitempty"`
	Require []string `json:"require,omitempty"` // tool names; the last one counts
}
