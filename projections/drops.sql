-- Step events that the origin view dropped, as recorded when its turn was flushed.
-- Source: turn.flush-planned.
-- Key: seq, idx, n.
CREATE TABLE drops (
	seq      INTEGER NOT NULL, -- position of the plan
	idx      INTEGER NOT NULL, -- index in its message
	n        INTEGER NOT NULL, -- place in the plan, from 0
	vendor   TEXT NOT NULL,    -- the customer
	turn_id  TEXT NOT NULL,    -- the turn
	plan_id  TEXT NOT NULL,    -- the plan
	event_id TEXT NOT NULL,    -- the step event
	step_id  TEXT NOT NULL,    -- its step
	task_id  TEXT NOT NULL,    -- its task
	reason   TEXT NOT NULL,    -- why nobody applies it, as in not_mounted
	time     TEXT NOT NULL     -- when
);
CREATE INDEX drops_by_turn ON drops (turn_id);
