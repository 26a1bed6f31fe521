-- The outbox of outcomes: which owner is to be told of which end of a delegated turn, and
-- what became of it. One row for each end.
-- Source: handle.settled, handle.notified, handle.attention-consumed.
-- Key: handle_id, generation, vendor.
CREATE TABLE attention (
	vendor             TEXT NOT NULL,    -- the customer
	handle_id          TEXT NOT NULL,    -- the delegated turn
	generation         INTEGER NOT NULL, -- which end of it, from 1
	owner_workspace_id TEXT NOT NULL,    -- who is to be told
	outcome            TEXT NOT NULL,    -- completed, interrupted or error
	status             TEXT NOT NULL,    -- none (nobody is to be woken), pending, delivered, consumed (by an await) or superseded
	turn_id            TEXT NOT NULL,    -- the owner's turn that it was told in; '' for none
	settled_seq        INTEGER NOT NULL, -- position of the end
	delivered_seq      INTEGER NOT NULL, -- position of what became of it; 0 while it is pending
	PRIMARY KEY (handle_id, generation, vendor)
) WITHOUT ROWID;
CREATE INDEX attention_by_owner ON attention (owner_workspace_id, vendor);
