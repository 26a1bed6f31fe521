package workspaces

import (
	"context"
	"errors"
	"strings"

	"turnbook/agents/checkout"
	"turnbook/agents/definitions"
	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// baseOf is what a new workspace begins at: the named branch, else the one that the
// owner's workspace was made for.
func baseOf(owner *Workspace, t launch.Task) string {
	if t.Trunk != "" {
		return t.Trunk
	}
	return owner.Checkout.Branch
}

// gitOf is what git says of the owner's checkout. What can't be read vouches for nothing.
func (s *Service) gitOf(ctx context.Context, owner *Workspace, t launch.Task) launch.Git {
	g := launch.Git{Base: baseOf(owner, t), Named: t.Branch != ""}
	var err error
	if g.Branch, err = s.o.Checkouts.Branch(ctx, owner.Place()); err != nil {
		g.Branch, g.Problem = "", err.Error()
		return g
	}
	if g.Base == "" {
		g.Base = g.Branch
	}
	paths := append(definitions.Folders(), definitions.PluginFolders()...)
	if g.Clean, err = s.o.Checkouts.Clean(ctx, owner.Place(), paths...); err != nil {
		g.Clean, g.Problem = false, err.Error()
	}
	if g.AtTip, err = s.o.Checkouts.AtRemoteTip(ctx, owner.Place(), g.Branch); err != nil {
		g.AtTip, g.Problem = false, err.Error()
	}
	return g
}

// make makes the workspace of a launch, looks at it, and records the turn. A workspace
// that could not be made leaves a refusal, and nothing else. One that a crash left without
// its turn is taken as it is.
func (l *launching) make(ctx context.Context, v launch.Verdict) (*handles.Handle, error) {
	id, by := schemas.WorkspaceID(idOf("w", string(l.handle))), actor{name: l.c.Actor, turn: l.c.Turn}
	w, err := l.s.Workspace(ctx, l.c.Vendor, id)
	if none := (*Refusal)(nil); errors.As(err, &none) {
		w, err = l.build(ctx, id, &v, by)
	}
	if err != nil {
		return nil, err
	}
	if w == nil {
		return nil, l.refused(ctx, v)
	}
	if err := l.s.o.Runtime.OpenWorkspaceSession(ctx, l.c.Vendor, userOf(l.c.Actor), id); err != nil {
		return nil, err
	}
	if l.a.Task.Kind == schemas.AgentTask {
		v.Step = launch.Dispatch
		return l.record(ctx, v, id)
	}
	// An owner that was archived meanwhile gets nothing: what was made for it goes.
	if owner, err := l.s.Workspace(ctx, l.c.Vendor, l.a.Owner); err != nil || owner.gone() {
		if err == nil {
			err = l.s.remove(ctx, place{l.c.Vendor, id}, *w, "", by)
		}
		return nil, errors.Join(refuse(schemas.CodeUnknownOwner, "the workspace (%s) that asks was archived meanwhile", l.a.Owner), err)
	}
	made := launch.Made{Workspace: id, Target: l.lookAt(ctx, w), Owner: l.view}
	return l.record(ctx, launch.After(l.a, v, made, l.s.o.Config), id)
}

// build makes and records a workspace; none where the verdict is a refusal now.
func (l *launching) build(ctx context.Context, id schemas.WorkspaceID, v *launch.Verdict, by actor) (*Workspace, error) {
	created, err := l.created(ctx, id)
	if err != nil {
		return nil, err
	}
	waits := l.a.Task.Kind == schemas.AgentTask && v.Queued
	if !waits && !created.Shared {
		if no := l.checkOut(ctx, &created); no != nil {
			v.Step, v.Refusal = launch.Refuse, no
			return nil, nil
		}
	}
	if err := l.s.create(ctx, l.c.Vendor, id, by, created); err != nil {
		return nil, err
	}
	return l.s.Workspace(ctx, l.c.Vendor, id)
}

// lookAt reads the agent files of a new checkout where the launch names an agent.
func (l *launching) lookAt(ctx context.Context, w *Workspace) launch.View {
	if strings.TrimSpace(l.a.Task.Agent) == "" {
		return launch.View{}
	}
	view := l.s.view(ctx, w)
	if view.Catalog != nil {
		if err := l.s.judge(ctx, l.c.Vendor, w, view.Catalog); err != nil {
			l.s.lg.Warn("verdicts on agent files not recorded", "workspace", w.ID, "err", err)
		}
	}
	return view
}

// created is the workspace that a launch makes.
func (l *launching) created(ctx context.Context, id schemas.WorkspaceID) (schemas.WorkspaceCreated, error) {
	t, o := l.a.Task, l.owner
	title := strings.TrimSpace(t.Title)
	if title == "" {
		title = "Workspace turn"
	}
	e := schemas.WorkspaceCreated{
		Project: o.Project, Title: title, Owner: o.ID, Handle: l.handle, Disposable: t.Disposable,
		Checkout: schemas.Checkout{Kind: schemas.WorktreeCheckout, Repo: o.Checkout.Repo, Sub: o.Checkout.Sub, Base: baseOf(o, t), Branch: t.Branch},
	}
	if o.Checkout.Kind == schemas.SSHCheckout {
		e.Checkout.Kind, e.Checkout.Host = schemas.SSHCheckout, o.Checkout.Host
	}
	p, err := l.s.Project(ctx, l.c.Vendor, o.Project)
	if err != nil {
		return e, err
	}
	if p.Host != "" {
		e.Checkout.Kind, e.Checkout.Host = schemas.SSHCheckout, p.Host
	}
	if t.Kind == schemas.AgentTask {
		e.Parent, e.Depth, e.Shared = o.ID, o.Depth+1, t.Shared
		e.Agent = schemas.AgentID(strings.ToLower(strings.TrimSpace(t.Agent)))
		if t.Shared {
			e.Checkout = o.Checkout
		}
	}
	if e.Checkout.Branch == "" && !e.Shared {
		e.Checkout.Branch = "turnbook/" + checkout.WorkspaceName(title) + "-" + string(id)[1:7]
	}
	name, err := l.s.freeName(ctx, l.c.Vendor, o.Project, checkout.WorkspaceName(e.Checkout.Branch))
	e.Name = name
	return e, err
}

// freeName is a workspace's name in its project: two branches can come to one.
func (s *Service) freeName(ctx context.Context, v schemas.VendorID, p schemas.ProjectID, name string) (string, error) {
	ws, err := s.Workspaces(ctx, v)
	taken := make(map[string]bool)
	for _, w := range ws {
		if w.Project == p && !w.Removed {
			taken[w.Name] = true
		}
	}
	free := name
	for n := 2; taken[free]; n++ {
		free = name + "-" + itoa(n)
	}
	return free, err
}

// checkOut makes the checkout. Its refusal says what git said.
func (l *launching) checkOut(ctx context.Context, e *schemas.WorkspaceCreated) *launch.Refusal {
	w := Workspace{WorkspaceCreated: *e}
	at := w.Place()
	at.Path = string(e.Project) + "/" + e.Name
	made, err := l.s.o.Checkouts.Create(ctx, at)
	if err != nil {
		return &launch.Refusal{Code: schemas.CodeCreationFailed, Detail: "the workspace could not be made: " + err.Error()}
	}
	e.Checkout = checkoutOf(made)
	return nil
}

func userOf(actor string) schemas.UserID {
	if user, ok := strings.CutPrefix(actor, "user/"); ok && user != "" {
		return schemas.UserID(user)
	}
	return "local"
}
