package checkout

import (
	"net"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A Kind says how a checkout is made and reached. The list is closed.
type Kind string

const (
	Local    Kind = "local"    // the project's own folder
	Worktree Kind = "worktree" // a git worktree on this host
	SSH      Kind = "ssh"      // a git worktree on another host
)

// A Place is where a checkout is. Create fills in what it names.
type Place struct {
	Kind   Kind   `json:"kind"`
	Host   string `json:"host,omitempty"` // [user@]host[:port], as ssh knows it; SSH only
	Repo   string `json:"repo"`           // the project's repository, on this host
	Path   string `json:"path,omitempty"` // of the checkout, on its host; "" or a name below the root lets Create name it
	Branch string `json:"branch,omitempty"`
	Base   string `json:"base,omitempty"` // what a new branch begins at, and is measured by
	Sub    string `json:"sub,omitempty"`  // the folder of a sub-project, with slashes; "" for the whole
}

// Dir is the folder that work happens in, on the place's host.
func (p Place) Dir() string {
	if p.Kind == SSH {
		return path.Join(p.Path, p.Sub)
	}
	return filepath.Join(p.Path, filepath.FromSlash(p.Sub))
}

// within is a name below the place's Dir as one below its Path.
func (p Place) within(name string) string { return path.Join(p.Sub, name) }

// check says what is wrong with a place, before any of it becomes an argument.
func (p Place) check() error {
	switch {
	case p.Kind != Local && p.Kind != Worktree && p.Kind != SSH:
		return &PlaceError{"kind", string(p.Kind), "give local, worktree or ssh"}
	case p.Kind == SSH && !validHost(p.Host):
		return &PlaceError{"host", p.Host, "give [user@]host[:port]"}
	case p.Kind != SSH && p.Host != "":
		return &PlaceError{"host", p.Host, "only a checkout over ssh has a host"}
	case !filepath.IsAbs(p.Repo):
		return &PlaceError{"repository", p.Repo, "give the absolute path of a repository on this host"}
	case strings.ContainsRune(p.Path, 0):
		return &PlaceError{"path", p.Path, "it has a NUL in it"}
	case p.Sub != "" && checkName(p.Sub) != nil:
		return &PlaceError{"sub-project", p.Sub, "give a folder below the repository's root, with slashes"}
	}
	return nil
}

// checkMade is check for a place that Create has named.
func (p Place) checkMade() error {
	if err := p.check(); err != nil {
		return err
	}
	if p.Path == "" || p.Kind != SSH && !filepath.IsAbs(p.Path) {
		return &PlaceError{"path", p.Path, "create the checkout first; that names its path"}
	}
	return nil
}

// hostSyntax can't begin with a dash, so that no host is taken for an option.
var hostSyntax = regexp.MustCompile(`^([A-Za-z0-9_][A-Za-z0-9_.-]*@)?([A-Za-z0-9_][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:]+\])(:[0-9]+)?$`)

func validHost(host string) bool {
	if !hostSyntax.MatchString(host) {
		return false
	}
	_, port := splitHost(host)
	n, err := strconv.Atoi(port)
	return port == "" || err == nil && n > 0 && n < 1<<16
}

// splitHost takes the port off a host, and the brackets off an address.
func splitHost(host string) (name, port string) {
	user, at, found := strings.Cut(host, "@")
	if !found {
		user, at = "", host
	}
	if h, p, err := net.SplitHostPort(at); err == nil {
		at, port = h, p
	}
	at = strings.Trim(at, "[]")
	if found {
		at = user + "@" + at
	}
	return at, port
}
