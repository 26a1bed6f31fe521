-- Signed anchors: where the chains of a vendor's boundaries stood at some position.
-- Source: audit.head-anchored.
-- Key: seq, idx.
CREATE TABLE anchors (
	seq          INTEGER NOT NULL, -- position of the event
	idx          INTEGER NOT NULL, -- index in its message
	vendor       TEXT NOT NULL,    -- the customer
	anchored_seq INTEGER NOT NULL, -- the last message that it covers
	heads        INTEGER NOT NULL, -- boundaries that have moved since the anchor before
	events       INTEGER NOT NULL, -- their events since the anchor before
	key          TEXT NOT NULL,    -- the public half of the key that signed it
	hash         TEXT NOT NULL,    -- the event's own hash, which the next anchor names
	time         TEXT NOT NULL,    -- when it was signed
	PRIMARY KEY (seq, idx)
) WITHOUT ROWID;
CREATE INDEX anchors_by_vendor ON anchors (vendor, seq);
