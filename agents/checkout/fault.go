package checkout

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// A PlaceError says which part of a place can't be, and what would be right.
type PlaceError struct{ Part, Value, Fix string }

func (e *PlaceError) Error() string {
	return fmt.Sprintf("the %s of the checkout (%q) can't be: %s", e.Part, e.Value, e.Fix)
}

// A BranchError says that a text names no branch, or a branch or commit that is not there.
type BranchError struct {
	Branch  string
	Missing bool
}

func (e *BranchError) Error() string {
	if e.Missing {
		return fmt.Sprintf("there is no branch or commit %q in the repository", e.Branch)
	}
	return fmt.Sprintf("%q can't name a branch: see git help check-ref-format", e.Branch)
}

// A TakenError says that the path or the branch is another checkout's.
type TakenError struct{ Branch, Path string }

func (e *TakenError) Error() string {
	return fmt.Sprintf("branch %q is checked out at %s; give the workspace a branch or name of its own", e.Branch, e.Path)
}

// A HeadError says that a checkout is on no branch that has a commit.
type HeadError struct {
	Path   string
	Unborn string // the branch that has no commit yet; "" where a commit is checked out without a branch
}

func (e *HeadError) Error() string {
	if e.Unborn != "" {
		return fmt.Sprintf("branch %q of %s has no commit yet", e.Unborn, e.Path)
	}
	return e.Path + " is on no branch: its HEAD is detached"
}

// A RepoError says that a folder can be no project.
type RepoError struct{ Path, Why string }

func (e *RepoError) Error() string {
	return fmt.Sprintf("%s is no project: %s", e.Path, e.Why)
}

// An UnreachableError says why a checkout can't be looked at: its host does not answer,
// or nothing is at its path there.
type UnreachableError struct {
	Host string // "" for this one
	Path string
	Why  string
}

func (e *UnreachableError) Error() string {
	at := e.Path
	if e.Host != "" {
		at = e.Host + ":" + at
	}
	return fmt.Sprintf("the checkout at %s can't be reached: %s", at, e.Why)
}

// A LeftError says that a checkout was removed, and its branch was kept.
type LeftError struct{ Branch, Why string }

func (e *LeftError) Error() string {
	return fmt.Sprintf("the checkout is removed; branch %q is kept: %s", e.Branch, e.Why)
}

// A PathError says that a name leads out of a checkout, or to where tools don't write.
type PathError struct{ Path, Why string }

func (e *PathError) Error() string { return fmt.Sprintf("%q: %s", e.Path, e.Why) }

// A GitError is a git command that failed, with what git said.
type GitError struct {
	Args   []string
	Host   string // "" for this one
	Stderr string
	Err    error
}

func (e *GitError) Error() string {
	where := ""
	if e.Host != "" {
		where = " on " + e.Host
	}
	return strings.TrimSuffix(fmt.Sprintf("git %s%s: %v: %s", strings.Join(e.Args, " "), where, e.Err, e.Stderr), ": ")
}

func (e *GitError) Unwrap() error { return e.Err }

// exited says whether a command ran and ended with a status.
func exited(err error, status int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == status
}
