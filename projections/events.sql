-- Every event of the log, parked ones included.
-- Source: every event.
-- Key: seq, idx.
CREATE TABLE events (
	seq              INTEGER NOT NULL, -- sequence of the message
	idx              INTEGER NOT NULL, -- index in the message
	vendor           TEXT NOT NULL,    -- the customer
	boundary         TEXT NOT NULL,    -- session, view, playbook, library, vendor, audit, project, workspace or handle
	boundary_id      TEXT NOT NULL,    -- id of that session, view, ...
	id               TEXT NOT NULL,    -- the event's id
	type             TEXT NOT NULL,    -- CloudEvents type, as in turn.domain-pinned
	visibility       TEXT NOT NULL,    -- wire or internal
	turn_id          TEXT NOT NULL,    -- the turn it belongs to; '' for none
	cause            TEXT NOT NULL,    -- id of the event that caused it; '' for none
	actor            TEXT NOT NULL,    -- who, as in user/local or agent/router
	time             TEXT NOT NULL,    -- of the append, RFC 3339, UTC
	subject_playbook TEXT NOT NULL,    -- the playbook it is about; '' for none
	subject_task     TEXT NOT NULL,    -- the task it is about; '' for none
	traceparent      TEXT NOT NULL,    -- the caller's W3C trace context; '' for none
	data             TEXT NOT NULL,    -- canonical JSON as it stands in the log; '' where nothing could be read
	hash             TEXT NOT NULL     -- the event's link in its boundary's chain
);
CREATE INDEX events_by_position ON events (seq, idx);
CREATE INDEX events_by_turn ON events (turn_id) WHERE turn_id <> '';
