package schemas

// An Origin says who sent the message of a workspace's turn. The list is closed.
type Origin string

const (
	FromPerson   Origin = "person"   // somebody wrote it
	FromLaunch   Origin = "launch"   // a delegated turn's own message
	FromMonitor  Origin = "monitor"  // a background command showed what was watched for
	FromOutcome  Origin = "outcome"  // delegated turns have settled
	FromNudge    Origin = "nudge"    // the turn ended while its delegated work went on
	FromProgress Origin = "progress" // a sub-agent tells on its way
	FromParent   Origin = "parent"   // guidance of a sub-agent's parent
	FromHandOn   Origin = "handon"   // a sub-agent's plan is to be carried out
	FromRetry    Origin = "retry"    // a delegated turn's message once more, behind an end that was a guess
	FromRecovery Origin = "recovery" // a sub-agent ended without its report, or was cut by a restart
)

// A Delegation says that a turn runs in a workspace: under which agent, with which model,
// and for which handle.
type Delegation struct {
	Workspace       WorkspaceID `json:"workspace_id" jsonschema:"the workspace"`
	Origin          Origin      `json:"origin" jsonschema:"who sent the message"`
	Handle          HandleID    `json:"handle_id,omitempty" jsonschema:"the delegated turn that this is, or goes on with; absent for none"`
	Owner           WorkspaceID `json:"owner_workspace_id,omitempty" jsonschema:"whose delegated turn it is"`
	Agent           AgentID     `json:"agent_id" jsonschema:"the agent to run under"`
	Strict          bool        `json:"strict,omitempty" jsonschema:"whether it runs under that agent or fails"`
	Pin             *Pin        `json:"pin,omitempty" jsonschema:"the definition that it must be; absent for any"`
	SkipPersistence bool        `json:"skip_persistence,omitempty" jsonschema:"whether the workspace's saved agent stays as it was"`
	Model           Setting     `json:"model" jsonschema:"the model, and which tier gave it"`
	Thinking        Setting     `json:"thinking" jsonschema:"the level of thinking, and which tier gave it"`
	Dispatch        Dispatch    `json:"dispatch,omitempty" jsonschema:"behind a running turn: tool-end or turn-end"`
	About           []string    `json:"about,omitempty" jsonschema:"the handles or background commands that the message speaks of"`
}

// AgentResolved records under which agent a workspace's turn runs, or that the one that
// was named is not to be had. It is a recorded input: the definition was read in the
// checkout at that moment.
type AgentResolved struct {
	Asked      AgentID  `json:"asked_agent_id" jsonschema:"the agent that the turn was to run under"`
	Agent      AgentID  `json:"agent_id,omitempty" jsonschema:"the agent that it runs under; absent where it fails"`
	Definition *Pin     `json:"definition,omitempty" jsonschema:"the file that won, and its bases"`
	Tools      []string `json:"tools" jsonschema:"what it may use"`
	Required   string   `json:"required,omitempty" jsonschema:"the tool that it must call"`
	PlanLike   bool     `json:"plan_like,omitempty" jsonschema:"whether it plans, and another carries out"`
	PlanFile   string   `json:"plan_file,omitempty" jsonschema:"for a planner: the one file that it may edit, as it must be spelled"`
	Prompt     string   `json:"prompt,omitempty" words:"author" jsonschema:"its standing orders, bases and all"`
	Code       Code     `json:"code,omitempty" jsonschema:"why the turn fails; absent where it runs"`
	Detail     string   `json:"detail,omitempty" jsonschema:"why, in words"`
	Ladder     Ladder   `json:"ladder" jsonschema:"what was checked"`
	Basis      Basis    `json:"basis,omitempty" jsonschema:"positions that it read"`
}

func (AgentResolved) EventType() string { return "turn.agent-resolved" }

// A FileChange is what a tool did to a file of a workspace.
type FileChange struct {
	Path   string `json:"path" jsonschema:"in the checkout, with slashes"`
	Op     string `json:"op" jsonschema:"created or edited"`
	Before string `json:"before,omitempty" jsonschema:"SHA-256 of what was there, in hex; absent for nothing"`
	After  string `json:"after" jsonschema:"SHA-256 of what is there now, in hex"`
	Size   int    `json:"size" jsonschema:"bytes that are there now"`
}
