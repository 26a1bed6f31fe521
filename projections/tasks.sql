-- Tasks as they are saved: of playbooks, and of the library (playbook_id is '').
-- Source: playbook.imported, playbook.task-added, playbook.task-renamed, playbook.task-moved,
-- library.module-added, library.task-added, library.task-renamed, library.task-moved, library.task-archived;
-- step_count from all that changes steps.
-- Key: vendor, playbook_id, id.
CREATE TABLE tasks (
	vendor      TEXT NOT NULL,    -- the customer
	id          TEXT NOT NULL,    -- the task
	playbook_id TEXT NOT NULL,    -- its playbook; '' in the library
	module_id   TEXT NOT NULL,    -- its module; '' for a library task on its own
	position    INTEGER NOT NULL, -- place in its module, from 0
	title       TEXT NOT NULL,    -- what it is about
	description TEXT NOT NULL,    -- more of it
	archived    INTEGER NOT NULL, -- 1 where the library has put it out of use
	step_count  INTEGER NOT NULL, -- how many saved steps it holds, those in branches too
	PRIMARY KEY (vendor, playbook_id, id)
) WITHOUT ROWID;
CREATE INDEX tasks_by_id ON tasks (id);
CREATE INDEX tasks_by_module ON tasks (vendor, playbook_id, module_id, position);
