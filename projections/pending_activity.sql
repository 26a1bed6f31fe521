-- What happened to each playbook since it was last published: what the publish dialog
-- shows. Publishing empties it. The latest thousand lines are kept.
-- Source: every event of a playbook that changes it; emptied by playbook.published.
-- Key: vendor, playbook_id, seq, n.
CREATE TABLE pending_activity (
	vendor      TEXT NOT NULL,    -- the customer
	playbook_id TEXT NOT NULL,    -- the playbook
	seq         INTEGER NOT NULL, -- position of the change
	n           INTEGER NOT NULL, -- its place among those of the same message, from 0
	user_id     TEXT NOT NULL,    -- whose doing it was
	what        TEXT NOT NULL,    -- the event's type, as in playbook.task-added
	size        INTEGER NOT NULL, -- how many things it changed
	PRIMARY KEY (vendor, playbook_id, seq, n)
) WITHOUT ROWID;
