package workspaces_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"turnbook/agents/checkout/checkouttest"
	"turnbook/agents/offline"
	"turnbook/projections"
	"turnbook/schemas"
)

// itself is a repository of the program's own files, as they are at its last commit: a
// clone, or, where the tree has no history, one made of its files.
func itself(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if exec.Command("git", "-C", root, "rev-parse", "--verify", "HEAD").Run() == nil {
		checkouttest.Git(t, dir, "-c", "safe.directory=*", "clone", "--quiet", "--depth=1", "file://"+root, dir)
		checkouttest.Git(t, dir, "checkout", "--quiet", "-B", "main")
		checkouttest.Git(t, dir, "remote", "remove", "origin")
		return dir
	}
	for _, folder := range []string{"agents", "bus", "cmd", "docs", "projections", "schemas"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
			t.Fatal(err)
		}
	}
	checkouttest.Git(t, dir, "init", "--quiet", "--initial-branch=main")
	checkouttest.Commit(t, dir, "the program")
	return dir
}

// The program's own repository is worked on: a plan, its approval, and what is carried out
// stands on a branch of its own, while the repository's own folder is as it was. The
// tables of it all are what the book comes to.
func TestOnTheProgramItself(t *testing.T) {
	root := itself(t)
	h := open(t, furniture{model: offline.New(offline.Options{})})
	owner := h.register(root)
	task := under("plan", fresh("write NOTES.md: what workspaces promise\nsearch for \"Package workspaces runs turns\""))
	task.Branch = "notes"
	l := h.launched(owner, task)
	if e := h.settled(l.Handle, 1); e.Reason != schemas.SettledPlan || !strings.Contains(e.Report, "1. write NOTES.md") {
		t.Fatalf("the plan's end: %+v", e)
	}
	_, err := h.ws.ApprovePlan(t.Context(), vendor, l.Workspace)
	h.must(err)
	h.ends(l.Workspace, 2)

	w := h.workspace(l.Workspace)
	if branch := checkouttest.Git(t, w.Checkout.Path, "branch", "--show-current"); branch != "notes" {
		t.Errorf("it is on branch %q", branch)
	}
	if dirty := checkouttest.Git(t, w.Checkout.Path, "status", "--porcelain"); dirty != "?? NOTES.md" {
		t.Errorf("changed is %q", dirty)
	}
	if note, err := os.ReadFile(filepath.Join(w.Checkout.Path, "NOTES.md")); err != nil || string(note) != "what workspaces promise\n" {
		t.Errorf("the note is %q, %v", note, err)
	}
	if dirty := checkouttest.Git(t, root, "status", "--porcelain"); dirty != "" {
		t.Errorf("the repository's own folder changed: %s", dirty)
	}
	found := ""
	for _, r := range h.read(schemas.SessionBoundary, string(w.ID)) {
		if e, ok := r.Event.(schemas.ToolReturned); ok && strings.Contains(e.Result, "agents/workspaces/doc.go") {
			found = e.Result
		}
	}
	if found == "" {
		t.Error("the search did not find the package's promises")
	}
	h.stop()
	h.tablesEqualTheFold()
}

// tablesEqualTheFold draws the tables from the log as they are drawn while it runs, and
// compares them with what the log comes to.
func (h *house) tablesEqualTheFold() {
	h.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	store, err := projections.Open(ctx, logger(h.t), projections.Options{Path: filepath.Join(h.data, "tables.db")})
	h.must(err)
	done := make(chan error, 1)
	go func() { done <- store.Run(ctx, h.log) }()
	head, err := h.log.Head(ctx)
	h.must(err)
	h.must(store.WaitFor(ctx, head))
	diff, err := store.Check(ctx, h.log)
	h.must(err)
	if diff.Rows == 0 || !diff.Equal() {
		h.t.Errorf("the tables are not what the log comes to: %+v", diff)
	}
	stop()
	<-done
	h.must(store.Close())
}
