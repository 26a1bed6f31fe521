package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnbook/agents/definitions"
	"turnbook/agents/launch"
)

// newAgents is the command of agent files, which needs no server for those of a folder.
func newAgents() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "agents",
		Short: "Look at agent files: which count, which don't, and why",
		Long: `An agent file is Markdown behind YAML frontmatter. In a checkout such files stand in
.turnbook/agents, .claude/agents and .mux/agents, and the first of them that has an id
wins; another folder is read as one of agent files. No server is asked, but for the
agents of a --workspace.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usage("agents: say ls, show, check or authoring; see turnbook help agents")
		},
	}
	cmd.AddCommand(newAgentsCheck(), newAgentsList(), newAgentsShow(), newAgentsAuthoring())
	return cmd
}

// atMost1 is the folder of a call, the one that it stands in unless it is given.
func atMost1(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage("%s: give one folder and no more; see turnbook help agents %s", c.Name(), c.Name())
	}
	return nil
}

func folderOf(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// An agentFolder is how the agent files of a folder are read, without a server.
type agentFolder struct{ plugins bool }

func (a *agentFolder) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&a.plugins, "plugins", false, "read the agent files of its plugins too, as serve --plugins does: "+strings.Join(definitions.PluginFolders(), ", "))
}

// load reads the folder that a call names.
func (a *agentFolder) load(args []string) (*definitions.Catalog, error) {
	dir, plugins := folderOf(args), &definitions.Plugins{}
	if a.plugins {
		plugins = definitions.OpenPlugins(definitions.PluginsOf(dir)...)
	}
	defer plugins.Close()
	return definitions.LoadDir(dir, append(plugins.Roots, launch.Builtin())...)
}

// An agentRow is what agents ls says of one agent.
type agentRow struct {
	ID       definitions.ID     `json:"id"`
	Scope    definitions.Scope  `json:"scope"`
	Source   string             `json:"source"`
	About    string             `json:"description,omitempty"`
	Hidden   bool               `json:"hidden"`
	Disabled bool               `json:"disabled"`
	Policy   definitions.Policy `json:"policy"`
	Error    string             `json:"error,omitempty"` // why asking for it fails
}

func newAgentsList() *cobra.Command {
	var (
		h      hire
		folder agentFolder
	)
	cmd := &cobra.Command{
		Use:     "ls [DIR]",
		Short:   "List the agents that can be asked for, with their tools",
		Example: "  turnbook agents ls\n  turnbook agents ls ../service --plugins --json\n  turnbook agents ls --workspace ws_1",
		Args:    atMost1,
		PreRunE: folderOrWorkspace.check,
		RunE: func(cmd *cobra.Command, args []string) error {
			asJSON := jsonWanted(cmd)
			if h.workspace != "" {
				return h.list(cmd, asJSON)
			}
			catalog, err := folder.load(args)
			if err != nil {
				return err
			}
			listAgents(cmd.OutOrStdout(), catalog, asJSON)
			return nil
		},
	}
	h.flags(cmd)
	folder.flags(cmd)
	return cmd
}

func listAgents(out io.Writer, c *definitions.Catalog, asJSON bool) {
	t := table{head: []string{"id", "scope", "what it is for", "tools", "file"}}
	for _, id := range c.IDs() {
		row := rowOf(c, id)
		if asJSON {
			printValue(out, row)
			continue
		}
		t.add(string(row.ID), string(row.Scope), row.about(), row.tools(), row.Source)
	}
	if !asJSON {
		t.print(out)
	}
}

func rowOf(c *definitions.Catalog, id definitions.ID) agentRow {
	a, err := c.Agent(id)
	row := agentRow{ID: id, Policy: definitions.Policy{Tools: []string{}}}
	row.Scope, row.Source = c.Holder(id)
	if err != nil {
		row.Error = err.Error()
		return row
	}
	row.About, row.Hidden, row.Disabled, row.Policy = a.Matter.Description, a.Hidden(), a.Disabled(), a.Policy()
	return row
}

func (r agentRow) about() string {
	var marks []string
	if r.Hidden {
		marks = append(marks, "hidden")
	}
	if r.Disabled {
		marks = append(marks, "disabled")
	}
	switch text := r.About; {
	case r.Error != "":
		return "can't be used: " + r.Error
	case len(marks) > 0:
		return "(" + strings.Join(marks, ", ") + ") " + text
	default:
		return text
	}
}

func (r agentRow) tools() string {
	if len(r.Policy.Tools) == 0 {
		return "none"
	}
	return strings.Join(r.Policy.Tools, " ")
}
