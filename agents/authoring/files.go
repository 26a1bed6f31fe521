package authoring

import (
	"embed"
	"io/fs"

	"turnbook/agents/definitions"
)

//go:embed *.md
var files embed.FS

// Agents are the agents of a turn, in the order in which they meet a message, and the
// one that sums up older talk.
func Agents() []definitions.ID {
	return []definitions.ID{"router", "playbook-editor", "task-builder", "guide", "step-writer", "module-writer", "compact"}
}

// Load reads the built-in files and, before them, those of a global folder; nil for
// none. Files of other ids are in the catalog too, and are no agents of a turn.
func Load(global fs.FS) *definitions.Catalog {
	builtIn := definitions.Root{Scope: definitions.BuiltIn, Name: "built-in", FS: files, Path: "."}
	if global == nil {
		return definitions.Load(builtIn)
	}
	return definitions.Load(definitions.Root{Scope: definitions.Global, Name: "agents", FS: global, Path: "."}, builtIn)
}
