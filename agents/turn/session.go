package turn

import (
	"time"

	"turnbook/agents"
	"turnbook/agents/handles"
	"turnbook/schemas"
	"turnbook/schemas/document"
)

// RouterLane is the lane of the classifier.
const RouterLane schemas.LaneID = "r"

// CompactLane is the lane of who sums up older talk.
const CompactLane schemas.LaneID = "c"

// Budgets of a turn.
const (
	MaxHops     = 3  // hand-backs a message may spend (authoring.md section 5)
	StepWorkers = 2  // step workers at work at once (section 6, path A)
	ModWorkers  = 2  // module workers at work at once, in a pool of their own
	MaxRounds   = 60 // model calls of one lane
	MaxAttempts = 3  // tries of one model call
	maxTalk     = 40 // messages of the session that a domain is shown where there is no budget

	RouterTime = 20 * time.Second  // for a classification
	ModelTime  = 120 * time.Second // for one model call
	LaneTime   = 300 * time.Second // for one target task (section 6, path A)
)

// A Session is the fold of one session's boundary.
type Session struct {
	Entity schemas.Entity
	Seq    uint64 // position of the last message folded; 0 for none
	User   schemas.UserID
	// Workspace is whose conversation it is; "" in authoring.
	Workspace schemas.WorkspaceID
	Bucket    string         // of the last message; "" before the first
	Pinned    schemas.Domain // "" for nobody
	Context   schemas.UIContext
	Turns     map[schemas.TurnID]Summary
	Running   *Turn   // nil while nobody runs
	Queue     []*Turn // requested and waiting, oldest first
	Talk      []agents.Message
	Earlier   Earlier                      // of the talk that Talk has no more
	Drafts    map[schemas.TaskID]*Draft    // unflushed step events by task
	Cards     map[schemas.CardID]*Card     // every card it ever raised
	Dropped   map[schemas.TurnID][]Dropped // step events that origin views dropped and nobody applied since

	order     []schemas.TaskID           // of Drafts, by first write
	Delegated handles.Turns              // of a workspace: whether a delegated turn is open, and who runs under what
	Outcomes  map[schemas.TurnID]Outcome // of a workspace: how its turns ended
	Endings   []schemas.TurnID           // of a workspace: its turns that ended, in order
	Told      map[string]schemas.TurnID  // of a workspace: the outcomes that its messages speak of
	LastPlan  string                     // of a workspace: the plan that its last turn proposed; "" once another agent had a turn
	Stopped   bool                       // of a workspace: a person stopped its last turn, and has not written since
	Nudges    int                        // of a workspace: messages in a row, since a person's, that asked it to wait

	answered *Card // answered in the decision under way
}

// A Summary is what a session keeps of every turn it ever had.
type Summary struct {
	Status schemas.TurnStatus
	Digest string // of the command, to tell a repetition from a conflict
}

// A Turn is a turn that has not ended.
type Turn struct {
	ID       schemas.TurnID
	Request  schemas.TurnRequested
	Hop      int
	Domain   schemas.Domain // "" while the router has it
	Declined []Decline
	Target   *schemas.TargetResolved // path B
	Agent    *schemas.AgentResolved  // of a workspace's turn; nil before
	Proposed string                  // the plan that a workspace's planner handed in
	Created  schemas.PlaybookID      // a playbook that the turn made; its canvas from then on
	Lanes    map[schemas.LaneID]*Lane
	Order    []schemas.LaneID // of Lanes, by first use
	Rows     map[schemas.RowID]schemas.RowChanged
	Ending   *schemas.BoundaryReached // how it will end, once nothing but the flush is left
	Plan     *Plan                    // of the flush; nil before
	Paused   bool                     // whether it waits for a card to be answered
	Tally    Tally

	Compaction *schemas.CompactionBegun // under way; nil for none
	overflowed bool                     // whether a context overflow has had talk summed up
	said       int                      // how many messages of the session's talk are its own

	rowOrder []schemas.RowID // of Rows, by first change

	events  int // how many it has had: ids are <turn>/<n>
	flushes int // how many plans it has made: ids are <turn>.flush.<n>
}

// A Decline is a domain's no.
type Decline struct {
	Domain schemas.Domain
	Reason string
}

// A Tally counts what a turn came to, in step events.
type Tally struct {
	Built    int // steps added
	Changed  int // steps changed otherwise
	Refused  int // writes refused: things left as they were
	Dropped  int // step events that the origin view dropped
	NotSaved int // step events that the flush could not land
	Reasons  []schemas.TargetReason
	Codes    []schemas.Code // of what was not saved
}

// A Draft is the unflushed step events of one task.
type Draft struct {
	Playbook schemas.PlaybookID // "" in the library
	Context  schemas.TaskContext
	Ops      []Op

	tree    *document.Steps // saved tree with the first applied ops over it
	treeSeq uint64          // position of the document that tree was cloned from
	applied int
}

// An Op is one unflushed step event.
type Op struct {
	ID    string // of the event
	Seq   uint64 // position of its message; 0 until it is appended
	Turn  schemas.TurnID
	Event schemas.StepEvent
}

// A Dropped is a step event that its origin view dropped. It is kept, and can be
// applied later.
type Dropped struct {
	Op
	Task     schemas.TaskID
	Playbook schemas.PlaybookID // "" in the library
	Reason   schemas.TargetReason
}

// A Lane is a conversation with a model: the turn's own, the router's, a
// sub-agent's.
type Lane struct {
	ID         schemas.LaneID
	Agent      string
	Call       schemas.CallID // the tool call that wants it; "" for the turn's own lanes
	Assignment schemas.Assignment
	Brief      string
	Status     LaneStatus
	Deadline   time.Time // zero for no limit
	Talk       []agents.Message
	Pending    *Pending // the model call that is out; nil for none
	Batch      []schemas.ToolRequest
	Without    []string     // tools that its agent's file took away when Batch was asked for
	Done       int          // how many of Batch have returned
	Tool       *PendingTool // the tool call that is out; nil for none
	Rounds     int
	Built      int
	Refused    int
	Why        string // the last refusal, in words
	Narration  string
	Failure    schemas.Code // of its last model call; "" where that was answered to the end

	minted int // ids are <turn>.<lane>.<n>
}

// A LaneStatus is where a lane stands.
type LaneStatus int

const (
	LaneWaiting LaneStatus = iota // for a place in its pool
	LaneAtWork
	LaneOver
)

// A Pending is a model call without an answer in the book.
type Pending struct {
	schemas.ModelCalled
	Event string // its id
}

// A PendingTool is a tool call without a result in the book.
type PendingTool struct {
	schemas.ToolCalled
	Event  string // its id
	Edited bool   // whether its document has answered, and it waits for its lanes
}

// A Plan is a flush under way.
type Plan struct {
	schemas.FlushPlanned
	Event   string   // its id
	Waiting []string // boundaries that have not answered, as in "playbook/p1"
}

// NewSession is a session of which nothing has happened.
func NewSession(e schemas.Entity) *Session {
	return &Session{Entity: e, Turns: make(map[schemas.TurnID]Summary), Drafts: make(map[schemas.TaskID]*Draft), Cards: make(map[schemas.CardID]*Card), Dropped: make(map[schemas.TurnID][]Dropped)}
}

// Opened says whether the session exists.
func (s *Session) Opened() bool { return s.User != "" }

// TurnID is the id of the turn that a command makes: it follows from session and
// idempotency key, so that a repeated command is found by the turn it made.
func TurnID(session schemas.SessionID, key string) schemas.TurnID {
	return schemas.DerivedID[schemas.TurnID]("t", string(session), key)
}

// Main is the lane of the agent that owns the turn; nil before the first dispatch.
func (t *Turn) Main() *Lane { return t.Lanes[schemas.MainLane] }

// lane finds a lane of the turn, or begins it.
func (t *Turn) lane(id schemas.LaneID) *Lane {
	l, ok := t.Lanes[id]
	if !ok {
		l = &Lane{ID: id, Status: LaneAtWork}
		t.Lanes[id] = l
		t.Order = append(t.Order, id)
	}
	return l
}

// canvasID is the playbook that the turn's canvas tools are about: the one it made, or
// the one on screen.
func (t *Turn) canvasID() schemas.PlaybookID {
	if t.Created != "" {
		return t.Created
	}
	id, _ := t.Request.UIContext.PlaybookID()
	return id
}

// declined are the domains that said no, in order.
func (t *Turn) declined() []schemas.Domain {
	var ds []schemas.Domain
	for _, d := range t.Declined {
		ds = append(ds, d.Domain)
	}
	return ds
}

// tree is a task's steps as this session sees them, and whether a step was saved.
// It belongs to the session and must not be changed but by folding.
func (s *Session) tree(task *document.Task, seq uint64) (*document.Steps, func(schemas.StepID) bool) {
	saved := func(id schemas.StepID) bool { _, ok := task.Steps.Step(id); return ok }
	d, ok := s.Drafts[task.ID]
	if !ok {
		return task.Steps, saved
	}
	if d.tree == nil || d.treeSeq != seq {
		d.tree, d.treeSeq, d.applied = task.Steps.Clone(), seq, 0
	}
	for ; d.applied < len(d.Ops); d.applied++ {
		// What no longer applies is left out here and refused, with its reason, by
		// the flush.
		_ = d.tree.Apply(d.Ops[d.applied].Event)
	}
	return d.tree, saved
}
