-- How far the tables have come: one row, changed in the transaction of the rows.
-- Source: every event.
-- Key: name.
CREATE TABLE checkpoints (
	name    TEXT NOT NULL,    -- always log
	seq     INTEGER NOT NULL, -- sequence of the last message that the tables hold
	idx     INTEGER NOT NULL, -- index of the last event of it that they hold
	epoch   TEXT NOT NULL,    -- which life of the log the position belongs to
	version TEXT NOT NULL,    -- of the tables and of the rules that fill them
	build   INTEGER NOT NULL, -- how often they were built anew
	PRIMARY KEY (name)
) WITHOUT ROWID;
