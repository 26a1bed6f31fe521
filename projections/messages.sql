-- What users and agents said to each other, in order.
-- Source: turn.requested, turn.message-written, turn.ended.
-- Key: seq, idx.
CREATE TABLE messages (
	seq        INTEGER NOT NULL, -- position of the event
	idx        INTEGER NOT NULL, -- index in its message
	vendor     TEXT NOT NULL,    -- the customer
	session_id TEXT NOT NULL,    -- the conversation
	turn_id    TEXT NOT NULL,    -- the turn
	role       TEXT NOT NULL,    -- user, assistant or closing (the line at a turn's end)
	domain     TEXT NOT NULL,    -- who speaks; '' for the user
	call_id    TEXT NOT NULL,    -- the model call that wrote it; '' for none
	text       TEXT NOT NULL,    -- the words
	time       TEXT NOT NULL     -- when
);
CREATE INDEX messages_by_session ON messages (vendor, session_id, seq);
