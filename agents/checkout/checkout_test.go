package checkout_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"turnbook/agents/checkout"
	"turnbook/agents/checkout/checkouttest"
)

func open(t *testing.T, o checkout.Options) *checkout.Checkouts {
	t.Helper()
	if o.Root == "" {
		o.Root = filepath.Join(t.TempDir(), "workspaces")
	}
	return checkout.New(slog.New(slog.NewTextHandler(t.Output(), nil)), o)
}

func create(t *testing.T, c *checkout.Checkouts, p checkout.Place) checkout.Place {
	t.Helper()
	made, err := c.Create(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func branchOf(t *testing.T, c *checkout.Checkouts, p checkout.Place) string {
	t.Helper()
	b, err := c.Branch(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// errorOf is the error as a type, or the end of the test.
func errorOf[E error](t *testing.T, err error) E {
	t.Helper()
	var e E
	if !errors.As(err, &e) {
		t.Fatalf("the error is %T: %v; want a %T", err, err, e)
	}
	return e
}

func TestAWorktreeIsMadeOnceFromItsBase(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	checkouttest.Git(t, repo, "branch", "old")
	checkouttest.Write(t, repo, "a.txt", "two\n")
	checkouttest.Commit(t, repo, "second")
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "feature/foo", Base: "old"})
	if again := create(t, c, p); again != p {
		t.Errorf("made again it is %+v, was %+v", again, p)
	}
	if b := branchOf(t, c, p); b != "feature/foo" {
		t.Errorf("branch %q", b)
	}
	checkouttest.Write(t, p.Path, "b.txt", "new\n")
	st, err := c.Status(t.Context(), p)
	want := checkout.Status{Branch: "feature/foo", Head: checkouttest.Git(t, repo, "rev-parse", "old"), Dirty: []checkout.Dirty{{State: "??", Path: "b.txt"}}}
	if diff := cmp.Diff(want, st); err != nil || diff != "" {
		t.Errorf("status: %v\n%s", err, diff)
	}
	checkouttest.Commit(t, p.Path, "third")
	if st, err = c.Status(t.Context(), p); err != nil || st.Ahead != 1 {
		t.Errorf("ahead by %d: %v", st.Ahead, err)
	}
}

func TestABaseThatIsNotNamedIsWhatIsCheckedOut(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b"})
	if p.Base != "main" {
		t.Errorf("the base is %q", p.Base)
	}
}

func TestAnExistingBranchKeepsItsCommits(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	checkouttest.Git(t, repo, "switch", "--quiet", "--create", "mine")
	checkouttest.Write(t, repo, "a.txt", "mine\n")
	checkouttest.Commit(t, repo, "mine")
	checkouttest.Git(t, repo, "switch", "--quiet", "main")
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "mine", Base: "main"})
	if text, err := os.ReadFile(filepath.Join(p.Path, "a.txt")); err != nil || string(text) != "mine\n" {
		t.Errorf("%q: %v", text, err)
	}
	left := errorOf[*checkout.LeftError](t, c.Remove(t.Context(), p))
	if left.Branch != "mine" || checkouttest.Git(t, repo, "branch", "--list", "mine") == "" {
		t.Errorf("left %+v", left)
	}
}

func TestAWorktreeThatGitWasStoppedInIsMadeAnew(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b", Base: "main"})
	if err := os.Remove(filepath.Join(p.Path, "a.txt")); err != nil {
		t.Fatal(err)
	}
	checkouttest.Git(t, repo, "worktree", "lock", "--reason", "initializing", p.Path)
	create(t, c, p)
	if _, err := os.Stat(filepath.Join(p.Path, "a.txt")); err != nil {
		t.Error(err)
	}
}

func TestAFolderThatSomebodyDeletedIsMadeAnew(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b", Base: "main"})
	if err := os.RemoveAll(p.Path); err != nil {
		t.Fatal(err)
	}
	ok, err := c.Reachable(t.Context(), p)
	if errorOf[*checkout.UnreachableError](t, err); ok {
		t.Error("reachable")
	}
	create(t, c, p)
	if ok, err := c.Reachable(t.Context(), p); !ok || err != nil {
		t.Error(ok, err)
	}
}

func TestTwoBranchesWithOneNameDontShareACheckout(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "feature/foo", Base: "main"})
	_, err := c.Create(t.Context(), checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "feature-foo", Base: "main"})
	if taken := errorOf[*checkout.TakenError](t, err); taken.Path != p.Path || taken.Branch != "feature/foo" {
		t.Errorf("taken: %+v", taken)
	}
	other := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "feature-foo", Base: "main", Path: "p/other"})
	if b := branchOf(t, c, other); b != "feature-foo" {
		t.Errorf("branch %q", b)
	}
	_, err = c.Create(t.Context(), checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "main", Base: "main"})
	if taken := errorOf[*checkout.TakenError](t, err); taken.Path != repo {
		t.Errorf("taken: %+v", taken)
	}
}

func TestNamesThatCantBeAreRefusedBeforeGitSeesThem(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	for _, branch := range []string{"", "-d", "--force", "a..b", "a b", "a~1", "x.lock", "HEAD", "a\x00b", "/a", "@{-1}", "a\nb"} {
		_, err := c.Create(t.Context(), checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: branch, Base: "main"})
		errorOf[*checkout.BranchError](t, err)
	}
	for _, base := range []string{"nowhere", "--all", "-x"} {
		_, err := c.Create(t.Context(), checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b", Base: base})
		if e := errorOf[*checkout.BranchError](t, err); !e.Missing || e.Branch != base {
			t.Errorf("%+v", e)
		}
	}
	for _, p := range []checkout.Place{
		{Kind: "docker", Repo: repo}, {Kind: checkout.Worktree, Repo: "here"}, {Kind: checkout.Local, Host: "h", Repo: repo},
		{Kind: checkout.SSH, Host: "-oProxyCommand=touch", Repo: repo}, {Kind: checkout.SSH, Host: "a b", Repo: repo}, {Kind: checkout.SSH, Host: "h:0", Repo: repo},
		{Kind: checkout.Local, Repo: repo, Sub: "../x"}, {Kind: checkout.Local, Repo: repo, Sub: "/x"},
		{Kind: checkout.Worktree, Repo: repo, Branch: "b", Path: "../out"}, {Kind: checkout.Worktree, Repo: repo, Branch: "b", Path: "/out"},
		{Kind: checkout.Worktree, Repo: repo, Branch: "b", Path: "."}, {Kind: checkout.Worktree, Repo: repo, Branch: "b", Path: `a\b`}, {Kind: checkout.Worktree, Repo: repo, Branch: "b", Path: "C:x"},
	} {
		_, err := c.Create(t.Context(), p)
		errorOf[*checkout.PlaceError](t, err)
	}
	if trees := checkouttest.Git(t, repo, "worktree", "list"); strings.Count(trees, "\n") != 0 {
		t.Errorf("something was made: %s", trees)
	}
}

func TestRemovingTakesAMergedBranchAndKeepsWork(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	for _, kept := range []bool{false, true} {
		p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b", Base: "main"})
		if kept {
			checkouttest.Write(t, p.Path, "b.txt", "work\n")
			checkouttest.Commit(t, p.Path, "work")
		}
		checkouttest.Write(t, p.Path, "dirty.txt", "gone\n")
		err := c.Remove(t.Context(), p)
		if kept {
			if left := errorOf[*checkout.LeftError](t, err); *left != (checkout.LeftError{Branch: "b", Why: "1 of its commits are not in main"}) {
				t.Errorf("left %+v", left)
			}
		} else if err != nil {
			t.Error(err)
		}
		if there := checkouttest.Git(t, repo, "branch", "--list", "b") != ""; there != kept {
			t.Errorf("the branch is there: %v", there)
		}
		if _, err := os.Stat(p.Path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the folder: %v", err)
		}
	}
}

func TestWhatIsGoneIsRemovedAgainAndTheProjectNever(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b", Base: "main"})
	for range 2 {
		if err := c.Remove(t.Context(), p); err != nil {
			t.Error(err)
		}
	}
	errorOf[*checkout.PlaceError](t, c.Remove(t.Context(), create(t, c, checkout.Place{Kind: checkout.Local, Repo: repo})))
	p.Path = repo
	errorOf[*checkout.PlaceError](t, c.Remove(t.Context(), p))
	if _, err := os.Stat(filepath.Join(repo, "a.txt")); err != nil {
		t.Error(err)
	}
}

func TestHooksOfARepositoryDontRun(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	hook := filepath.Join(repo, ".git/hooks/post-checkout")
	checkouttest.Write(t, repo, ".git/hooks/post-checkout", "#!/bin/sh\ntouch '"+repo+"/ran'\n")
	if err := os.Chmod(hook, 0o755); err != nil {
		t.Fatal(err)
	}
	create(t, open(t, checkout.Options{}), checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b", Base: "main"})
	if _, err := os.Stat(filepath.Join(repo, "ran")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the hook ran: %v", err)
	}
}

func TestAnEndedContextIsTold(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := open(t, checkout.Options{}).Create(ctx, checkout.Place{Kind: checkout.Worktree, Repo: repo, Branch: "b", Base: "main"})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
