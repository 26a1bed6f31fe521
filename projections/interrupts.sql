-- Cards: what a turn waits for a person to confirm, and what came of it.
-- Source: turn.interrupt-raised, turn.interrupt-answered, turn.interrupt-stale, turn.interrupt-superseded.
-- Key: vendor, id.
CREATE TABLE interrupts (
	vendor       TEXT NOT NULL,    -- the customer
	id           TEXT NOT NULL,    -- the card
	turn_id      TEXT NOT NULL,    -- the turn that waits
	session_id   TEXT NOT NULL,    -- its conversation
	status       TEXT NOT NULL,    -- open, confirmed, declined, stale or superseded
	tool         TEXT NOT NULL,    -- the tool that waits
	call_id      TEXT NOT NULL,    -- its call
	playbook_id  TEXT NOT NULL,    -- the task's playbook; '' in the library
	task_id      TEXT NOT NULL,    -- the task that it would change
	targets      TEXT NOT NULL,    -- JSON array of the steps that are named, {step_id, title}
	cascade      TEXT NOT NULL,    -- JSON array of the steps that go with them
	fingerprint  TEXT NOT NULL,    -- of the plan, 64 hexadecimal digits
	raised_seq   INTEGER NOT NULL, -- position of the event that raised it
	answered_seq INTEGER NOT NULL, -- position of the answer; 0 for none
	answered_by  TEXT NOT NULL,    -- who answered; '' for nobody
	reason       TEXT NOT NULL,    -- why it was superseded; '' where it was not
	raised_at    TEXT NOT NULL,    -- when it was raised
	settled_at   TEXT NOT NULL,    -- when it was settled; '' while it is open
	PRIMARY KEY (vendor, id)
);
CREATE INDEX interrupts_by_session ON interrupts (session_id, status);
CREATE INDEX interrupts_by_turn ON interrupts (turn_id);
