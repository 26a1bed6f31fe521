-- Workspaces (one checkout and one conversation each) as they stand now. The session of
-- a workspace has its id.
-- Source: workspace.created, workspace.provisioned, workspace.settings-saved,
-- workspace.handed-on, workspace.archived, workspace.unarchived, workspace.removed,
-- workspace.removal-failed.
-- Key: vendor, id.
CREATE TABLE workspaces (
	vendor              TEXT NOT NULL,    -- the customer
	id                  TEXT NOT NULL,    -- the workspace, and its session
	project_id          TEXT NOT NULL,    -- the project
	name                TEXT NOT NULL,    -- unique in its project
	title               TEXT NOT NULL,    -- what people read
	kind                TEXT NOT NULL,    -- local, worktree or ssh
	host                TEXT NOT NULL,    -- for ssh: the host; '' for the host of the service
	path                TEXT NOT NULL,    -- the folder, on its own host; '' before it was made
	branch              TEXT NOT NULL,    -- the branch that it was made for
	base                TEXT NOT NULL,    -- what a new branch began at
	status              TEXT NOT NULL,    -- active, archived or removed
	owner_workspace_id  TEXT NOT NULL,    -- the workspace that launched it; '' for a person's
	handle_id           TEXT NOT NULL,    -- the delegated turn that it was made for; '' for none
	parent_workspace_id TEXT NOT NULL,    -- for a sub-agent's: the workspace of the agent that it works for
	agent_id            TEXT NOT NULL,    -- for a sub-agent's: its identity
	depth               INTEGER NOT NULL, -- for a sub-agent's: how far below the top, from 1
	disposable          INTEGER NOT NULL, -- whether it goes when its turn has settled
	saved_agent_id      TEXT NOT NULL,    -- the agent of its next turn; '' for exec
	provisioned_seq     INTEGER NOT NULL, -- position of the event that says its checkout is there; 0 for none
	head                TEXT NOT NULL,    -- the commit that it began with, where that was told
	removal             TEXT NOT NULL,    -- what was left of a removed one, or why it could not be removed
	created_seq         INTEGER NOT NULL, -- position of workspace.created
	created_at          TEXT NOT NULL,    -- when it was made
	changed_at          TEXT NOT NULL,    -- time of its last event
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
