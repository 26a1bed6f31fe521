-- Playbooks as they are saved.
-- Source: playbook.created, playbook.imported, playbook.renamed, playbook.published, playbook.archived,
-- playbook.edit-lock-taken, playbook.edit-lock-released; edited_by and edited_at from every change.
-- Key: vendor, id.
CREATE TABLE playbooks (
	vendor      TEXT NOT NULL,    -- the customer
	id          TEXT NOT NULL,    -- the playbook
	title       TEXT NOT NULL,    -- what it is about
	status      TEXT NOT NULL,    -- draft, published or archived
	description TEXT NOT NULL,    -- more of it
	source      TEXT NOT NULL,    -- the file that it was imported from; '' for none
	format      TEXT NOT NULL,    -- markdown or cacao-2.0; '' for none
	digest      TEXT NOT NULL,    -- SHA-256 of that file; '' for none
	report      TEXT NOT NULL,    -- the import's report, JSON; '' for none
	locked_by   TEXT NOT NULL,    -- who holds the edit lock; '' for nobody
	locked_until TEXT NOT NULL,   -- when the lock expires; '' for none
	locked_since TEXT NOT NULL,   -- since when the one who holds it has held it without a break; '' for none
	edited_by   TEXT NOT NULL,    -- who changed the draft last, as in local or agent/playbook-editor
	edited_at   TEXT NOT NULL,    -- when
	created_seq INTEGER NOT NULL, -- position of its first event
	seq         INTEGER NOT NULL, -- position of its last event
	created_at  TEXT NOT NULL,    -- time of its first event
	changed_at  TEXT NOT NULL,    -- time of its last event
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
