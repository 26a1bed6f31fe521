-- Steps as they are saved. What a session has not flushed yet stands in step_history.
-- Source: playbook.imported, playbook.steps-flushed, playbook.steps-edited, library.module-added, library.task-added,
-- library.steps-flushed, library.steps-edited.
-- Key: vendor, playbook_id, task_id, id.
CREATE TABLE steps (
	vendor      TEXT NOT NULL,    -- the customer
	id          TEXT NOT NULL,    -- the step
	playbook_id TEXT NOT NULL,    -- its playbook; '' in the library
	task_id     TEXT NOT NULL,    -- its task
	parent_id   TEXT NOT NULL,    -- the step that holds it; '' at the top of the task
	branch      TEXT NOT NULL,    -- the parent's branch; '' at the top
	position    INTEGER NOT NULL, -- place among its siblings, from 0
	kind        TEXT NOT NULL,    -- INSTRUCTION, FORM, APPROVAL, DECISION, UPLOAD or EMAIL
	title       TEXT NOT NULL,    -- what is to be done
	description TEXT NOT NULL,    -- how
	form        TEXT NOT NULL,    -- the form document, JSON; '' for none
	branches    TEXT NOT NULL,    -- names of its own branches, JSON array; '' for none
	PRIMARY KEY (vendor, playbook_id, task_id, id)
) WITHOUT ROWID;
