-- Modules as they are saved: of playbooks, and of the library (playbook_id is '').
-- Source: playbook.imported, playbook.module-added, playbook.module-linked, playbook.module-renamed,
-- playbook.module-moved, library.module-added, library.module-renamed, library.module-moved, library.module-archived.
-- Key: vendor, playbook_id, id.
CREATE TABLE modules (
	vendor      TEXT NOT NULL,    -- the customer
	id          TEXT NOT NULL,    -- the module
	playbook_id TEXT NOT NULL,    -- the playbook that shows it; '' in the library
	position    INTEGER NOT NULL, -- place among its siblings, from 0
	title       TEXT NOT NULL,    -- what it is about; a linked one's title is the library's
	linked      INTEGER NOT NULL, -- 1 where its tasks are the library's
	archived    INTEGER NOT NULL, -- 1 where the library has put it out of use
	PRIMARY KEY (vendor, playbook_id, id)
) WITHOUT ROWID;
