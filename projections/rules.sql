-- Rules of vendors for which a version was activated, and which one decides now.
-- Source: vendor.rule-activated.
-- Key: vendor, name.
CREATE TABLE rules (
	vendor       TEXT NOT NULL,    -- the customer
	name         TEXT NOT NULL,    -- the rule, as in redirect
	rule         TEXT NOT NULL,    -- name and version, as in redirect/2
	seq          INTEGER NOT NULL, -- where it was activated
	activated_at TEXT NOT NULL,    -- when it was activated
	PRIMARY KEY (vendor, name)
) WITHOUT ROWID;
