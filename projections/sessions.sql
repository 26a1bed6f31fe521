-- Conversations as they stand now.
-- Source: session.opened, session.context-changed, and the events of their turns.
-- Key: vendor, id.
CREATE TABLE sessions (
	vendor        TEXT NOT NULL,    -- the customer
	id            TEXT NOT NULL,    -- the session
	user_id       TEXT NOT NULL,    -- whose it is
	playbook_id   TEXT NOT NULL,    -- the playbook it was opened on; '' for none
	pinned_domain TEXT NOT NULL,    -- who takes the next message unasked; '' for nobody
	bucket        TEXT NOT NULL,    -- location bucket of its last message
	running_turn  TEXT NOT NULL,    -- the turn that runs; '' for none
	turns         INTEGER NOT NULL, -- how many turns it has
	ui_context    TEXT NOT NULL,    -- its own last context, from messages without a view
	opened_seq    INTEGER NOT NULL, -- position of its first event
	last_seq      INTEGER NOT NULL, -- position of its last event
	opened_at     TEXT NOT NULL,    -- time of its first event
	last_at       TEXT NOT NULL,    -- time of its last event
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
CREATE INDEX sessions_by_last ON sessions (vendor, last_seq);
