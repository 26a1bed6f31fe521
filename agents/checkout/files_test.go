package checkout_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/fstest"

	"turnbook/agents/checkout"
	"turnbook/agents/checkout/checkouttest"
)

// onBothHosts runs a test on the files of this host's checkout and of one over ssh.
func onBothHosts(t *testing.T, test func(t *testing.T, dir string, files checkout.Files)) {
	for _, kind := range []checkout.Kind{checkout.Local, checkout.SSH} {
		t.Run(string(kind), func(t *testing.T) {
			repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n"})
			p, o := checkout.Place{Kind: kind, Repo: repo, Path: repo}, checkout.Options{}
			if kind == checkout.SSH {
				sshd := checkouttest.StartSSHD(t)
				p.Host, o.SSH = sshd.Host, sshd.Args
			}
			files, err := open(t, o).Files(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			defer files.Close()
			test(t, repo, files)
		})
	}
}

func TestFilesAreAFileSystem(t *testing.T) {
	onBothHosts(t, func(t *testing.T, _ string, files checkout.Files) {
		sub, err := fs.Sub(files, "sub")
		if err != nil {
			t.Fatal(err)
		}
		if err := fstest.TestFS(sub, "b.txt"); err != nil {
			t.Error(err)
		}
	})
}

func TestAFileIsWrittenWholeAndKeepsItsMode(t *testing.T) {
	onBothHosts(t, func(t *testing.T, dir string, files checkout.Files) {
		if err := os.Chmod(filepath.Join(dir, "a.txt"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("../a.txt", filepath.Join(dir, "sub/link")); err != nil {
			t.Fatal(err)
		}
		if err := files.MkdirAll("new/er"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"sub/link", "new/er/c.txt"} {
			if err := files.WriteFile(name, []byte("written\n")); err != nil {
				t.Fatal(err)
			}
			if text, err := files.ReadFile(name); err != nil || string(text) != "written\n" {
				t.Errorf("%s: %q, %v", name, text, err)
			}
		}
		info, err := os.Lstat(filepath.Join(dir, "a.txt"))
		if err != nil || info.Mode() != 0o755 {
			t.Errorf("mode %v: %v", info.Mode(), err)
		}
		if target, err := files.ReadLink("sub/link"); err != nil || target != "../a.txt" {
			t.Errorf("the link: %q, %v", target, err)
		}
		if entries, err := os.ReadDir(filepath.Join(dir, "new/er")); err != nil || len(entries) != 1 {
			t.Errorf("left beside it: %v, %v", entries, err)
		}
	})
}

func TestNoNameLeadsOut(t *testing.T) {
	onBothHosts(t, func(t *testing.T, dir string, files checkout.Files) {
		outside := t.TempDir()
		checkouttest.Write(t, outside, "secret", "secret\n")
		for name, target := range map[string]string{
			"out": outside, "file": filepath.Join(outside, "secret"), "up": "../..", "gitlink": ".git", "sub/deep": "../../" + filepath.Base(outside), "loop": "loop",
			"dangling": filepath.Join(outside, "nothing"),
		} {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{
			"out/secret", "file", "up", "up/x", "loop", "dangling", "/etc/passwd", "..", "../x", "sub/../../x", `sub\b.txt`, `..\x`, "C:x", "a\x00b", "", "sub//b.txt", "./a.txt",
		} {
			if text, err := files.ReadFile(name); err == nil {
				t.Errorf("%q was read: %q", name, text)
			}
			if err := files.WriteFile(name, []byte("x")); err == nil {
				t.Errorf("%q was written", name)
			}
		}
		for _, name := range []string{".git/hooks/x", "gitlink/hooks/x", ".GIT/x", ".git./x", "sub/.git", "GIT~1/x", "out/new", "dangling", "up/new"} {
			if err := files.WriteFile(name, []byte("x")); err == nil {
				t.Errorf("%q was written", name)
			}
			if err := files.MkdirAll(name); err == nil {
				t.Errorf("folder %q was made", name)
			}
		}
		if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
			t.Errorf("outside: %v, %v", entries, err)
		}
		errorOf[*checkout.PathError](t, files.WriteFile("gitlink/config", nil))
		_, err := files.ReadFile("nothing")
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that is not there: %v", err)
		}
	})
}

func TestAPipeHoldsNobody(t *testing.T) {
	onBothHosts(t, func(t *testing.T, dir string, files checkout.Files) {
		if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := files.ReadFile("pipe")
		errorOf[*checkout.PathError](t, err)
		errorOf[*checkout.PathError](t, files.WriteFile("pipe", nil))
		errorOf[*checkout.PathError](t, files.WriteFile("sub", nil))
	})
}

func TestFilesStartAtTheSubProject(t *testing.T) {
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n", "sub/b.txt": "two\n"})
	c := open(t, checkout.Options{})
	files, err := c.Files(t.Context(), checkout.Place{Kind: checkout.Local, Repo: repo, Path: repo, Sub: "sub"})
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	if text, err := files.ReadFile("b.txt"); err != nil || string(text) != "two\n" {
		t.Errorf("%q, %v", text, err)
	}
	_, err = c.Files(t.Context(), checkout.Place{Kind: checkout.Local, Repo: repo, Path: repo, Sub: "nothing"})
	errorOf[*checkout.UnreachableError](t, err)
}
