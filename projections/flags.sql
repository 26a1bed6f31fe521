-- Capabilities of vendors as they are switched now.
-- Source: vendor.flag-flipped.
-- Key: vendor, flag.
CREATE TABLE flags (
	vendor     TEXT NOT NULL,    -- the customer
	flag       TEXT NOT NULL,    -- the capability, as in ai-task-builder
	enabled    INTEGER NOT NULL, -- whether the vendor has it
	seq        INTEGER NOT NULL, -- where it was switched last
	changed_at TEXT NOT NULL,    -- when it was switched last
	PRIMARY KEY (vendor, flag)
) WITHOUT ROWID;
