-- Calls of tools, with what they told their model.
-- Source: turn.tool-called, turn.tool-returned, turn.document-edited.
-- Key: vendor, turn_id, id.
CREATE TABLE tool_calls (
	vendor      TEXT NOT NULL,    -- the customer
	turn_id     TEXT NOT NULL,    -- the turn
	id          TEXT NOT NULL,    -- the call
	seq         INTEGER NOT NULL, -- position of turn.tool-called
	idx         INTEGER NOT NULL, -- index in its message
	lane        TEXT NOT NULL,    -- whose call it is
	tool        TEXT NOT NULL,    -- the tool
	args        TEXT NOT NULL,    -- its arguments, JSON; '' for none
	status      TEXT NOT NULL,    -- called, returned or refused
	code        TEXT NOT NULL,    -- why it was refused
	result      TEXT NOT NULL,    -- what the model was told
	entity      TEXT NOT NULL,    -- the document that it wrote at once, as in playbook/p1; '' for none
	edit_seq    INTEGER NOT NULL, -- position of that edit; 0 for none
	called_at   TEXT NOT NULL,    -- when it was called
	settled_at  TEXT NOT NULL,    -- when it returned; '' until then
	settled_seq INTEGER NOT NULL, -- position of its result; 0 until then
	PRIMARY KEY (vendor, turn_id, id)
) WITHOUT ROWID;
