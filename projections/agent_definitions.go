package projections

import (
	"context"

	"turnbook/schemas"
)

// An AgentDefinition is a row of the table agent_definitions.
type AgentDefinition struct {
	Vendor    schemas.VendorID    `json:"vendor"`
	Workspace schemas.WorkspaceID `json:"workspace_id"`
	N         int                 `json:"n"`
	File      string              `json:"file"`
	Scope     string              `json:"scope"`
	State     string              `json:"state"`
	Agent     schemas.AgentID     `json:"agent_id"`
	By        string              `json:"shadowed_by"`
	Digest    string              `json:"digest"`
	Reason    string              `json:"reason"`
	Seq       uint64              `json:"seq"`
}

func (a *AgentDefinition) fields() []any {
	return []any{&a.Vendor, &a.Workspace, &a.N, &a.File, &a.Scope, &a.State, &a.Agent, &a.By, &a.Digest, &a.Reason, &a.Seq}
}

// agentFiles keeps the last verdicts on a workspace's agent files.
func (f *fold) agentFiles(r *rec, w schemas.WorkspaceID, e schemas.AgentFilesJudged) error {
	if _, err := f.w.exec("DELETE FROM agent_definitions WHERE vendor = ? AND workspace_id = ?", string(r.Vendor), string(w)); err != nil {
		return err
	}
	for n, x := range e.Files {
		err := f.w.put("agent_definitions", &AgentDefinition{
			Vendor: r.Vendor, Workspace: w, N: n, File: x.File, Scope: x.Scope, State: x.State, Agent: x.Agent,
			By: x.By, Digest: x.Digest, Reason: x.Reason, Seq: r.Seq,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// AgentDefinitions lists the verdicts on a workspace's agent files, in the order of
// precedence.
func (s *Store) AgentDefinitions(ctx context.Context, vendor schemas.VendorID, w schemas.WorkspaceID) ([]AgentDefinition, AsOf, error) {
	return list[AgentDefinition](ctx, s, "SELECT * FROM agent_definitions WHERE vendor = ? AND workspace_id = ? ORDER BY n", vendor, w)
}
