-- Every step event, and what became of it.
-- Source: task.step-added, task.step-updated, task.steps-removed, task.step-moved, task.form-written,
-- settled by turn.flush-planned, turn.flush-applied, turn.flush-refused, session.drops-applied; edits by hand come from
-- playbook.steps-edited and library.steps-edited (and flushes without a session), and have no session.
-- Key: vendor, session_id, id.
CREATE TABLE step_history (
	vendor      TEXT NOT NULL,    -- the customer
	session_id  TEXT NOT NULL,    -- the conversation; '' for an edit by hand
	origin      TEXT NOT NULL,    -- turn, or hand: who meant it
	id          TEXT NOT NULL,    -- the step event's id
	seq         INTEGER NOT NULL, -- position of the step event
	idx         INTEGER NOT NULL, -- index in its message
	turn_id     TEXT NOT NULL,    -- the turn; '' for an edit by hand
	type        TEXT NOT NULL,    -- the event's type, as in task.step-added
	playbook_id TEXT NOT NULL,    -- the playbook; '' in the library
	task_id     TEXT NOT NULL,    -- the task
	step_id     TEXT NOT NULL,    -- the step; the first where the event names several
	data        TEXT NOT NULL,    -- the event's data, canonical JSON
	status      TEXT NOT NULL,    -- pending, planned, flushed, refused or dropped
	plan_id     TEXT NOT NULL,    -- the plan that took it up; '' while pending
	flushed_seq INTEGER NOT NULL, -- where the document was written; 0 unless flushed
	code        TEXT NOT NULL,    -- why it was refused, as in GONE
	reason      TEXT NOT NULL,    -- why it was dropped, as in not_mounted
	detail      TEXT NOT NULL,    -- the refusal in words
	PRIMARY KEY (vendor, session_id, id)
) WITHOUT ROWID;
CREATE INDEX step_history_by_step ON step_history (step_id);
