-- What each view did with each step event: decider 3 over the view's context at
-- that position, for the turn's origin view and for open views whose context names
-- the event's playbook or task.
-- Source: task.step-added, task.step-updated, task.steps-removed, task.step-moved, task.form-written.
-- Key: seq, idx, view_id.
CREATE TABLE deliveries (
	seq          INTEGER NOT NULL, -- position of the step event
	idx          INTEGER NOT NULL, -- index in its message
	vendor       TEXT NOT NULL,    -- the customer
	turn_id      TEXT NOT NULL,    -- the turn
	view_id      TEXT NOT NULL,    -- the view
	origin       INTEGER NOT NULL, -- 1 for the view that sent the message: it decides what is flushed
	target       TEXT NOT NULL,    -- SHELL, TASK_BUILDER, CONTRIBUTION or DROP
	reason       TEXT NOT NULL,    -- why, where the target does not say it
	contribution TEXT NOT NULL     -- the page contribution that applies it; '' for none
);
CREATE INDEX deliveries_by_turn ON deliveries (turn_id);
