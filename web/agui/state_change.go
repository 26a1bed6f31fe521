package agui

import (
	"strconv"
	"strings"

	"turnbook/schemas"
)

// tracked is a state that writes down how it changes.
type tracked struct {
	State
	ops []Op
}

func newState(session schemas.SessionID, turn schemas.TurnID, status schemas.TurnStatus) *tracked {
	return &tracked{State: State{
		Session: session, Turn: turn, Status: status,
		Rows: []Row{}, Cards: []Card{}, Replies: []string{}, Tasks: map[schemas.TaskID]*Task{},
	}}
}

// snapshot is the whole state.
func (s *tracked) snapshot() StateSnapshot { return StateSnapshot{raw(s.State)} }

// delta is what changed since it was last asked, as an event; none where nothing did.
func (s *tracked) delta() []Event {
	if len(s.ops) == 0 {
		return nil
	}
	ops := s.ops
	s.ops = nil
	return []Event{StateDelta{ops}}
}

func (s *tracked) op(op string, v any, path ...string) {
	s.ops = append(s.ops, operation(op, v, path...))
}

// operation is one operation; its value is absent where v is nil.
func operation(op string, v any, path ...string) Op {
	o := Op{Op: op}
	for _, token := range path {
		o.Path += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
	}
	if v != nil {
		o.Value = raw(v)
	}
	return o
}

// change sets a member of the state, if it is news.
func change[T comparable](s *tracked, name string, member *T, v T) {
	if *member != v {
		*member = v
		s.op("replace", v, name)
	}
}

// row sets a line of progress and says whether it is a new one.
func (s *tracked) row(row Row) (was Row, fresh bool) {
	for i, old := range s.Rows {
		if old.ID == row.ID {
			if !old.Status.Final() { // what is final stays, whatever comes late
				s.Rows[i] = row
				s.op("replace", row, "rows", strconv.Itoa(i))
			}
			return old, false
		}
	}
	s.Rows = append(s.Rows, row)
	s.op("add", row, "rows", "-")
	return Row{}, true
}

// raise adds a card; settle takes it away.
func (s *tracked) raise(c Card) {
	s.Cards = append(s.Cards, c)
	s.op("add", c, "cards", "-")
}

func (s *tracked) settle(id schemas.CardID) {
	for i, c := range s.Cards {
		if c.ID == id {
			s.Cards = append(s.Cards[:i:i], s.Cards[i+1:]...)
			s.op("remove", nil, "cards", strconv.Itoa(i))
			return
		}
	}
}

func (s *tracked) replies(list []string) {
	s.Replies = list
	s.op("replace", list, "replies")
}

// changed notes what happened to a step of a task.
func (s *tracked) changed(about schemas.Subject, c Change) {
	task := string(about.Task)
	t, ok := s.Tasks[about.Task]
	if !ok {
		t = &Task{Playbook: about.Playbook, Changes: []Change{c}}
		s.Tasks[about.Task] = t
		s.op("add", t, "tasks", task)
		return
	}
	for i, old := range t.Changes {
		if old.Step == c.Step {
			t.Changes[i] = c.over(old)
			s.op("replace", t.Changes[i], "tasks", task, "changes", strconv.Itoa(i))
			return
		}
	}
	t.Changes = append(t.Changes, c)
	s.op("add", c, "tasks", task, "changes", "-")
}

// over keeps what an earlier change told of the step. What the turn added stays added
// until it is removed.
func (c Change) over(old Change) Change {
	if c.Kind == "" {
		c.Kind = old.Kind
	}
	if c.Title == "" {
		c.Title = old.Title
	}
	if old.Change == "added" && c.Change != "removed" {
		c.Change = "added"
	}
	return c
}
