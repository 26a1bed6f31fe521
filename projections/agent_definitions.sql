-- The verdict on every agent file, as a workspace's checkout finds them now.
-- Source: workspace.agents-judged.
-- Key: vendor, workspace_id, n.
CREATE TABLE agent_definitions (
	vendor       TEXT NOT NULL,    -- the customer
	workspace_id TEXT NOT NULL,    -- the workspace
	n            INTEGER NOT NULL, -- the file's place in the order of precedence, from 0
	file         TEXT NOT NULL,    -- the file
	scope        TEXT NOT NULL,    -- project, global or built-in
	state        TEXT NOT NULL,    -- loaded, shadowed, refused or ignored
	agent_id     TEXT NOT NULL,    -- the id that it has or would have; '' for none
	shadowed_by  TEXT NOT NULL,    -- of a shadowed file: the file that has its id
	digest       TEXT NOT NULL,    -- SHA-256 of its bytes; '' where it was not read
	reason       TEXT NOT NULL,    -- of a refused file: why, where, and the repair
	seq          INTEGER NOT NULL, -- position of the verdict
	PRIMARY KEY (vendor, workspace_id, n)
) WITHOUT ROWID;
