-- The ledger of refused writes and of refused commands. The rungs of a refused write
-- stand in rungs, under the same position.
-- Source: task.write-refused, session.command-refused, workspace.launch-refused.
-- Key: seq, idx.
CREATE TABLE refusals (
	seq     INTEGER NOT NULL, -- position of the event
	idx     INTEGER NOT NULL, -- index in its message
	vendor  TEXT NOT NULL,    -- the customer
	turn_id TEXT NOT NULL,    -- the turn; '' for a write by hand; for a command, the one that stood in its way
	code    TEXT NOT NULL,    -- which rung refused, as in PERSISTED
	tool    TEXT NOT NULL,    -- the tool or the edit that wanted to write; for a command, message, cancel or answer
	call_id TEXT NOT NULL,    -- its call; '' for none
	lane    TEXT NOT NULL,    -- whose call
	task_id TEXT NOT NULL,    -- the task that was to be written; '' where none was resolved
	step_id TEXT NOT NULL,    -- the step that was to be written; '' for none
	card_id TEXT NOT NULL,    -- the card that was answered; '' for other commands and for writes
	detail  TEXT NOT NULL,    -- the refusal in words; for a command, its idempotency key
	time    TEXT NOT NULL     -- when
);
CREATE INDEX refusals_by_turn ON refusals (turn_id);
CREATE INDEX refusals_by_code ON refusals (code);
CREATE INDEX refusals_by_task ON refusals (task_id);
