-- Delegated turns as they stand now: which agent was asked for, which definition won and
-- what vouched for it, and how they ended.
-- Source: handle.created, handle.accepted, handle.deferred, handle.attention-set,
-- handle.settled, handle.revived, handle.progressed.
-- Key: vendor, id.
CREATE TABLE handles (
	vendor             TEXT NOT NULL,    -- the customer
	id                 TEXT NOT NULL,    -- the handle
	kind               TEXT NOT NULL,    -- workspace_turn or agent_task
	mode               TEXT NOT NULL,    -- new or existing
	status             TEXT NOT NULL,    -- queued, running, completed, interrupted or error
	owner_workspace_id TEXT NOT NULL,    -- who asked
	workspace_id       TEXT NOT NULL,    -- where it runs
	turn_id            TEXT NOT NULL,    -- its turn
	asked_agent_id     TEXT NOT NULL,    -- the agent that was named; '' for none
	agent_id           TEXT NOT NULL,    -- the agent that it runs under
	strict             INTEGER NOT NULL, -- whether it runs under the validated definition or fails
	scope              TEXT NOT NULL,    -- of the definition that won: project, global or built-in; '' where none was named
	source             TEXT NOT NULL,    -- the file that won
	digest             TEXT NOT NULL,    -- SHA-256 of its bytes
	bases              TEXT NOT NULL,    -- what it builds on, a JSON list; '' for nothing
	validated          TEXT NOT NULL,    -- in which checkout it was validated: target or owner
	vouched            INTEGER NOT NULL, -- whether the owner's checkout spoke for the new one
	model              TEXT NOT NULL,    -- the model; '' for the program's own
	model_tier         TEXT NOT NULL,    -- the tier that chose it: explicit, bucket, configured, front_matter, ancestor, caller, owner or default
	thinking           TEXT NOT NULL,    -- the level of thinking
	thinking_tier      TEXT NOT NULL,    -- the tier that chose that
	attention          TEXT NOT NULL,    -- blocking_until_terminal, notify_on_terminal or unattended; '' where its caller was told at once
	created_workspace  INTEGER NOT NULL, -- whether the workspace was made for it
	disposable         INTEGER NOT NULL, -- whether the workspace goes when it has settled
	title              TEXT NOT NULL,    -- what people read
	prompt             TEXT NOT NULL,    -- the message
	progress           TEXT NOT NULL,    -- what a sub-agent told last on its way
	generation         INTEGER NOT NULL, -- which end it stands at; 0 before the first
	reason             TEXT NOT NULL,    -- how it came to its end
	code               TEXT NOT NULL,    -- why, where it did not complete
	error              TEXT NOT NULL,    -- why, in words
	report             TEXT NOT NULL,    -- what it reports
	caller_turn_id     TEXT NOT NULL,    -- the turn whose agent asked; '' for a person or a program
	depth              INTEGER NOT NULL, -- for a sub-agent: how far below the top
	created_seq        INTEGER NOT NULL, -- position of handle.created
	settled_seq        INTEGER NOT NULL, -- position of its last end; 0 while it is active
	created_at         TEXT NOT NULL,    -- when it was launched
	settled_at         TEXT NOT NULL,    -- when it came to its last end
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
CREATE INDEX handles_by_workspace ON handles (workspace_id);
CREATE INDEX handles_by_owner ON handles (owner_workspace_id);
