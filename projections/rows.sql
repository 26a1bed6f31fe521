-- Lines of progress as they stand now. Done, unchanged and failed are final.
-- Source: turn.row-changed.
-- Key: vendor, turn_id, id.
CREATE TABLE rows (
	vendor    TEXT NOT NULL,    -- the customer
	turn_id   TEXT NOT NULL,    -- the turn
	id        TEXT NOT NULL,    -- the row
	title     TEXT NOT NULL,    -- what is worked on
	status    TEXT NOT NULL,    -- pending, running, done, unchanged or failed
	detail    TEXT NOT NULL,    -- what is happening, or what came of it
	first_seq INTEGER NOT NULL, -- where it appeared
	first_idx INTEGER NOT NULL, -- index in that message
	last_seq  INTEGER NOT NULL, -- where it changed last
	changed_at TEXT NOT NULL,   -- when it changed last
	PRIMARY KEY (vendor, turn_id, id)
) WITHOUT ROWID;
