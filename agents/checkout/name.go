package checkout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// maxName is the longest name of a workspace, in bytes.
const maxName = 64

var unfit = regexp.MustCompile(`[^a-z0-9_-]+`)

// WorkspaceName is the name that a workspace has by its branch: a-z, 0-9, "_" and "-",
// at most 64 of them. Different branches can come to the same name, as feature/foo and
// feature-foo do: a name proves nothing about what is checked out.
func WorkspaceName(branch string) string {
	name := strings.Trim(unfit.ReplaceAllString(strings.ToLower(branch), "-"), "-_")
	if len(name) > maxName {
		name = strings.TrimRight(name[:maxName], "-_")
	}
	if name == "" {
		return "workspace"
	}
	return name
}

// CheckBranch asks git whether a text can name a branch; the error is a [*BranchError].
func (c *Checkouts) CheckBranch(ctx context.Context, branch string) error {
	if branch == "" || strings.HasPrefix(branch, "-") || branch == "HEAD" || strings.ContainsRune(branch, 0) {
		return &BranchError{Branch: branch}
	}
	_, err := c.run(ctx, here, "check-ref-format", "refs/heads/"+branch)
	if exited(err, 1) {
		return &BranchError{Branch: branch}
	}
	return err
}

// folderOf is the folder that a project's checkouts stand in. The digest keeps apart
// projects whose folders have the same name.
func folderOf(repo string) string {
	sum := sha256.Sum256([]byte(filepath.Clean(repo)))
	return WorkspaceName(filepath.Base(repo)) + "-" + hex.EncodeToString(sum[:4])
}

// named is the place with its path: below the root, on its host.
func (c *Checkouts) named(p Place) (Place, error) {
	name := p.Path
	if name == "" {
		name = path.Join(folderOf(p.Repo), WorkspaceName(p.Branch))
	}
	join, root := filepath.Join, c.o.Root
	if p.Kind == SSH {
		join, root = path.Join, path.Join(c.o.RemoteRoot, "workspaces")
	}
	if rest, ok := strings.CutPrefix(name, root+"/"); ok {
		name = rest
	}
	if err := checkName(name); err != nil || name == "." {
		return p, &PlaceError{"path", p.Path, "give a name below " + root}
	}
	p.Path = join(root, name)
	return p, nil
}
