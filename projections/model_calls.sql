-- Calls of models, with what came of them.
-- Source: turn.model-called, turn.model-answered, turn.model-failed.
-- Key: vendor, turn_id, id.
CREATE TABLE model_calls (
	vendor        TEXT NOT NULL,    -- the customer
	turn_id       TEXT NOT NULL,    -- the turn
	id            TEXT NOT NULL,    -- the call
	seq           INTEGER NOT NULL, -- position of turn.model-called
	idx           INTEGER NOT NULL, -- index in its message
	lane          TEXT NOT NULL,    -- whose round it is
	agent         TEXT NOT NULL,    -- the agent that asks
	attempt       INTEGER NOT NULL, -- 0 for the first try
	status        TEXT NOT NULL,    -- called, answered or failed
	model         TEXT NOT NULL,    -- the model that answered
	text          TEXT NOT NULL,    -- what it said
	tools         INTEGER NOT NULL, -- tool calls that it asked for
	stop          TEXT NOT NULL,    -- the model's own stop reason
	code          TEXT NOT NULL,    -- why it failed
	message       TEXT NOT NULL,    -- what the adapter reported
	input_tokens  INTEGER NOT NULL, -- tokens read
	output_tokens INTEGER NOT NULL, -- tokens written
	called_at     TEXT NOT NULL,    -- when it was asked
	settled_at    TEXT NOT NULL,    -- when it answered or failed; '' until then
	settled_seq   INTEGER NOT NULL, -- position of the answer or failure; 0 until then
	PRIMARY KEY (vendor, turn_id, id)
) WITHOUT ROWID;
