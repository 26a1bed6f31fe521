package workspaces

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"turnbook/agents"
	"turnbook/agents/checkout"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// maxPlan is how much of a plan is read.
const maxPlan = 1 << 20

// readPlan reads a workspace's plan.
func (s *Service) readPlan(path string) (text string, there bool) {
	if path == "" {
		return "", false
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxPlan {
		return "", false
	}
	raw, err := os.ReadFile(path)
	return string(raw), err == nil
}

// planFolder opens the folder that a plan is in. It is made on first use.
func (s *Service) planFolder(plan string) (checkout.Files, error) {
	dir := filepath.Dir(plan)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of plans: %w", err)
	}
	return checkout.OpenFolder(dir, "")
}

// addPlan shows exec the plan that was proposed last in its workspace, where the turn
// before was a planner's (workspace-turns.md 4.4): it is data, and carried out once.
func (s *Service) addPlan(ctx context.Context, v schemas.VendorID, w *Workspace, a schemas.AgentResolved, r *agents.Request) error {
	if a.PlanLike {
		return nil
	}
	plan, err := s.Proposed(ctx, v, w.ID)
	if plan != "" {
		r.Data = append(r.Data, agents.NewData("plan", map[string]string{"markdown": plan}))
	}
	return err
}

// Plan is the plan that was proposed last in a workspace, and waits to be approved. The
// error is a [*Refusal] where there is none.
func (s *Service) Plan(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID) (string, error) {
	if _, err := s.Workspace(ctx, v, id); err != nil {
		return "", err
	}
	plan, err := s.Proposed(ctx, v, id)
	if err == nil && plan == "" {
		err = refuse(schemas.CodeNoPlan, "there is no plan to approve in workspace %s: none was proposed, or it was carried out", id)
	}
	return plan, err
}

// ApprovePlan has the plan that was proposed last in a workspace carried out, under exec.
// Approving the same plan twice is one turn.
func (s *Service) ApprovePlan(ctx context.Context, v schemas.VendorID, id schemas.WorkspaceID) (schemas.TurnID, error) {
	plan, err := s.Plan(ctx, v, id)
	if err != nil {
		return "", err
	}
	return s.Say(ctx, Message{
		Vendor: v, Workspace: id, Text: "Carry out the plan.", Agent: string(launch.Exec), Key: "approve." + idOf("p", plan),
	})
}
