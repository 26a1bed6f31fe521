-- Which playbook shows which module of the library, and where.
-- Source: playbook.imported, playbook.module-linked, playbook.module-moved.
-- Key: vendor, playbook_id, module_id.
CREATE TABLE links (
	vendor      TEXT NOT NULL,    -- the customer
	playbook_id TEXT NOT NULL,    -- the playbook
	module_id   TEXT NOT NULL,    -- the library module
	position    INTEGER NOT NULL, -- place on the canvas, from 0
	PRIMARY KEY (vendor, playbook_id, module_id)
) WITHOUT ROWID;
CREATE INDEX links_by_module ON links (module_id);
