package checkout_test

import (
	"os"
	"path/filepath"
	"testing"

	"turnbook/agents/checkout"
	"turnbook/agents/checkout/checkouttest"
)

// distantPlace names a checkout on a server of the test's own, below a root there.
func distantPlace(t *testing.T, root string) (*checkouttest.SSHD, *checkout.Checkouts, checkout.Place) {
	t.Helper()
	sshd := checkouttest.StartSSHD(t)
	c := open(t, checkout.Options{SSH: sshd.Args, RemoteRoot: root})
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	return sshd, c, create(t, c, checkout.Place{Kind: checkout.SSH, Host: sshd.Host, Repo: repo, Branch: "feature/foo", Base: "main"})
}

func reach(t *testing.T, c *checkout.Checkouts, p checkout.Place, want bool) {
	t.Helper()
	ok, err := c.Reachable(t.Context(), p)
	if ok != want {
		t.Fatalf("reachable: %v, %v", ok, err)
	}
	if !want {
		errorOf[*checkout.UnreachableError](t, err)
	}
}

func provision(t *testing.T, c *checkout.Checkouts, p checkout.Place) {
	t.Helper()
	if err := c.Provision(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

func TestAHostIsLostAndFoundAgain(t *testing.T) {
	sshd, c, p := distantPlace(t, filepath.Join(t.TempDir(), "it's a"))
	reach(t, c, p, false) // nothing is there yet
	provision(t, c, p)
	provision(t, c, p)
	reach(t, c, p, true)
	sshd.Stop()
	reach(t, c, p, false)
	_, err := c.Branch(t.Context(), p)
	errorOf[*checkout.UnreachableError](t, err)
	_, err = c.Files(t.Context(), p)
	errorOf[*checkout.UnreachableError](t, err)
	errorOf[*checkout.UnreachableError](t, c.Provision(t.Context(), p))
	sshd.Start()
	reach(t, c, p, true)
	if b := branchOf(t, c, p); b != "feature/foo" {
		t.Errorf("branch %q", b)
	}
}

func TestARootBelowTheHomeFolder(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	below, err := os.MkdirTemp(home, ".turnbook-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(below) })
	_, c, p := distantPlace(t, filepath.Base(below))
	provision(t, c, p)
	provision(t, c, p)
	reach(t, c, p, true)
	if err := c.Remove(t.Context(), p); err != nil {
		t.Error(err)
	}
	reach(t, c, p, false)
}

func TestWorkOnAnotherHostOutlivesItsCheckout(t *testing.T) {
	_, c, p := distantPlace(t, filepath.Join(t.TempDir(), "root"))
	provision(t, c, p)
	work(t, c, p)
}

// work changes the checkout, and removes it when it has a commit of its own.
func work(t *testing.T, c *checkout.Checkouts, p checkout.Place) {
	files, err := c.Files(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	if err := files.WriteFile("b.txt", []byte("new\n")); err != nil {
		t.Fatal(err)
	}
	if ok, err := c.Clean(t.Context(), p, "a.txt"); !ok || err != nil {
		t.Errorf("a.txt is clean: %v, %v", ok, err)
	}
	if ok, err := c.Clean(t.Context(), p); ok || err != nil {
		t.Errorf("all is clean: %v, %v", ok, err)
	}
	if status, out := run(t, c, p, "git add . && git -c user.name=Ada -c user.email=a@example.org commit -qm work"); status != 0 {
		t.Fatalf("commit: %d %s", status, out)
	}
	if st, err := c.Status(t.Context(), p); err != nil || st.Ahead != 1 || st.Dirty != nil {
		t.Errorf("status %+v: %v", st, err)
	}
	left := errorOf[*checkout.LeftError](t, c.Remove(t.Context(), p))
	if left.Branch != "feature/foo" {
		t.Errorf("left %+v", left)
	}
	reach(t, c, p, false)
	provision(t, c, p)
	if st, err := c.Status(t.Context(), p); err != nil || st.Ahead != 1 {
		t.Errorf("the branch kept its commit: %+v, %v", st, err)
	}
}

func TestWhatWasNeverProvisionedIsRemovedQuietly(t *testing.T) {
	_, c, p := distantPlace(t, filepath.Join(t.TempDir(), "root"))
	if err := c.Remove(t.Context(), p); err != nil {
		t.Error(err)
	}
	if out := checkouttest.Git(t, p.Repo, "branch", "--list", p.Branch); out != "" {
		t.Errorf("a branch was made here: %s", out)
	}
}
