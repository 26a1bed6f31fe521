package schemas

// A HandleKind says what is delegated. The list is closed.
type HandleKind string

const (
	WorkspaceTurn HandleKind = "workspace_turn" // one turn in a workspace of its own standing
	AgentTask     HandleKind = "agent_task"     // a sub-agent, in a child workspace
)

// A HandleStatus is where a delegated turn stands. The last three are its ends.
type HandleStatus string

const (
	HandleQueued      HandleStatus = "queued"
	HandleRunning     HandleStatus = "running"
	HandleCompleted   HandleStatus = "completed"
	HandleInterrupted HandleStatus = "interrupted"
	HandleError       HandleStatus = "error"
)

// Active says whether a delegated turn has not come to an end.
func (s HandleStatus) Active() bool { return s == HandleQueued || s == HandleRunning }

// An AttentionPolicy says whether an owner is woken when a delegated turn has settled.
// The list is closed.
type AttentionPolicy string

const (
	BlockingUntilTerminal AttentionPolicy = "blocking_until_terminal" // the owner waits for it
	NotifyOnTerminal      AttentionPolicy = "notify_on_terminal"      // the owner is woken
	Unattended            AttentionPolicy = "unattended"              // nobody waits and nobody is woken: no turn of the owner asked for it
)

// A Dispatch says when a message behind a running turn is taken up.
type Dispatch string

const (
	AtToolEnd Dispatch = "tool-end" // the running turn is cut behind its next tool call
	AtTurnEnd Dispatch = "turn-end"
)

// A DefinitionRef is one agent file, exactly.
type DefinitionRef struct {
	Agent  AgentID `json:"agent_id" jsonschema:"the id"`
	Scope  string  `json:"scope" jsonschema:"project, global or built-in"`
	Source string  `json:"source" jsonschema:"the file"`
	Digest string  `json:"digest" jsonschema:"SHA-256 of its bytes, in hex"`
}

// A Pin is the definition that a launch was validated with: the file that won, and all
// that it builds on. A turn that is pinned runs under that and under nothing else.
type Pin struct {
	DefinitionRef
	Chain []DefinitionRef `json:"chain,omitempty" jsonschema:"its bases, from the nearest on"`
}

// HandleCreated records a delegated turn before anything of it runs. Who it is and whose
// never changes.
type HandleCreated struct {
	Kind             HandleKind      `json:"kind" jsonschema:"workspace_turn or agent_task"`
	Mode             string          `json:"mode" jsonschema:"new or existing"`
	Owner            WorkspaceID     `json:"owner_workspace_id" jsonschema:"who asked, and gets the outcome"`
	Workspace        WorkspaceID     `json:"workspace_id" jsonschema:"where it runs"`
	Turn             TurnID          `json:"turn_id" jsonschema:"the turn, in the session of that workspace"`
	Status           HandleStatus    `json:"status" jsonschema:"queued or running"`
	CreatedWorkspace bool            `json:"created_workspace,omitempty" jsonschema:"whether the workspace was made for it: what makes it the owner's, for good"`
	Disposable       bool            `json:"disposable,omitempty" jsonschema:"whether the workspace goes when it has settled"`
	Title            string          `json:"title" words:"model" jsonschema:"what people read"`
	Prompt           string          `json:"prompt" words:"model" jsonschema:"the message of the turn"`
	Asked            AgentID         `json:"asked_agent_id,omitempty" jsonschema:"the agent that was named; absent for none"`
	Agent            AgentID         `json:"agent_id" jsonschema:"the agent that it runs under"`
	Strict           bool            `json:"strict,omitempty" jsonschema:"whether it runs under the pinned definition or fails"`
	SkipPersistence  bool            `json:"skip_persistence,omitempty" jsonschema:"whether the workspace's saved agent stays as it was"`
	Pin              *Pin            `json:"pin,omitempty" jsonschema:"the definition that the launch was validated with; absent where no agent was named"`
	Validated        string          `json:"validated,omitempty" jsonschema:"in which checkout: target or owner; absent where no agent was named"`
	Ladders          []Ladder        `json:"ladders,omitempty" jsonschema:"all that was checked: eligibility, vouching, reachability"`
	Model            Setting         `json:"model" jsonschema:"the model, and which tier gave it"`
	Thinking         Setting         `json:"thinking" jsonschema:"the level of thinking, and which tier gave it"`
	Attention        AttentionPolicy `json:"attention_policy,omitempty" jsonschema:"absent where the launch failed already and its caller was told"`
	Dispatch         Dispatch        `json:"dispatch,omitempty" jsonschema:"for a queued one: tool-end or turn-end"`
	CallerTurn       TurnID          `json:"caller_turn_id,omitempty" jsonschema:"the turn whose agent asked"`
	CallerCall       CallID          `json:"caller_call_id,omitempty" jsonschema:"its tool call"`
	Depth            int             `json:"depth,omitempty" jsonschema:"for a sub-agent: how far below the top, from 1"`
}

func (HandleCreated) EventType() string { return "handle.created" }

// HandleAccepted records that the workspace took a queued turn up.
type HandleAccepted struct{}

func (HandleAccepted) EventType() string { return "handle.accepted" }

// HandleDeferred records that the turn came to an end while more of it is to come: it
// was cut for a continuation, its own delegated work still runs, a sub-agent owes its report,
// or its plan is carried out.
type HandleDeferred struct {
	Turn   TurnID `json:"turn_id" jsonschema:"the turn that ended"`
	Reason string `json:"reason" jsonschema:"continuation, blocking_work, unreported or handed_on"`
}

func (HandleDeferred) EventType() string { return "handle.deferred" }

// HandleAttentionSet records that the owner no longer waits, and is to be woken.
type HandleAttentionSet struct {
	Policy AttentionPolicy `json:"attention_policy" jsonschema:"from here on"`
	Reason string          `json:"reason" jsonschema:"why: wait_exceeded or message_waiting"`
}

func (HandleAttentionSet) EventType() string { return "handle.attention-set" }

// A SettleReason says how a delegated turn came to its end. The list is closed.
type SettleReason string

const (
	SettledFinished   SettleReason = "finished"   // it came to its end
	SettledPlan       SettleReason = "plan"       // its plan was proposed
	SettledFailed     SettleReason = "failed"     // its turn failed
	SettledRefused    SettleReason = "refused"    // its agent could not be verified or resolved
	SettledUnsent     SettleReason = "unsent"     // the workspace did not take its message
	SettledSuperseded SettleReason = "superseded" // a newer message took its place
	SettledCancelled  SettleReason = "cancelled"  // its queued message was taken back
	SettledStopped    SettleReason = "stopped"    // its owner stopped it, or a person for its owner
	SettledAborted    SettleReason = "aborted"    // a person stopped its turn where it ran
	SettledStale      SettleReason = "stale"      // it was not there any more after a restart
)

// Guess says whether such an end gives way to later evidence of the same turn, and to
// another try of it: nobody meant it.
func (r SettleReason) Guess() bool {
	switch r {
	case SettledFailed, SettledUnsent, SettledStale, SettledSuperseded:
		return true
	}
	return false
}

// HandleSettled records the end of a delegated turn. The first end wins; a stale,
// superseded or failed one may be settled again by later evidence of the same turn, as
// the next generation.
type HandleSettled struct {
	Status     HandleStatus `json:"status" jsonschema:"completed, interrupted or error"`
	Generation int          `json:"generation" jsonschema:"which end this is, from 1: an owner is woken once for each"`
	Reason     SettleReason `json:"reason" jsonschema:"how it came to its end"`
	Code       Code         `json:"code,omitempty" jsonschema:"why, where it did not complete"`
	Error      string       `json:"error,omitempty" jsonschema:"why, in words"`
	Report     string       `json:"report,omitempty" words:"model" jsonschema:"what it reports, in Markdown"`
	Turn       TurnID       `json:"turn_id,omitempty" jsonschema:"the turn that ended; absent where none ran"`
	Stop       StopReason   `json:"stop_reason,omitempty" jsonschema:"why that turn ended"`
}

func (HandleSettled) EventType() string { return "handle.settled" }

// HandleRevived records that a turn that was taken for gone goes on.
type HandleRevived struct {
	Turn TurnID `json:"turn_id" jsonschema:"the turn that is seen at work"`
}

func (HandleRevived) EventType() string { return "handle.revived" }

// HandleProgressed records what a sub-agent tells its parent on the way.
type HandleProgressed struct {
	Call CallID `json:"call_id" jsonschema:"the tool call that told it: once for each"`
	Text string `json:"text" words:"model" jsonschema:"what it tells"`
}

func (HandleProgressed) EventType() string { return "handle.progressed" }

// HandleNotified records that the owner was woken for an outcome: once for each
// generation.
type HandleNotified struct {
	Generation int    `json:"generation" jsonschema:"the outcome"`
	Turn       TurnID `json:"turn_id" jsonschema:"the turn of the owner that it was told in"`
}

func (HandleNotified) EventType() string { return "handle.notified" }

// HandleAttentionConsumed records that an outcome needs no wake any more.
type HandleAttentionConsumed struct {
	Generation int    `json:"generation" jsonschema:"the outcome"`
	By         string `json:"by" jsonschema:"await: its owner has it; owner_gone: there is nobody to wake"`
}

func (HandleAttentionConsumed) EventType() string { return "handle.attention-consumed" }
