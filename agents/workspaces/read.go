package workspaces

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"turnbook/agents/handles"
	"turnbook/schemas"
)

// A Refusal is a command that came to nothing: what was asked for can't be.
type Refusal struct {
	Code   schemas.Code
	Detail string
}

func (e *Refusal) Error() string { return e.Detail }

func refuse(code schemas.Code, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Project finds a project. The error is a [*Refusal] where there is none.
func (s *Service) Project(ctx context.Context, v schemas.VendorID, id schemas.ProjectID) (*Project, error) {
	f, _, err := s.book.find(ctx, projectEntity(v, id))
	if err != nil {
		return nil, err
	}
	if p := f.(*Project); p.exists() {
		return p, nil
	}
	return nil, refuse(schemas.CodeUnknownProject, "there is no project %q", id)
}

// Projects lists the projects, by name.
func (s *Service) Projects(ctx context.Context, v schemas.VendorID) ([]*Project, error) {
	ps, err := all[*Project](ctx, s.book, v, schemas.ProjectBoundary)
	slices.SortStableFunc(ps, func(a, b *Project) int { return strings.Compare(a.Name, b.Name) })
	return ps, err
}

// Workspace finds a workspace. The error is a [*Refusal] where there is none.
func (s *Service) Workspace(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID) (*Workspace, error) {
	f, _, err := s.book.find(ctx, workspaceEntity(v, id))
	if err != nil {
		return nil, err
	}
	if w := f.(*Workspace); w.exists() {
		return w, nil
	}
	return nil, refuse(schemas.CodeUnknownWorkspace, "there is no workspace %q", id)
}

// Workspaces lists the workspaces, oldest first.
func (s *Service) Workspaces(ctx context.Context, v schemas.VendorID) ([]*Workspace, error) {
	ws, err := all[*Workspace](ctx, s.book, v, schemas.WorkspaceBoundary)
	ws = slices.DeleteFunc(ws, func(w *Workspace) bool { return !w.exists() })
	slices.SortStableFunc(ws, func(a, b *Workspace) int { return a.At.Compare(b.At) })
	return ws, err
}

// Handle finds a delegated turn. The error is a [*Refusal] where there is none.
func (s *Service) Handle(ctx context.Context, v schemas.VendorID, id schemas.HandleID) (*handles.Handle, error) {
	f, _, err := s.book.find(ctx, handleEntity(v, id))
	if err != nil {
		return nil, err
	}
	if h := f.(*held); h.Exists() {
		return &h.Handle, nil
	}
	return nil, refuse(schemas.CodeUnknownHandle, "there is no delegated turn %q", id)
}

// Handles lists the delegated turns of all owners, oldest first.
func (s *Service) Handles(ctx context.Context, v schemas.VendorID) ([]*handles.Handle, error) {
	hs, err := all[*held](ctx, s.book, v, schemas.HandleBoundary)
	slices.SortStableFunc(hs, func(a, b *held) int { return a.at.Compare(b.at) })
	out := make([]*handles.Handle, 0, len(hs))
	for _, h := range hs {
		if h.Exists() {
			out = append(out, &h.Handle)
		}
	}
	return out, err
}

// owned are the delegated turns of one owner.
func (s *Service) owned(ctx context.Context, at place) ([]*handles.Handle, error) {
	hs, err := s.Handles(ctx, at.vendor)
	return slices.DeleteFunc(hs, func(h *handles.Handle) bool { return h.Launched.Owner != at.id }), err
}
