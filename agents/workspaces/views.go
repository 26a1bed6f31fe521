package workspaces

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"turnbook/agents/checkout"
	"turnbook/agents/definitions"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// view reads what a workspace's checkout says of agents. A checkout that can't be looked
// at is a view without a catalog, with the reason; it is never waited for.
func (s *Service) view(ctx context.Context, w *Workspace) launch.View {
	there, err := s.o.Checkouts.Reachable(ctx, w.Place())
	if !there {
		return launch.View{Reason: whyNot(err)}
	}
	files, err := s.o.Checkouts.Files(ctx, w.Place())
	if err != nil {
		return launch.View{Reason: whyNot(err)}
	}
	defer files.Close()
	return launch.View{Catalog: s.catalog(files, w)}
}

func whyNot(err error) string {
	var no *checkout.UnreachableError
	switch {
	case errors.As(err, &no):
		return no.Why
	case err != nil:
		return err.Error()
	}
	return "it is not there"
}

// catalog reads agent files: the checkout's, its plugins', the installation's, its plugins',
// the program's own. Plugins of this host are none for a checkout on another.
func (s *Service) catalog(files fs.FS, w *Workspace) *definitions.Catalog {
	own, global := &definitions.Plugins{}, &definitions.Plugins{}
	if s.o.Plugins && w.Checkout.Kind != schemas.SSHCheckout {
		own, global = definitions.OpenPlugins(w.plugins()...), definitions.OpenPlugins(s.o.GlobalPlugins...)
	}
	defer own.Close()
	defer global.Close()
	return definitions.Load(slices.Concat(definitions.InCheckout(files), own.Roots, s.o.Global, global.Roots, []definitions.Root{launch.Builtin()})...)
}

// plugins are the folders of a checkout's own plugins.
func (w *Workspace) plugins() []definitions.PluginFolder {
	return definitions.PluginsOf(filepath.Join(w.Checkout.Path, filepath.FromSlash(w.Checkout.Sub)))
}

// judge records the verdicts on the agent files of a workspace, where they are news.
func (s *Service) judge(ctx context.Context, v schemas.VendorID, w *Workspace, c *definitions.Catalog) error {
	files := make([]schemas.AgentFile, 0, len(c.Verdicts))
	for _, x := range c.Verdicts {
		f := schemas.AgentFile{File: x.File, Scope: string(x.Scope), State: string(x.State), Agent: schemas.AgentID(x.ID), By: x.By, Digest: x.Digest}
		if x.Problem != nil {
			f.Reason = x.Problem.Error() + "; " + x.Problem.Fix
		}
		files = append(files, f)
	}
	raw, err := json.Marshal(files)
	if err != nil {
		return err
	}
	judged := schemas.Digest(raw)
	if w.Judged == judged {
		return nil
	}
	_, err = s.book.append(ctx, s, workspaceEntity(v, w.ID), system, func(f fold) ([]schemas.Event, error) {
		if f.(*Workspace).Judged == judged {
			return nil, nil
		}
		return []schemas.Event{schemas.AgentFilesJudged{Digest: judged, Files: files}}, nil
	})
	return err
}

// Agents is what a workspace's checkout says of agents, for people.
func (s *Service) Agents(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID) (*definitions.Catalog, []launch.Pick, error) {
	w, err := s.Workspace(ctx, v, id)
	if err != nil {
		return nil, nil, err
	}
	view := s.view(ctx, w)
	if view.Catalog == nil {
		return nil, nil, refuse(schemas.CodeUnreachable, "the checkout of workspace %s can't be looked at: %s", id, view.Reason)
	}
	return view.Catalog, launch.Picker(view.Catalog, s.o.Config), s.judge(ctx, v, w, view.Catalog)
}
