package checkout_test

import (
	"path/filepath"
	"testing"

	"turnbook/agents/checkout"
	"turnbook/agents/checkout/checkouttest"
)

func TestABranchIsWhatGitSays(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	c := open(t, checkout.Options{})
	p := create(t, c, checkout.Place{Kind: checkout.Local, Repo: repo})
	if b := branchOf(t, c, p); b != "main" {
		t.Errorf("branch %q", b)
	}
	checkouttest.Git(t, repo, "switch", "--quiet", "--orphan", "new")
	_, err := c.Branch(t.Context(), p)
	if e := errorOf[*checkout.HeadError](t, err); e.Unborn != "new" {
		t.Errorf("%+v", e)
	}
	if st, err := c.Status(t.Context(), p); err != nil || st.Branch != "new" || st.Head != "" {
		t.Errorf("%+v: %v", st, err)
	}
	checkouttest.Git(t, repo, "switch", "--quiet", "--detach", "main")
	_, err = c.Branch(t.Context(), p)
	if e := errorOf[*checkout.HeadError](t, err); e.Unborn != "" {
		t.Errorf("%+v", e)
	}
}

func TestAFolderWithoutARepositoryIsNotTheOneAbove(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"sub/a.txt": "one\n"})
	p := checkout.Place{Kind: checkout.Local, Repo: repo, Path: filepath.Join(repo, "sub")}
	_, err := open(t, checkout.Options{}).Branch(t.Context(), p)
	errorOf[*checkout.GitError](t, err)
}

func TestCleanLooksAtThesePathsOnly(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{".turnbook/agents/a.md": "a\n", "sub/b.txt": "b\n", ".gitignore": "*.md\n"})
	checkouttest.Git(t, repo, "add", "--force", ".turnbook")
	checkouttest.Git(t, repo, "commit", "--quiet", "--message", "agents")
	c := open(t, checkout.Options{})
	p := checkout.Place{Kind: checkout.Local, Repo: repo, Path: repo}
	clean := func(p checkout.Place, paths ...string) bool {
		t.Helper()
		ok, err := c.Clean(t.Context(), p, paths...)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !clean(p) || !clean(p, ".turnbook/agents", ".mux/agents") {
		t.Error("a fresh commit is not clean")
	}
	checkouttest.Write(t, repo, "sub/b.txt", "changed\n")
	if clean(p) || !clean(p, ".turnbook/agents") {
		t.Error("a change beside the paths")
	}
	p.Sub = "sub"
	if !clean(p, "*.txt") || clean(p, "b.txt") {
		t.Error("a path is a name below the sub-project, and no pattern")
	}
	p.Sub = ""
	checkouttest.Write(t, repo, ".turnbook/agents/ignored.md", "new\n")
	if clean(p, ".turnbook/agents") {
		t.Error("a file that git ignores is not committed")
	}
	_, err := c.Clean(t.Context(), p, "../x")
	errorOf[*checkout.PathError](t, err)
}

func TestABranchIsComparedWithItsRemoteCounterpart(t *testing.T) {
	upstream := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	repo := filepath.Join(t.TempDir(), "clone")
	checkouttest.Git(t, upstream, "clone", "--quiet", upstream, repo)
	checkouttest.Git(t, repo, "branch", "--no-track", "alone")
	c := open(t, checkout.Options{})
	p := checkout.Place{Kind: checkout.Local, Repo: repo, Path: repo}
	at := func(branch string, want bool) {
		t.Helper()
		if ok, err := c.AtRemoteTip(t.Context(), p, branch); ok != want || err != nil {
			t.Errorf("%s: %v, %v", branch, ok, err)
		}
	}
	at("main", true)
	at("alone", true)
	checkouttest.Write(t, upstream, "a.txt", "two\n")
	checkouttest.Commit(t, upstream, "second")
	at("main", true) // nobody fetched
	checkouttest.Git(t, repo, "fetch", "--quiet")
	at("main", false)
	checkouttest.Git(t, repo, "branch", "--unset-upstream", "main")
	at("main", false) // origin's branch of that name counts
	_, err := c.AtRemoteTip(t.Context(), p, "nowhere")
	errorOf[*checkout.BranchError](t, err)
}

func TestAProjectIsIdentifiedByAnyOfItsFolders(t *testing.T) {
	upstream := checkouttest.Repo(t, map[string]string{"services/api/a.txt": "one\n"})
	c := open(t, checkout.Options{})
	got, err := c.Identify(t.Context(), filepath.Join(upstream, "services/api"))
	if want := (checkout.Repo{Root: upstream, Default: "main", Sub: "services/api"}); got != want || err != nil {
		t.Errorf("%+v: %v", got, err)
	}
	checkouttest.Git(t, upstream, "branch", "--move", "trunk")
	repo := filepath.Join(t.TempDir(), "clone")
	checkouttest.Git(t, upstream, "clone", "--quiet", upstream, repo)
	checkouttest.Git(t, repo, "switch", "--quiet", "--create", "other")
	if got, err := c.Identify(t.Context(), repo); got.Default != "trunk" || got.Sub != "" || err != nil {
		t.Errorf("%+v: %v", got, err)
	}
	for _, path := range []string{"here", t.TempDir(), filepath.Join(repo, "nothing"), filepath.Join(repo, ".git")} {
		_, err := c.Identify(t.Context(), path)
		errorOf[*checkout.RepoError](t, err)
	}
}

func TestWorkspaceNames(t *testing.T) {
	for branch, want := range map[string]string{
		"feature/foo": "feature-foo", "feature-foo": "feature-foo", "Fix: Ünïcode!": "fix-n-code", "..": "workspace", "日本": "workspace",
		"a_b.c": "a_b-c", "-x-": "x", "C:x": "c-x",
	} {
		if got := checkout.WorkspaceName(branch); got != want {
			t.Errorf("%q: %q, want %q", branch, got, want)
		}
	}
}
