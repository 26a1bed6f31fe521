package workspaces

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"turnbook/agents/filetools"
	"turnbook/agents/handles"
	"turnbook/agents/launch"
	"turnbook/schemas"
)

// An Awaited is what task_await says of one id.
type Awaited struct {
	ID         string              `json:"task_id"`
	Status     string              `json:"status"` // a handle's, or not_found, invalid_scope, backgrounded
	Kind       schemas.HandleKind  `json:"handle_kind,omitempty"`
	Handle     schemas.HandleID    `json:"handle_id,omitempty"`
	Workspace  schemas.WorkspaceID `json:"workspace_id,omitempty"`
	Title      string              `json:"title,omitempty"`
	Report     string              `json:"report_markdown,omitempty"`
	Error      string              `json:"error,omitempty"`
	Code       schemas.Code        `json:"code,omitempty"`
	Note       string              `json:"note,omitempty"`
	Output     string              `json:"output,omitempty"` // of a background command
	Generation int                 `json:"generation,omitempty"`
}

// Await waits for delegated work of an owner. It returns when enough of it has ended, the
// time is up, cut is closed (a message took the waiting turn's place; nil for none), or ctx
// ends. What it returns as ended needs no wake any more, where the owner itself asked.
// as is the delegated turn that waits, "" for none: while it does, it holds no slot.
func (s *Service) Await(ctx context.Context, at place, as schemas.HandleID, a launch.Await, cut <-chan struct{}) ([]Awaited, error) {
	ids := a.IDs
	if ids == nil {
		open, err := s.awaitable(ctx, at)
		if err != nil {
			return nil, err
		}
		ids = open
	}
	defer s.wait(as)()
	defer s.expect(ctx, at, ids)()
	var out <-chan time.Time
	if a.Timeout > 0 {
		timer := time.NewTimer(a.Timeout)
		defer timer.Stop()
		out = timer.C
	}
	for {
		changes := s.book.changes()
		rows, ended, err := s.look(ctx, at, ids, a)
		if err != nil {
			return nil, err
		}
		if a.Timeout == 0 || ended >= min(a.MinCompleted, len(ids)) {
			return rows, s.consume(ctx, at, rows)
		}
		select {
		case <-changes:
		case <-out:
			a.Timeout = 0
		case <-cut:
			a.Timeout, cut = 0, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// awaitable is all of an owner's delegated work that is at work.
func (s *Service) awaitable(ctx context.Context, at place) ([]string, error) {
	mine, err := s.owned(ctx, at)
	ids := []string{}
	for _, h := range mine {
		if h.Active() {
			ids = append(ids, h.PublicID())
		}
	}
	for _, b := range s.commands(at) {
		if b.Running {
			ids = append(ids, b.ID)
		}
	}
	return ids, err
}

// look says where each id stands, and how many have come to an end, or never will.
func (s *Service) look(ctx context.Context, at place, ids []string, a launch.Await) (rows []Awaited, ended int, err error) {
	for _, id := range ids {
		row, over, err := s.lookAt(ctx, at, id, a)
		if err != nil {
			return nil, 0, err
		}
		rows = append(rows, row)
		if over {
			ended++
		}
	}
	return rows, ended, nil
}

func (s *Service) lookAt(ctx context.Context, at place, id string, a launch.Await) (Awaited, bool, error) {
	if strings.HasPrefix(id, "bash:") {
		row := s.lookAtShell(at, id, a)
		return row, row.Status != "backgrounded", nil
	}
	h, mine, err := s.find(ctx, at, id)
	switch {
	case err != nil:
		return Awaited{}, false, err
	case h == nil && strings.HasPrefix(id, "wst_"), h != nil && !mine:
		return Awaited{ID: id, Status: "invalid_scope", Note: "it is not delegated by this workspace, or by an agent below it"}, true, nil
	case h == nil:
		return Awaited{ID: id, Status: "not_found", Note: "there is no delegated work of this id; task_list names what there is"}, true, nil
	}
	return rowOf(h), h.Ended(), nil
}

func rowOf(h *handles.Handle) Awaited {
	row := Awaited{
		ID: h.PublicID(), Status: string(h.Status), Kind: h.Launched.Kind, Handle: h.ID, Workspace: h.Launched.Workspace,
		Title: h.Launched.Title, Generation: h.Generation(),
	}
	if !h.Ended() {
		return row
	}
	row.Report, row.Error, row.Code = h.Outcome.Report, h.Outcome.Error, h.Outcome.Code
	switch h.Status {
	case schemas.HandleCompleted:
		row.Note = "The report is kept: await it again to read it again."
	case schemas.HandleInterrupted:
		row.Note = "The workspace is preserved, with all that was done in it."
	}
	return row
}

// find is the delegated turn of an id, and whether it is this workspace's, or an agent's
// below it. A sub-agent is known by its workspace.
func (s *Service) find(ctx context.Context, at place, id string) (h *handles.Handle, mine bool, err error) {
	hs, err := s.Handles(ctx, at.vendor)
	if err != nil {
		return nil, false, err
	}
	for _, x := range slices.Backward(hs) {
		if string(x.ID) == id || x.PublicID() == id {
			h = x
			break
		}
	}
	if h == nil {
		return nil, false, nil
	}
	mine, err = s.above(ctx, at, h.Launched.Owner)
	return h, mine, err
}

// above says whether a workspace is another, or an agent's above it.
func (s *Service) above(ctx context.Context, at place, id schemas.WorkspaceID) (bool, error) {
	if at.id == id {
		return true, nil
	}
	w, err := s.Workspace(ctx, at.vendor, id)
	if err != nil {
		return false, err
	}
	up, err := s.ancestors(ctx, at.vendor, w)
	return slices.Contains(up, at.id), err
}

// consume notes that an owner has what it was handed.
func (s *Service) consume(ctx context.Context, at place, rows []Awaited) error {
	for _, r := range rows {
		if r.Generation == 0 || schemas.HandleStatus(r.Status).Active() {
			continue
		}
		if _, err := s.decide(ctx, at.vendor, r.Handle, handles.Awaited{By: at.id, Generation: r.Generation}); err != nil {
			return fmt.Errorf("note that %s was read: %w", r.ID, err)
		}
	}
	return nil
}

func (s *Service) lookAtShell(at place, id string, a launch.Await) Awaited {
	all := s.commands(at)
	i := slices.IndexFunc(all, func(b filetools.Background) bool { return b.ID == id })
	if i < 0 {
		return Awaited{ID: id, Status: "not_found", Note: "it ended with the program, or never was"}
	}
	row := Awaited{ID: id, Status: "backgrounded", Title: all[i].Command, Output: filtered(tailOf(all[i].Output), a)}
	if !all[i].Running {
		row.Status, row.Note = "completed", fmt.Sprintf("it ended with status %d", all[i].Status)
	}
	return row
}

// filtered keeps the lines of an output that are asked for.
func filtered(text string, a launch.Await) string {
	if a.Filter == "" {
		return text
	}
	re, err := regexp.Compile(a.Filter)
	if err != nil {
		return text // it was checked when the arguments were read
	}
	var kept []string
	for line := range strings.Lines(text) {
		if re.MatchString(strings.TrimRight(line, "\n")) != a.FilterExclude {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// wait marks a delegated turn as one that waits, until the function is called.
func (s *Service) wait(as schemas.HandleID) (done func()) {
	if as == "" {
		return func() {}
	}
	s.mu.Lock()
	s.waits[as]++
	s.mu.Unlock()
	s.aside(func(ctx context.Context) { s.freed(ctx, as) })
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.waits[as]--; s.waits[as] == 0 {
			delete(s.waits, as)
		}
	}
}

// freed gives the slot of a turn that waits to who waits for one.
func (s *Service) freed(ctx context.Context, _ schemas.HandleID) {
	for _, v := range s.book.vendors() {
		s.report("slots", place{vendor: v}, s.startQueued(ctx, v))
	}
}

func (s *Service) waiting(h schemas.HandleID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waits[h] > 0
}

// expect marks delegated turns as waited for by their owner, until the function is
// called: an end that comes meanwhile is handed over, and nobody is woken for it.
func (s *Service) expect(ctx context.Context, at place, ids []string) (done func()) {
	var marked []awaitedTurn
	for _, id := range ids {
		if h, _, err := s.find(ctx, at, id); err == nil && h != nil && h.Launched.Owner == at.id {
			marked = append(marked, awaitedTurn{at.vendor, h.ID})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range marked {
		s.expected[m]++
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, m := range marked {
			if s.expected[m]--; s.expected[m] == 0 {
				delete(s.expected, m)
			}
		}
	}
}

// awaited says whether a delegated turn's owner waits for it at this moment.
func (s *Service) awaited(v schemas.VendorID, h schemas.HandleID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.expected[awaitedTurn{v, h}] > 0
}

// AwaitFor is [Service.Await] for a person or a program that asks in an owner's name.
func (s *Service) AwaitFor(ctx context.Context, v schemas.VendorID, owner schemas.WorkspaceID, a launch.Await) ([]Awaited, error) {
	if _, err := s.Workspace(ctx, v, owner); err != nil {
		return nil, err
	}
	return s.Await(ctx, place{v, owner}, "", a, nil)
}
