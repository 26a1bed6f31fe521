-- Views (open tabs) as they stand now. A closed one keeps its last context.
-- Source: view.opened, view.context-changed, view.closed.
-- Key: vendor, id.
CREATE TABLE views (
	vendor      TEXT NOT NULL,    -- the customer
	id          TEXT NOT NULL,    -- the view
	user_id     TEXT NOT NULL,    -- who looks
	session_id  TEXT NOT NULL,    -- the conversation that it shows; '' for none
	open        INTEGER NOT NULL, -- 1 while it is connected
	playbook_id TEXT NOT NULL,    -- the playbook on its canvas; '' for none
	task_id     TEXT NOT NULL,    -- the task that its builder has open; '' for none
	ui_context  TEXT NOT NULL,    -- its last context, canonical JSON
	opened_seq  INTEGER NOT NULL, -- position of view.opened
	context_seq INTEGER NOT NULL, -- position of its last context; 0 for none
	closed_seq  INTEGER NOT NULL, -- position of view.closed; 0 while open
	close_reason TEXT NOT NULL,   -- why it closed
	changed_at  TEXT NOT NULL,    -- time of its last event
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
