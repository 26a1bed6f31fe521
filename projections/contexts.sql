-- Every context that a view, or a session without one, has shown, by position.
-- Source: view.context-changed, session.context-changed.
-- Key: seq, idx.
CREATE TABLE contexts (
	seq         INTEGER NOT NULL, -- from where on it was shown
	idx         INTEGER NOT NULL, -- index in the message
	vendor      TEXT NOT NULL,    -- the customer
	owner       TEXT NOT NULL,    -- view or session
	owner_id    TEXT NOT NULL,    -- the view's or session's id
	playbook_id TEXT NOT NULL,    -- the playbook on the canvas; '' for none
	task_id     TEXT NOT NULL,    -- the task that the builder has open; '' for none
	ui_context  TEXT NOT NULL,    -- the context, canonical JSON
	time        TEXT NOT NULL     -- when it was told
);
CREATE INDEX contexts_by_owner ON contexts (owner_id, seq);
