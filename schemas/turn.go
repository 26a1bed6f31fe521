package schemas

// A Domain is an agent that can own a turn.
type Domain string

const (
	PlaybookEditor Domain = "playbook-editor"
	TaskBuilder    Domain = "task-builder"
	Guide          Domain = "guide"
)

// Router is who classifies; no domain, but where a hand-back points to.
const Router Domain = "router"

// Domains is the static list of known domains. Domains are not advertised
// conditionally; what must not be picked is handled by decider 2.
func Domains() []Domain { return []Domain{PlaybookEditor, TaskBuilder, Guide} }

// A TurnStatus is where a turn stands.
type TurnStatus string

const (
	TurnQueued         TurnStatus = "queued"
	TurnRunning        TurnStatus = "running"
	TurnAwaitingAnswer TurnStatus = "awaiting_answer"
	TurnCompleted      TurnStatus = "completed"
	TurnCancelled      TurnStatus = "cancelled"
	TurnFailed         TurnStatus = "failed"
)

// A StopReason says why a turn ended.
type StopReason string

const (
	StopEnd             StopReason = "end_turn"
	StopHopsExhausted   StopReason = "hops_exhausted"
	StopCancelled       StopReason = "cancelled"
	StopSuperseded      StopReason = "superseded"
	StopModelFailed     StopReason = "model_failed"
	StopRoundsExhausted StopReason = "rounds_exhausted"

	// Of a workspace's turns.
	StopCut             StopReason = "cut"              // behind a tool call, for a newer message
	StopPlanProposed    StopReason = "plan_proposed"    // its plan is the answer
	StopAgentUnresolved StopReason = "agent_unresolved" // the agent that was named is not to be had
)

// TurnRequested records that a message came in and what was on screen. It is a
// recorded input: everything until the first model call follows from it.
type TurnRequested struct {
	Text      string    `json:"text" words:"user" jsonschema:"what the user wrote"`
	UIContext UIContext `json:"ui_context" jsonschema:"what the view, or the session without one, showed at that moment"`
	View      ViewID    `json:"view_id,omitempty" jsonschema:"the origin view: its stores decide what is flushed"`
	Key       string    `json:"idempotency_key" jsonschema:"the command's key; the turn id is made of session and key"`
	Digest    string    `json:"digest" jsonschema:"SHA-256 over the canonical command, to tell a repetition from a conflict"`
	Queue     bool      `json:"queue,omitempty" jsonschema:"whether the caller chose to wait behind a running turn"`
	MessageID string    `json:"message_id,omitempty" jsonschema:"the caller's own name of the message, by which it knows it again; absent for none"`
	Budget    int       `json:"context_tokens,omitempty" jsonschema:"about how many tokens of conversation and canvas a model may be shown before older talk is summed up; absent for no such limit"`
	SentAt    SentAt    `json:"sent_at,omitempty" jsonschema:"when the client sent it by its own clock, RFC 3339; absent where it did not say"`
	Basis     Basis     `json:"basis,omitempty" jsonschema:"document positions that the decision read"`

	Delegation *Delegation `json:"delegation,omitempty" jsonschema:"in a workspace's session: under which agent the turn runs, and for whom; absent in authoring"`
}

func (TurnRequested) EventType() string { return "turn.requested" }

// TurnStarted records that a turn left the queue and runs.
type TurnStarted struct{}

func (TurnStarted) EventType() string { return "turn.started" }

// BucketComputed records decider 1: the location bucket of this message, against
// that of the session's last one.
type BucketComputed struct {
	Bucket   string `json:"bucket" jsonschema:"location, with +builder when a builder is open"`
	Previous string `json:"previous,omitempty" jsonschema:"the session's last bucket"`
	Ladder   Ladder `json:"ladder" jsonschema:"the rungs; the outcome is unpin, keep or classify"`
}

func (BucketComputed) EventType() string { return "turn.bucket-computed" }

// DomainUnpinned records that the session's pinned domain was let go.
type DomainUnpinned struct {
	Domain Domain `json:"domain" jsonschema:"who was pinned"`
	Reason string `json:"reason" jsonschema:"bucket_changed or handed_back"`
}

func (DomainUnpinned) EventType() string { return "turn.domain-unpinned" }

// TurnClassified records the router's pick as it was understood. The ladder holds
// the checks that an answer must pass to be usable.
type TurnClassified struct {
	Hop      int    `json:"hop" jsonschema:"0 for the first dispatch of the message"`
	Pick     Domain `json:"pick" jsonschema:"the router's pick, or the fallback where its answer was unusable"`
	Fallback bool   `json:"fallback,omitempty" jsonschema:"whether the pick is the fallback"`
	Ladder   Ladder `json:"ladder" jsonschema:"rungs: answered, well_formed, known, not_declined"`
}

func (TurnClassified) EventType() string { return "turn.classified" }

// RedirectConsidered records decider 2, applied or not.
type RedirectConsidered struct {
	Pick   Domain `json:"pick" jsonschema:"who was picked"`
	Domain Domain `json:"domain" jsonschema:"who gets the turn"`
	Ladder Ladder `json:"ladder" jsonschema:"all three verdicts, whatever came of them"`
}

func (RedirectConsidered) EventType() string { return "turn.redirect-considered" }

// DomainDispatched records who owns the turn from here on.
type DomainDispatched struct {
	Domain Domain `json:"domain" jsonschema:"who takes the turn"`
	Hop    int    `json:"hop" jsonschema:"0 for the first dispatch of the message; 3 is the last"`
	By     string `json:"by" jsonschema:"pin, router, fallback or redirect"`
}

func (DomainDispatched) EventType() string { return "turn.domain-dispatched" }

// DomainPinned records that the next message of this session goes to the same
// domain without a classification, as long as its bucket is the same.
type DomainPinned struct {
	Domain Domain `json:"domain" jsonschema:"who is pinned"`
}

func (DomainPinned) EventType() string { return "turn.domain-pinned" }

// TurnHandedBack records that a domain declined the turn: the active domain is the
// router and the hand-off context is cleared, in one fact, since a turn with one
// and not the other is stranded.
type TurnHandedBack struct {
	Domain         Domain   `json:"domain" jsonschema:"who declined"`
	Reason         string   `json:"reason" words:"model" jsonschema:"why, in the domain's words"`
	ActiveDomain   Domain   `json:"active_domain" jsonschema:"always router"`
	HandoffContext *string  `json:"handoff_context" jsonschema:"always null"`
	Declined       []Domain `json:"declined" jsonschema:"all who declined this message, in order"`
	Hop            int      `json:"hop" jsonschema:"the hop that was spent"`
}

func (TurnHandedBack) EventType() string { return "turn.handed-back" }

// A Surface is where the open task lives, as far as authoring is concerned.
type Surface string

const (
	SurfaceDraftPlaybook Surface = "DRAFT_PLAYBOOK"
	SurfaceLibraryModule Surface = "LIBRARY_MODULE"
	SurfaceLibraryTask   Surface = "LIBRARY_TASK"
	SurfaceUnsupported   Surface = "UNSUPPORTED_SURFACE"
)

// TargetResolved records the target ladder of path B.
type TargetResolved struct {
	Task       TaskID      `json:"task_id,omitempty" jsonschema:"the bound task; absent where none was resolved"`
	Module     ModuleID    `json:"module_id,omitempty" jsonschema:"the module that holds it"`
	Playbook   PlaybookID  `json:"playbook_id,omitempty" jsonschema:"the playbook it is in; absent in the library"`
	Context    TaskContext `json:"context,omitempty" jsonschema:"the task's context"`
	Surface    Surface     `json:"surface,omitempty" jsonschema:"where it lives"`
	ViewedFrom string      `json:"viewed_from,omitempty" jsonschema:"playbook or library, minted from the target and never from the payload"`
	Ladder     Ladder      `json:"ladder" jsonschema:"rungs up to the first that failed; outcome OK or a code"`
}

func (TargetResolved) EventType() string { return "turn.target-resolved" }

// OK says whether the target may be written.
func (t TargetResolved) OK() bool { return t.Ladder.Outcome == OutcomeOK }

// OutcomeOK is the outcome of a ladder that lets pass.
const OutcomeOK = "OK"

func (ModelCalled) EventType() string { return "turn.model-called" }

func (ModelAnswered) EventType() string { return "turn.model-answered" }

func (ModelFailed) EventType() string { return "turn.model-failed" }

func (ToolCalled) EventType() string { return "turn.tool-called" }

func (ToolReturned) EventType() string { return "turn.tool-returned" }

func (DocumentEdited) EventType() string { return "turn.document-edited" }

func (MessageWritten) EventType() string { return "turn.message-written" }

func (LaneQueued) EventType() string { return "turn.lane-queued" }

func (LaneStarted) EventType() string { return "turn.lane-started" }

func (LaneEnded) EventType() string { return "turn.lane-ended" }

func (DeadlinePassed) EventType() string { return "turn.deadline-passed" }

func (RowChanged) EventType() string { return "turn.row-changed" }

func (ProgressTitled) EventType() string { return "turn.progress-titled" }

func (RepliesSuggested) EventType() string { return "turn.replies-suggested" }

func (Narrated) EventType() string { return "turn.narrated" }

func (FlushPlanned) EventType() string { return "turn.flush-planned" }

func (FlushApplied) EventType() string { return "turn.flush-applied" }

func (FlushRefused) EventType() string { return "turn.flush-refused" }

func (BoundaryReached) EventType() string { return "turn.boundary-reached" }

func (InterruptRaised) EventType() string { return "turn.interrupt-raised" }

func (InterruptAnswered) EventType() string { return "turn.interrupt-answered" }

func (InterruptStale) EventType() string { return "turn.interrupt-stale" }

func (InterruptSuperseded) EventType() string { return "turn.interrupt-superseded" }

// CancelRequested records that somebody stopped the turn. What was written stays.
// It is a recorded input.
type CancelRequested struct {
	Reason string `json:"reason,omitempty" words:"user" jsonschema:"why, if told"`
	SentAt SentAt `json:"sent_at,omitempty" jsonschema:"when the client sent it by its own clock, RFC 3339; absent where it did not say"`
	Basis  Basis  `json:"basis,omitempty" jsonschema:"document positions that the decision on it read"`
}

func (CancelRequested) EventType() string { return "turn.cancel-requested" }

// TurnEnded records the end of a turn. A turn has exactly one.
type TurnEnded struct {
	Status  TurnStatus `json:"status" jsonschema:"completed, cancelled or failed"`
	Stop    StopReason `json:"stop_reason" jsonschema:"why it ended"`
	Hops    int        `json:"hops" jsonschema:"hops spent"`
	Closing string     `json:"closing,omitempty" words:"model" jsonschema:"the closing line: what was built, left unchanged, dropped"`
}

func (TurnEnded) EventType() string { return "turn.ended" }
