package schemas

// A CheckoutKind says where a checkout lives. The list is closed.
type CheckoutKind string

const (
	LocalCheckout    CheckoutKind = "local"    // the project's own folder
	WorktreeCheckout CheckoutKind = "worktree" // a git worktree beside it
	SSHCheckout      CheckoutKind = "ssh"      // on another host, provisioned on first use
)

// A Checkout is a place where a branch of a project is checked out.
type Checkout struct {
	Kind   CheckoutKind `json:"kind" jsonschema:"local, worktree or ssh"`
	Host   string       `json:"host,omitempty" jsonschema:"for ssh: [user@]host[:port]"`
	Repo   string       `json:"repo" jsonschema:"the project's repository, on the host of the service"`
	Path   string       `json:"path" jsonschema:"the folder, on its own host"`
	Branch string       `json:"branch,omitempty" jsonschema:"the branch that it was made for"`
	Base   string       `json:"base,omitempty" jsonschema:"what a new branch began at"`
	Sub    string       `json:"sub,omitempty" jsonschema:"the sub-project: a folder of the checkout"`
}

// WorkspaceCreated records that there is a workspace: one checkout of a project, and
// one conversation, whose session has the workspace's id.
type WorkspaceCreated struct {
	Project    ProjectID   `json:"project_id" jsonschema:"the project"`
	Name       string      `json:"name" jsonschema:"unique in its project; made of the branch, and proof of nothing: two branches can come to one name"`
	Title      string      `json:"title" words:"user" jsonschema:"what people read"`
	Checkout   Checkout    `json:"checkout" jsonschema:"where it is"`
	Owner      WorkspaceID `json:"owner_workspace_id,omitempty" jsonschema:"the workspace that launched it; absent for a person's"`
	Handle     HandleID    `json:"handle_id,omitempty" jsonschema:"the delegated turn that it was made for; absent for none"`
	Parent     WorkspaceID `json:"parent_workspace_id,omitempty" jsonschema:"for a sub-agent's: the workspace of the agent that it works for"`
	Agent      AgentID     `json:"agent_id,omitempty" jsonschema:"for a sub-agent's: its identity, until it hands a plan on"`
	Depth      int         `json:"depth,omitempty" jsonschema:"for a sub-agent's: how far below the top it is, from 1"`
	Disposable bool        `json:"disposable,omitempty" jsonschema:"whether it goes when its turn has settled"`
	Shared     bool        `json:"shared,omitempty" jsonschema:"for a sub-agent's: whether the checkout is its parent's"`
}

func (WorkspaceCreated) EventType() string { return "workspace.created" }

// WorkspaceProvisioned records that a checkout is there for the first time.
type WorkspaceProvisioned struct {
	Path string `json:"path" jsonschema:"the folder, on its own host"`
	Head string `json:"head" jsonschema:"the commit that is checked out"`
}

func (WorkspaceProvisioned) EventType() string { return "workspace.provisioned" }

// WorkspaceSettingsSaved records the agent that a workspace's next turn runs under, and
// that agent's model and thinking. An override of one turn is never saved
// (workspace-turns.md 4.6).
type WorkspaceSettingsSaved struct {
	Agent    AgentID `json:"agent_id" jsonschema:"the saved agent"`
	Model    string  `json:"model,omitempty" jsonschema:"that agent's model here; absent for none of its own"`
	Thinking string  `json:"thinking,omitempty" jsonschema:"that agent's level of thinking here; absent for none of its own"`
	Turn     TurnID  `json:"turn_id,omitempty" jsonschema:"the turn that it was sent with; absent for a person's choice"`
}

func (WorkspaceSettingsSaved) EventType() string { return "workspace.settings-saved" }

// WorkspaceHandedOn records that a sub-agent has handed its plan in, and that its workspace
// is another agent's from here on, which carries it out.
type WorkspaceHandedOn struct {
	From  AgentID `json:"from_agent_id" jsonschema:"the planner whose workspace it was"`
	Agent AgentID `json:"agent_id" jsonschema:"whose it is now: its identity"`
	Turn  TurnID  `json:"turn_id" jsonschema:"the turn that proposed the plan"`
}

func (WorkspaceHandedOn) EventType() string { return "workspace.handed-on" }

// WorkspaceArchived records that nothing is launched here until it is taken out again.
type WorkspaceArchived struct{}

func (WorkspaceArchived) EventType() string { return "workspace.archived" }

// WorkspaceUnarchived records that a workspace was taken out of the archive.
type WorkspaceUnarchived struct{}

func (WorkspaceUnarchived) EventType() string { return "workspace.unarchived" }

// WorkspaceRemoved records that a checkout is gone. Its conversation stays.
type WorkspaceRemoved struct {
	Handle HandleID `json:"handle_id,omitempty" jsonschema:"the settled turn whose disposable workspace it was; absent for a person's removal"`
	Left   string   `json:"left,omitempty" jsonschema:"what was left in place, and why; absent for nothing"`
}

func (WorkspaceRemoved) EventType() string { return "workspace.removed" }

// WorkspaceRemovalFailed records that a checkout could not be taken away.
type WorkspaceRemovalFailed struct {
	Handle HandleID `json:"handle_id,omitempty" jsonschema:"the settled turn whose disposable workspace it was"`
	Reason string   `json:"reason" jsonschema:"what went wrong"`
}

func (WorkspaceRemovalFailed) EventType() string { return "workspace.removal-failed" }

// A Launch is what somebody asked for: a turn elsewhere.
type Launch struct {
	Kind      HandleKind  `json:"kind" jsonschema:"workspace_turn or agent_task"`
	Mode      string      `json:"mode,omitempty" jsonschema:"for a workspace turn: new, existing or fork"`
	Agent     string      `json:"agent_id,omitempty" jsonschema:"the agent that was named, as it came; absent for none"`
	Workspace WorkspaceID `json:"workspace_id,omitempty" jsonschema:"the workspace that was named"`
	Branch    string      `json:"branch,omitempty" jsonschema:"the branch that was named"`
	Trunk     string      `json:"trunk,omitempty" jsonschema:"the base branch that was named"`
	Title     string      `json:"title,omitempty" words:"model" jsonschema:"the title"`
	Model     string      `json:"model,omitempty" jsonschema:"the model that was named"`
	Thinking  string      `json:"thinking,omitempty" jsonschema:"the level of thinking that was named"`
	Turn      TurnID      `json:"turn_id,omitempty" jsonschema:"the turn whose agent asked; absent for a person or a program"`
	Call      CallID      `json:"call_id,omitempty" jsonschema:"its tool call"`
}

// LaunchRefused records, with its owner, that a launch came to nothing. No turn ran and,
// unless the ladder says so, nothing was made.
type LaunchRefused struct {
	Code    Code     `json:"code" jsonschema:"why"`
	Detail  string   `json:"detail" jsonschema:"why, in words"`
	Asked   Launch   `json:"asked" jsonschema:"what was asked for"`
	Ladders []Ladder `json:"ladders" jsonschema:"what was checked, in order, up to the rung that failed"`
}

func (LaunchRefused) EventType() string { return "workspace.launch-refused" }

// An AgentFile is the verdict on one agent file, as a checkout finds it.
type AgentFile struct {
	File   string  `json:"file" jsonschema:"the file, for people"`
	Scope  string  `json:"scope" jsonschema:"project, global or built-in"`
	State  string  `json:"state" jsonschema:"loaded, shadowed, refused or ignored"`
	Agent  AgentID `json:"agent_id,omitempty" jsonschema:"the id that it has or would have"`
	By     string  `json:"by,omitempty" jsonschema:"of a shadowed file: the file that has its id"`
	Digest string  `json:"digest,omitempty" jsonschema:"SHA-256 of its bytes, in hex; absent where it was not read"`
	Reason string  `json:"reason,omitempty" jsonschema:"of a refused file: why, with line and column, and the repair"`
}

// AgentFilesJudged records the verdict on every agent file that a workspace finds, when
// it is not what it was before.
type AgentFilesJudged struct {
	Digest string      `json:"digest" jsonschema:"SHA-256 over the files below, in hex"`
	Files  []AgentFile `json:"files" jsonschema:"every file, in the order of precedence"`
}

func (AgentFilesJudged) EventType() string { return "workspace.agents-judged" }
