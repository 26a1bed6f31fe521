package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"turnbook/agents"
	"turnbook/agents/checkout"
	"turnbook/agents/definitions"
	"turnbook/agents/documents"
	"turnbook/agents/launch"
	"turnbook/agents/worker"
	"turnbook/agents/workspaces"
	"turnbook/projections"
	"turnbook/schemas"
)

// workspaceConfig says what agents of workspaces may do.
type workspaceConfig struct {
	shell    bool
	plugins  bool
	parallel int
	depth    int
	ssh      []string
}

func (w *workspaceConfig) flags(f *pflag.FlagSet) {
	f.BoolVar(&w.shell, "shell", false, "let agents of workspaces run commands, as you would: nothing confines them to the checkout")
	f.BoolVar(&w.plugins, "plugins", false, "look for agent files in plugins: of projects, in DATA/plugins and in ~/.agents/plugins")
	f.IntVar(&w.parallel, "parallel", 16, "delegated turns at work at once")
	f.IntVar(&w.depth, "depth", 3, "how deep sub-agents may be nested")
	f.StringArrayVar(&w.ssh, "ssh-option", nil, "argument for the ssh client, as in -F or a file; may be given several times")
}

func (h *house) openWorkspaces(lg *slog.Logger, c config) (*workspaces.Service, error) {
	data, err := filepath.Abs(c.data)
	if err != nil {
		return nil, fmt.Errorf("find the data folder: %w", err)
	}
	service := workspaces.New(lg, workspaces.Options{
		Log: h.log, Runtime: h.runtime, Data: data, Plugins: c.workspaces.plugins,
		Checkouts: checkout.New(lg, checkout.Options{Root: filepath.Join(data, "workspaces"), SSH: c.workspaces.ssh}),
		Global:    globalRoots(data), GlobalPlugins: globalPlugins(data),
		Config:    c.launches(h.voices),
		Voice:     h.voices.named,
		Playbooks: shelf{h.store, h.runtime},
	})
	h.runtime.Employ(service)
	return service, nil
}

// launches is what the installation says of workspace turns.
func (c config) launches(v *voices) launch.Config {
	return launch.Config{
		MaxParallel: c.workspaces.parallel, MaxDepth: c.workspaces.depth, Shell: c.workspaces.shell,
		Configured: v.configured,
		Default:    definitions.AI{Model: c.models.agents, ThinkingLevel: c.models.thinking},
		KnowsModel: func(name string) string {
			if _, err := v.named(name); err != nil {
				return err.Error()
			}
			return ""
		},
	}
}

// globalRoots are where the installation's agent files are, for workspaces.
func globalRoots(data string) []definitions.Root {
	files := globalAgents(data)
	if files == nil {
		return nil
	}
	return []definitions.Root{{Scope: definitions.Global, Name: filepath.Join(data, "agents"), FS: files, Path: "."}}
}

// globalPlugins are where the installation's plugins stand.
func globalPlugins(data string) []definitions.PluginFolder {
	folders := []definitions.PluginFolder{{Scope: definitions.Global, Name: filepath.Join(data, "plugins"), Path: filepath.Join(data, "plugins")}}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, definitions.PluginFolder{Scope: definitions.Global, Name: "~/.agents/plugins", Path: filepath.Join(home, ".agents", "plugins")})
	}
	return folders
}

// A shelf is the playbooks, for agents of workspaces to read: titles from the tables, which
// may lag, and what stands in one from the book.
type shelf struct {
	store   *projections.Store
	runtime *worker.Runtime
}

func (s shelf) Titles(ctx context.Context, v schemas.VendorID) ([]workspaces.PlaybookTitle, error) {
	all, _, err := s.store.Playbooks(ctx, v)
	var out []workspaces.PlaybookTitle
	for _, p := range all {
		out = append(out, workspaces.PlaybookTitle{ID: p.ID, Title: p.Title})
	}
	return out, err
}

func (s shelf) Markdown(ctx context.Context, v schemas.VendorID, id schemas.PlaybookID) (text string, ok bool, err error) {
	err = s.runtime.World(ctx, v, []schemas.PlaybookID{id}, func(w agents.World) { text, ok = documents.Markdown(w, id) })
	return text, ok, err
}
