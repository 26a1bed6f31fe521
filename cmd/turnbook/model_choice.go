package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"turnbook/agents/authoring"
	"turnbook/agents/definitions"
	"turnbook/agents/launch"
)

// casting is what the flags say of the agents, and where their files are.
func (m models) casting(data string) (authoring.Options, error) {
	o := authoring.Options{Global: globalAgents(data), Configured: make(map[definitions.ID]definitions.AI)}
	if definitions.Level(m.thinking) == "" {
		return o, usage("--thinking: %q is no level; give %s", m.thinking, definitions.Levels())
	}
	o.Default = definitions.AI{Model: m.agents, ThinkingLevel: m.thinking}
	if m.router != "" {
		o.Configured["router"] = definitions.AI{Model: m.router}
	}
	for _, text := range m.each {
		id, model, err := perAgent("--agent-model", text)
		if err != nil {
			return o, err
		}
		o.Configured[id] = definitions.AI{Model: model}
	}
	for _, text := range m.levels {
		id, level, err := perAgent("--agent-thinking", text)
		if err != nil {
			return o, err
		}
		if definitions.Level(level) == "" {
			return o, usage("--agent-thinking: %q is no level; give %s", level, definitions.Levels())
		}
		o.Configured[id] = definitions.AI{Model: o.Configured[id].Model, ThinkingLevel: level}
	}
	return o, nil
}

// perAgent reads AGENT=VALUE.
func perAgent(flag, text string) (definitions.ID, string, error) {
	name, value, _ := strings.Cut(text, "=")
	id, err := definitions.ParseID(name)
	if err != nil || value == "" {
		return "", "", usage("%s: %q is not AGENT=VALUE", flag, text)
	}
	if !slices.Contains(known(), id) {
		return "", "", usage("%s: the program has no agent %s; there are %s. An agent file of your own names its model itself", flag, id, agentNames())
	}
	return id, value, nil
}

// known are the program's agents: those of authoring, and those of workspaces.
func known() []definitions.ID {
	return append(authoring.Agents(), launch.Exec, launch.Plan, launch.Explore)
}

// agentNames are the program's agents, in one text.
func agentNames() string {
	var names []string
	for _, id := range known() {
		names = append(names, string(id))
	}
	return strings.Join(names, ", ")
}

// globalAgents is the folder of agent files in a data folder, which may not be there.
// Links that lead out of it are not followed.
func globalAgents(data string) fs.FS {
	root, err := os.OpenRoot(filepath.Join(data, "agents"))
	if err != nil {
		return nil
	}
	return root.FS()
}
