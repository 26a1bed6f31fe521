-- The lanes of turns: a sub-agent's share of a turn, on one task.
-- Source: turn.lane-queued, turn.lane-started, turn.narrated, turn.deadline-passed, turn.lane-ended.
-- Key: vendor, turn_id, id.
CREATE TABLE lanes (
	vendor       TEXT NOT NULL,    -- the customer
	turn_id      TEXT NOT NULL,    -- the turn
	id           TEXT NOT NULL,    -- the lane
	seq          INTEGER NOT NULL, -- position of turn.lane-queued
	idx          INTEGER NOT NULL, -- index in its message
	call_id      TEXT NOT NULL,    -- the tool call that wants it
	agent        TEXT NOT NULL,    -- the agent that works in it
	playbook_id  TEXT NOT NULL,    -- the playbook of its task
	task_id      TEXT NOT NULL,    -- its task; '' for a module worker
	module_id    TEXT NOT NULL,    -- the module that a module worker fills; '' for other agents
	module_index INTEGER NOT NULL, -- where the task stood on the canvas
	task_index   INTEGER NOT NULL, -- where the task stood in its module
	status       TEXT NOT NULL,    -- queued, running, done, failed, timed_out, refused or cancelled
	code         TEXT NOT NULL,    -- why, where it is not done
	built        INTEGER NOT NULL, -- steps written
	unchanged    INTEGER NOT NULL, -- writes refused
	narration    TEXT NOT NULL,    -- what it said last
	deadline     TEXT NOT NULL,    -- when its time is up; '' while queued
	late_seq     INTEGER NOT NULL, -- position of turn.deadline-passed; 0 for none
	queued_at    TEXT NOT NULL,    -- when it was wanted
	started_at   TEXT NOT NULL,    -- when it began; '' until then
	ended_at     TEXT NOT NULL,    -- when it ended; '' until then
	PRIMARY KEY (vendor, turn_id, id)
) WITHOUT ROWID;
