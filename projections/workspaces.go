package projections

import (
	"context"

	"turnbook/schemas"
)

// A Workspace is a row of the table workspaces.
type Workspace struct {
	Vendor         schemas.VendorID     `json:"vendor"`
	ID             schemas.WorkspaceID  `json:"id"`
	Project        schemas.ProjectID    `json:"project_id"`
	Name           string               `json:"name"`
	Title          string               `json:"title"`
	Kind           schemas.CheckoutKind `json:"kind"`
	Host           string               `json:"host"`
	Path           string               `json:"path"`
	Branch         string               `json:"branch"`
	Base           string               `json:"base"`
	Status         string               `json:"status"`
	Owner          schemas.WorkspaceID  `json:"owner_workspace_id"`
	Handle         schemas.HandleID     `json:"handle_id"`
	Parent         schemas.WorkspaceID  `json:"parent_workspace_id"`
	Agent          schemas.AgentID      `json:"agent_id"`
	Depth          int                  `json:"depth"`
	Disposable     bool                 `json:"disposable"`
	SavedAgent     schemas.AgentID      `json:"saved_agent_id"`
	ProvisionedSeq uint64               `json:"provisioned_seq"`
	Head           string               `json:"head"`
	Removal        string               `json:"removal"`
	CreatedSeq     uint64               `json:"created_seq"`
	CreatedAt      Stamp                `json:"created_at"`
	ChangedAt      Stamp                `json:"changed_at"`
}

func (w *Workspace) fields() []any {
	return []any{
		&w.Vendor, &w.ID, &w.Project, &w.Name, &w.Title, &w.Kind, &w.Host, &w.Path, &w.Branch, &w.Base, &w.Status,
		&w.Owner, &w.Handle, &w.Parent, &w.Agent, &w.Depth, &w.Disposable, &w.SavedAgent, &w.ProvisionedSeq, &w.Head,
		&w.Removal, &w.CreatedSeq, &w.CreatedAt, &w.ChangedAt,
	}
}

// Where a workspace stands.
const (
	WorkspaceActive   = "active"
	WorkspaceArchived = "archived"
	WorkspaceRemoved  = "removed"
)

type workspaceKey struct {
	vendor schemas.VendorID
	id     schemas.WorkspaceID
}

func keepWorkspaces() *kept[workspaceKey, Workspace, *Workspace] {
	return keep[workspaceKey, Workspace]("workspaces", "vendor = ? AND id = ?", func(k workspaceKey) []any {
		return []any{string(k.vendor), string(k.id)}
	})
}

// workspace takes an event of a workspace's boundary in.
func (f *fold) workspace(r *rec) error {
	key := workspaceKey{r.Vendor, schemas.WorkspaceID(r.Entity.ID)}
	if e, ok := r.Event.(schemas.WorkspaceCreated); ok {
		c := e.Checkout
		f.workspaces.add(key, Workspace{
			Vendor: r.Vendor, ID: key.id, Project: e.Project, Name: e.Name, Title: e.Title, Kind: c.Kind, Host: c.Host,
			Path: c.Path, Branch: c.Branch, Base: c.Base, Status: WorkspaceActive, Owner: e.Owner, Handle: e.Handle,
			Parent: e.Parent, Agent: e.Agent, Depth: e.Depth, Disposable: e.Disposable,
			CreatedSeq: r.Seq, CreatedAt: r.at, ChangedAt: r.at,
		})
		return nil
	}
	w, err := f.workspaces.at(f.w, key)
	if err != nil {
		return err
	}
	if w == nil {
		return &StrayError{What: "workspace", ID: string(key.id)}
	}
	w.ChangedAt = r.at
	switch e := r.Event.(type) {
	case schemas.WorkspaceProvisioned:
		w.Path, w.Head, w.ProvisionedSeq = e.Path, e.Head, r.Seq
	case schemas.WorkspaceSettingsSaved:
		w.SavedAgent = e.Agent
	case schemas.WorkspaceHandedOn:
		w.Agent = e.Agent
	case schemas.WorkspaceArchived:
		w.Status = WorkspaceArchived
	case schemas.WorkspaceUnarchived:
		w.Status = WorkspaceActive
	case schemas.WorkspaceRemoved:
		w.Status, w.Removal = WorkspaceRemoved, e.Left
	case schemas.WorkspaceRemovalFailed:
		w.Removal = e.Reason
	case schemas.LaunchRefused:
		return f.launchRefused(r, e)
	case schemas.AgentFilesJudged:
		return f.agentFiles(r, key.id, e)
	default:
		return &misplacedError{Type: r.Type, Entity: r.Entity}
	}
	return nil
}

// launchRefused keeps a launch that came to nothing in the ledger of refusals, with all
// that was checked.
func (f *fold) launchRefused(r *rec, e schemas.LaunchRefused) error {
	err := f.w.put("refusals", &Refusal{
		Seq: r.Seq, Index: r.Index, Vendor: r.Vendor, Turn: e.Asked.Turn, Code: e.Code, Tool: "task", Call: e.Asked.Call,
		Detail: e.Detail, Time: r.at,
	})
	if err != nil {
		return err
	}
	return f.launchDecision(r, e.Asked.Turn, e.Ladders, string(e.Code))
}

// launchDecision keeps the ladders of a launch as one decision: its rungs say which
// ladder they are of.
func (f *fold) launchDecision(r *rec, turn schemas.TurnID, ladders []schemas.Ladder, outcome string) error {
	if len(ladders) == 0 {
		return nil
	}
	whole := schemas.Ladder{Rule: "launch/1", Outcome: outcome}
	for _, l := range ladders {
		for _, g := range l.Rungs {
			g.Name = l.Rule + " " + g.Name
			whole.Rungs = append(whole.Rungs, g)
		}
	}
	about := *r
	about.Turn = turn
	return f.decision(&about, whole, 0, true)
}

// Workspaces lists the workspaces of a vendor, the latest first.
func (s *Store) Workspaces(ctx context.Context, vendor schemas.VendorID) ([]Workspace, AsOf, error) {
	return list[Workspace](ctx, s, "SELECT * FROM workspaces WHERE vendor = ? ORDER BY created_seq DESC, id", vendor)
}

// Workspace reads one workspace. The error is a [*NotFoundError] where it is not in the
// book.
func (s *Store) Workspace(ctx context.Context, vendor schemas.VendorID, id schemas.WorkspaceID) (Workspace, AsOf, error) {
	return single[Workspace](ctx, s, "workspace", string(id), "SELECT * FROM workspaces WHERE vendor = ? AND id = ?", vendor, id)
}
