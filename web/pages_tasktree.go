package web

import (
	"github.com/a-h/templ"

	"turnbook/projections"
	"turnbook/schemas"
)

// treeNode is one line of a tree of delegated work: an owner's workspace, or a delegated
// turn with what it delegated itself below it.
type treeNode struct {
	Key    string
	Title  string
	Link   templ.SafeURL
	Status schemas.HandleStatus // "" for a workspace
	Kind   schemas.HandleKind   // "" for a workspace
	Agent  schemas.AgentID
	Below  []*treeNode
}

// what says what a line is.
func (n *treeNode) what() string {
	switch n.Kind {
	case schemas.WorkspaceTurn:
		return "Workspace turn"
	case schemas.AgentTask:
		return "Sub-agent"
	case "":
		return "Workspace"
	}
	return shown(string(n.Kind))
}

// taskTrees hangs delegated turns below who asked for them. A turn's parent is the one
// whose turn asked; else the one before it that runs where it was asked from; else the
// workspace itself. The handles come latest first, and so do the lines.
func taskTrees(list []projections.Handle, titles map[schemas.WorkspaceID]string) []*treeNode {
	nodes := make(map[schemas.HandleID]*treeNode, len(list))
	for _, h := range list {
		nodes[h.ID] = &treeNode{Key: string(h.ID), Title: h.Title, Link: pathTo("handles", string(h.ID)), Status: h.Status, Kind: h.Kind, Agent: h.Agent}
	}
	var roots []*treeNode
	owners := make(map[schemas.WorkspaceID]*treeNode)
	for i, h := range list {
		above := nodes[askedBy(h, list[i+1:])]
		if above == nil {
			if above = owners[h.Owner]; above == nil {
				above = &treeNode{Key: string(h.Owner), Title: titles[h.Owner], Link: pathTo("workspaces", string(h.Owner))}
				owners[h.Owner] = above
				roots = append(roots, above)
			}
		}
		above.Below = append(above.Below, nodes[h.ID])
	}
	return roots
}

// askedBy is the delegated turn that asked for another, among those before it; "" for
// none.
func askedBy(h projections.Handle, before []projections.Handle) schemas.HandleID {
	var near schemas.HandleID
	for _, b := range before {
		if h.CallerTurn != "" && b.Turn == h.CallerTurn {
			return b.ID
		}
		if near == "" && h.CallerTurn != "" && b.Workspace == h.Owner {
			near = b.ID
		}
	}
	return near
}

// treeOf is the part of the trees that hangs below a workspace: its own line with what it
// asked for.
func treeOf(w schemas.WorkspaceID, title string, list []projections.Handle) []*treeNode {
	root := &treeNode{Key: string(w), Title: title, Link: pathTo("workspaces", string(w))}
	below := make(map[string]bool)
	var find func(nodes []*treeNode)
	owns := make(map[string]schemas.WorkspaceID, len(list))
	for _, h := range list {
		owns[string(h.ID)] = h.Owner
	}
	find = func(nodes []*treeNode) {
		for _, n := range nodes {
			if owns[n.Key] == w && !below[n.Key] {
				below[n.Key] = true
				root.Below = append(root.Below, n)
				continue
			}
			find(n.Below)
		}
	}
	find(taskTrees(list, nil))
	if root.Below == nil {
		return nil
	}
	return []*treeNode{root}
}
