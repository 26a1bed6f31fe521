-- Turns as they stand now: one message and all that followed from it.
-- Source: turn.requested, turn.started, turn.domain-dispatched, turn.handed-back, turn.target-resolved,
-- turn.progress-titled, turn.replies-suggested, turn.flush-planned, turn.cancel-requested, turn.ended; counts from the events counted.
-- Key: vendor, id.
CREATE TABLE turns (
	vendor        TEXT NOT NULL,    -- the customer
	id            TEXT NOT NULL,    -- the turn
	session_id    TEXT NOT NULL,    -- its conversation
	view_id       TEXT NOT NULL,    -- the view that sent the message; '' for none
	domain        TEXT NOT NULL,    -- who owns it now, or owned it last
	status        TEXT NOT NULL,    -- queued, running, awaiting_answer, completed, cancelled or failed
	stop_reason   TEXT NOT NULL,    -- why it ended; '' until then
	hops          INTEGER NOT NULL, -- hand-backs spent
	text          TEXT NOT NULL,    -- what the user wrote
	closing       TEXT NOT NULL,    -- the closing line
	progress_title TEXT NOT NULL,   -- what its agent calls its work, above the rows; '' for nothing
	replies       TEXT NOT NULL,    -- JSON array of the replies that were suggested last, in order; '' for none
	playbook_id   TEXT NOT NULL,    -- the playbook on the canvas, or of the target; '' for none
	task_id       TEXT NOT NULL,    -- the target that path B was bound to; '' for none
	idempotency_key TEXT NOT NULL,  -- the command's key
	cancel_reason TEXT NOT NULL,    -- what was said on cancelling
	built         INTEGER NOT NULL, -- steps added
	unchanged     INTEGER NOT NULL, -- writes refused
	dropped       INTEGER NOT NULL, -- step events that the origin view dropped
	model_calls   INTEGER NOT NULL, -- models asked
	tool_calls    INTEGER NOT NULL, -- tools called
	input_tokens  INTEGER NOT NULL, -- tokens read by models
	output_tokens INTEGER NOT NULL, -- tokens written by models
	cost_nanos    INTEGER NOT NULL, -- what models cost, in billionths of the currency of the prices, but for those without a price
	unpriced_calls INTEGER NOT NULL, -- answers of models without a price: their cost is in no sum
	requested_seq INTEGER NOT NULL, -- position of turn.requested
	first_seq     INTEGER NOT NULL, -- from where on it ran; 0 while queued
	last_seq      INTEGER NOT NULL, -- position of its last event
	ended_seq     INTEGER NOT NULL, -- position of turn.ended; 0 until then
	cancel_seq    INTEGER NOT NULL, -- position of turn.cancel-requested; 0 for none
	requested_at  TEXT NOT NULL,    -- when the message came in
	started_at    TEXT NOT NULL,    -- when it began to run; '' while queued
	ended_at      TEXT NOT NULL,    -- when it ended; '' until then
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
CREATE INDEX turns_by_session ON turns (vendor, session_id, requested_seq);
CREATE INDEX turns_by_request ON turns (vendor, requested_seq);
CREATE INDEX turns_by_status ON turns (vendor, status, requested_seq);
