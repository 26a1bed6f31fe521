package checkout

import (
	"context"
	"errors"
	"strconv"
	"strings"
)

// maxDirty is the most files that a status lists.
const maxDirty = 200

// A Status is what a page shows of a checkout.
type Status struct {
	Branch string  // "" where none is checked out
	Head   string  // the commit; "" where there is none yet
	Ahead  int     // commits that the base has not; 0 where the base is not known
	Dirty  []Dirty // files that differ from the commit, at most 200
	More   int     // how many more there are
}

// A Dirty file differs from the commit.
type Dirty struct {
	State string // git's two letters: the index's and the folder's, as in "M " or "??"
	Path  string // below the checkout
}

// Status looks at a checkout.
func (c *Checkouts) Status(ctx context.Context, p Place) (Status, error) {
	var st Status
	branch, err := c.Branch(ctx, p)
	if none := (*HeadError)(nil); errors.As(err, &none) {
		branch, err = none.Unborn, nil
	}
	if err != nil {
		return st, err
	}
	st.Branch = branch
	if st.Head, err = c.commit(ctx, p.inTree(), "HEAD"); err != nil && !isMissing(err) {
		return st, err
	}
	if st.Ahead, err = c.ahead(ctx, p, "HEAD"); err != nil {
		return st, err
	}
	out, err := c.run(ctx, p.inTree(), "status", "--porcelain", "-z", "--no-renames")
	st.list(out)
	return st, err
}

func (s *Status) list(out string) {
	for line := range strings.SplitSeq(out, "\x00") {
		switch {
		case len(line) < 4:
		case len(s.Dirty) == maxDirty:
			s.More++
		default:
			s.Dirty = append(s.Dirty, Dirty{State: line[:2], Path: line[3:]})
		}
	}
}

// ahead counts the commits of a revision that the place's base has not; 0 where either
// is not known.
func (c *Checkouts) ahead(ctx context.Context, p Place, rev string) (int, error) {
	base, err := c.measure(ctx, p.inTree(), p)
	if isMissing(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	out, err := c.run(ctx, p.inTree(), "rev-list", "--count", "--end-of-options", base+".."+rev)
	if exited(err, 128) {
		return 0, nil // an unborn branch
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(out)
}

// measure is the commit that the place's branch is measured by, in one of its
// repositories: on another host, what was the base when the checkout was made.
func (c *Checkouts) measure(ctx context.Context, s seat, p Place) (string, error) {
	switch {
	case p.Kind == SSH:
		return c.commit(ctx, s, baseRef(p.Branch))
	case p.Base == "":
		return "", &BranchError{Missing: true}
	}
	return c.base(ctx, p)
}

func isMissing(err error) bool {
	var missing *BranchError
	return errors.As(err, &missing) && missing.Missing
}
