package web

import "context"

type gitStatus struct {
	Branch string    `json:"branch" doc:"what is checked out; empty for no branch"`
	Head   string    `json:"head" doc:"the commit; empty where there is none yet"`
	Ahead  int       `json:"ahead" doc:"commits that its base has not"`
	Dirty  []gitFile `json:"dirty" doc:"files that differ from the commit, at most 200"`
	More   int       `json:"more" doc:"how many more there are"`
}

type gitFile struct {
	State string `json:"state" doc:"git's two letters: of the index and of the folder"`
	Path  string `json:"path" doc:"below the checkout"`
}

func (r *rest) workspaceStatus(ctx context.Context, in *workspacePath, _ none) (gitStatus, error) {
	s, id, err := r.workspaceOf(in)
	if err != nil {
		return gitStatus{}, err
	}
	st, err := s.Status(ctx, r.o.Vendor, id)
	if err != nil {
		return gitStatus{}, err
	}
	out := gitStatus{Branch: st.Branch, Head: st.Head, Ahead: st.Ahead, Dirty: []gitFile{}, More: st.More}
	for _, d := range st.Dirty {
		out.Dirty = append(out.Dirty, gitFile{d.State, d.Path})
	}
	return out, nil
}
