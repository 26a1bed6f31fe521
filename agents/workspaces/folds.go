package workspaces

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"turnbook/agents/checkout"
	"turnbook/agents/definitions"
	"turnbook/agents/handles"
	"turnbook/schemas"
)

// A Project is a git repository that agents may work on.
type Project struct {
	ID schemas.ProjectID
	schemas.ProjectRegistered
	At time.Time // of its registration; zero before
}

func (p *Project) exists() bool { return !p.At.IsZero() }

func (p *Project) clone() fold { c := *p; return &c }

func (p *Project) evolve(r schemas.Record) error {
	switch e := r.Event.(type) {
	case schemas.ProjectRegistered:
		p.ProjectRegistered, p.At = e, r.Time
	case schemas.ProjectTrustSet:
		p.Trusted = e.Trusted
	case schemas.ProjectHostSet:
		p.Host = e.Host
	default:
		return fmt.Errorf("workspaces: %s has no place in a project", r.Type)
	}
	return nil
}

// A Workspace is one checkout and one conversation, as the book has it.
type Workspace struct {
	ID schemas.WorkspaceID
	schemas.WorkspaceCreated
	At          time.Time // of its creation; zero before
	Provisioned bool      // its checkout was there once
	Head        string    // the commit that it began with
	Archived    bool
	Removed     bool
	Saved       schemas.AgentID                    // the agent of its next turn; "" for none
	Choices     map[schemas.AgentID]definitions.AI // of model and thinking, by agent
	Judged      string                             // digest of the verdicts on its agent files

	savedBy schemas.TurnID // whose agent Saved is
}

func (w *Workspace) exists() bool { return !w.At.IsZero() }

// gone says whether nothing can run there.
func (w *Workspace) gone() bool { return !w.exists() || w.Removed || w.Archived }

func (w *Workspace) clone() fold {
	c := *w
	c.Choices = maps.Clone(w.Choices)
	return &c
}

func (w *Workspace) evolve(r schemas.Record) error {
	switch e := r.Event.(type) {
	case schemas.WorkspaceCreated:
		w.WorkspaceCreated, w.At = e, r.Time
	case schemas.WorkspaceProvisioned:
		w.Provisioned, w.Head, w.Checkout.Path = true, e.Head, e.Path
	case schemas.WorkspaceSettingsSaved:
		if w.Choices == nil {
			w.Choices = make(map[schemas.AgentID]definitions.AI)
		}
		w.Saved, w.savedBy = e.Agent, e.Turn
		w.Choices[e.Agent] = definitions.AI{Model: e.Model, ThinkingLevel: e.Thinking}
	case schemas.WorkspaceHandedOn:
		w.Agent = e.Agent
	case schemas.WorkspaceArchived:
		w.Archived = true
	case schemas.WorkspaceUnarchived:
		w.Archived = false
	case schemas.WorkspaceRemoved:
		w.Removed = true
	case schemas.AgentFilesJudged:
		w.Judged = e.Digest
	case schemas.LaunchRefused, schemas.WorkspaceRemovalFailed: // for whoever reads
	default:
		return fmt.Errorf("workspaces: %s has no place in a workspace", r.Type)
	}
	return nil
}

// Place is where the checkout is.
func (w *Workspace) Place() checkout.Place {
	c := w.Checkout
	return checkout.Place{
		Kind: checkout.Kind(c.Kind), Host: c.Host, Repo: c.Repo, Path: c.Path, Branch: c.Branch, Base: c.Base, Sub: c.Sub,
	}
}

func checkoutOf(p checkout.Place) schemas.Checkout {
	return schemas.Checkout{
		Kind: schemas.CheckoutKind(p.Kind), Host: p.Host, Repo: p.Repo, Path: p.Path, Branch: p.Branch, Base: p.Base, Sub: p.Sub,
	}
}

// held is a handle, and when it was made.
type held struct {
	handles.Handle
	at time.Time
}

func (h *held) clone() fold {
	c := *h
	c.Deferred = slices.Clone(h.Deferred)
	return &c
}

func (h *held) evolve(r schemas.Record) error {
	if h.at.IsZero() {
		h.at = r.Time
	}
	return h.Evolve(r.Event)
}

func projectEntity(v schemas.VendorID, id schemas.ProjectID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.ProjectBoundary, ID: string(id)}
}

func workspaceEntity(v schemas.VendorID, id schemas.WorkspaceID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.WorkspaceBoundary, ID: string(id)}
}

func handleEntity(v schemas.VendorID, id schemas.HandleID) schemas.Entity {
	return schemas.Entity{Vendor: v, Kind: schemas.HandleBoundary, ID: string(id)}
}
