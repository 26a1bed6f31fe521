-- Every decision that was recorded with a ladder, applied or only considered.
-- Source: turn.bucket-computed, turn.classified, turn.redirect-considered, turn.target-resolved,
-- turn.document-edited, turn.flush-refused, task.write-refused.
-- Key: seq, idx.
CREATE TABLE decisions (
	seq     INTEGER NOT NULL, -- position of the event
	idx     INTEGER NOT NULL, -- index in its message
	vendor  TEXT NOT NULL,    -- the customer
	turn_id TEXT NOT NULL,    -- the turn
	rule    TEXT NOT NULL,    -- name and version of the rule, as in redirect/1
	outcome TEXT NOT NULL,    -- what the rule decided
	type    TEXT NOT NULL,    -- type of the event that carries it
	hop     INTEGER NOT NULL, -- the turn's hop at that moment
	applied INTEGER NOT NULL, -- 1 where it changed what happens next, 0 where it was only considered
	held    INTEGER NOT NULL, -- 1 where every rung held
	basis   TEXT NOT NULL,    -- document positions that the rule read, JSON; '' for none
	time    TEXT NOT NULL     -- when
);
CREATE INDEX decisions_by_turn ON decisions (turn_id);
CREATE INDEX decisions_by_rule ON decisions (rule, outcome);

-- The rungs of the decisions, in the order they were tried.
-- Source: as decisions.
-- Key: seq, idx, n.
CREATE TABLE rungs (
	seq     INTEGER NOT NULL, -- position of the event
	idx     INTEGER NOT NULL, -- index in its message
	n       INTEGER NOT NULL, -- place in the ladder, from 0
	vendor  TEXT NOT NULL,    -- the customer
	turn_id TEXT NOT NULL,    -- the turn
	name    TEXT NOT NULL,    -- what was asked
	input   TEXT NOT NULL,    -- what the check looked at
	held    INTEGER NOT NULL  -- whether it held
);
CREATE INDEX rungs_by_turn ON rungs (turn_id);
