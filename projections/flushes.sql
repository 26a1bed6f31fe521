-- Flush plans, one row for each document that a plan writes.
-- Source: turn.flush-planned, turn.flush-applied, turn.flush-refused; session.drops-applied, whose
-- second try of the same plan takes the row of the first.
-- Key: vendor, plan_id, entity.
CREATE TABLE flushes (
	vendor      TEXT NOT NULL,    -- the customer
	plan_id     TEXT NOT NULL,    -- the plan
	entity      TEXT NOT NULL,    -- the document, as in playbook/p1
	session_id  TEXT NOT NULL,    -- the conversation
	turn_id     TEXT NOT NULL,    -- the turn
	seq         INTEGER NOT NULL, -- position of the plan
	idx         INTEGER NOT NULL, -- index in its message
	path        TEXT NOT NULL,    -- update_steps_from_draft or update_library_steps
	status      TEXT NOT NULL,    -- planned, applied or refused
	events      TEXT NOT NULL,    -- ids of the step events, JSON array, in order
	applied     INTEGER NOT NULL, -- how many of them landed
	refused     INTEGER NOT NULL, -- how many of them no longer applied
	code        TEXT NOT NULL,    -- which rung of the document's gate refused all
	written_seq INTEGER NOT NULL, -- where the document was written; 0 until then
	settled_seq INTEGER NOT NULL, -- position of turn.flush-applied or -refused; 0 until then
	planned_at  TEXT NOT NULL,    -- when it was planned
	settled_at  TEXT NOT NULL,    -- when it was settled; '' until then
	PRIMARY KEY (vendor, plan_id, entity)
) WITHOUT ROWID;
CREATE INDEX flushes_by_turn ON flushes (turn_id);
