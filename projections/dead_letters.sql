-- Events that could not be applied, and those of the same boundary that wait behind
-- them. Their rows in events are there; what would follow from them is not.
-- Source: every event.
-- Key: seq, idx.
CREATE TABLE dead_letters (
	seq         INTEGER NOT NULL, -- sequence of the message
	idx         INTEGER NOT NULL, -- index in the message
	vendor      TEXT NOT NULL,    -- whose boundary
	boundary    TEXT NOT NULL,    -- kind of the boundary that is held back
	boundary_id TEXT NOT NULL,    -- its id
	id          TEXT NOT NULL,    -- the event's id
	type        TEXT NOT NULL,    -- its type, as it stands in the log
	reason      TEXT NOT NULL,    -- why it could not be applied
	waiting     INTEGER NOT NULL, -- 1 where it only waits behind another one
	since       TEXT NOT NULL,    -- time of the event
	PRIMARY KEY (seq, idx)
) WITHOUT ROWID;
CREATE INDEX dead_letters_by_boundary ON dead_letters (vendor, boundary, boundary_id);
