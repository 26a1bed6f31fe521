-- Step events that the origin view dropped, as recorded when its turn was flushed, and
-- what became of them when they were applied later.
-- Source: turn.flush-planned, settled by session.drops-applied.
-- Key: seq, idx, n.
CREATE TABLE drops (
	seq         INTEGER NOT NULL, -- position of the plan
	idx         INTEGER NOT NULL, -- index in its message
	n           INTEGER NOT NULL, -- place in the plan, from 0
	vendor      TEXT NOT NULL,    -- the customer
	turn_id     TEXT NOT NULL,    -- the turn
	plan_id     TEXT NOT NULL,    -- the plan
	event_id    TEXT NOT NULL,    -- the step event
	step_id     TEXT NOT NULL,    -- its step
	task_id     TEXT NOT NULL,    -- its task
	reason      TEXT NOT NULL,    -- why nobody applies it, as in not_mounted
	status      TEXT NOT NULL,    -- waiting, applied, or refused for good
	applied_seq INTEGER NOT NULL, -- where the document took it later; 0 until then
	code        TEXT NOT NULL,    -- why it was refused, as in GONE; with waiting, why the last try came to nothing
	detail      TEXT NOT NULL,    -- the same in words
	settled_seq INTEGER NOT NULL, -- position of the last session.drops-applied that names it; 0 for none
	time        TEXT NOT NULL,    -- when it was dropped
	PRIMARY KEY (vendor, turn_id, event_id)
);
CREATE INDEX drops_by_turn ON drops (turn_id);
CREATE INDEX drops_by_reason ON drops (reason);
CREATE INDEX drops_by_task ON drops (task_id);
