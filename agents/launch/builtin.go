package launch

import (
	"embed"

	"turnbook/agents/definitions"
)

//go:embed builtin/*.md
var builtin embed.FS

// The program's own agents. Everything falls back on Exec.
const (
	Exec    definitions.ID = "exec"
	Plan    definitions.ID = "plan"
	Explore definitions.ID = "explore"
)

// Builtin is where the program's own agents are: the last root of every catalog.
func Builtin() definitions.Root {
	return definitions.Root{Scope: definitions.BuiltIn, Name: "built-in", FS: builtin, Path: "builtin"}
}
