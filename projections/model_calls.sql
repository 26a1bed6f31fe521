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
	definition    TEXT NOT NULL,    -- the agent file that held the standing orders
	model_from    TEXT NOT NULL,    -- the tier that chose the model: explicit, bucket, configured, front_matter, ancestor, caller, owner or default
	thinking      TEXT NOT NULL,    -- how hard it was to think: off, low, medium, high, xhigh or max
	thinking_from TEXT NOT NULL,    -- the tier that chose that
	prompt        TEXT NOT NULL,    -- digest of the standing orders and tools that were sent
	cached_tokens INTEGER NOT NULL, -- of those read: out of the vendor's cache
	cost_nanos    INTEGER NOT NULL, -- what it cost, in billionths of the currency of the prices; 0 where there is no price
	prices        TEXT NOT NULL,    -- version of the prices that the cost is of; '' where they have none of the model
	called_at     TEXT NOT NULL,    -- when it was asked
	settled_at    TEXT NOT NULL,    -- when it answered or failed; '' until then
	settled_seq   INTEGER NOT NULL, -- position of the answer or failure; 0 until then
	PRIMARY KEY (vendor, turn_id, id)
) WITHOUT ROWID;
