-- Templates of the library: sets of steps to copy from.
-- Source: library.template-added, library.form-imported.
-- Key: vendor, id.
CREATE TABLE step_templates (
	vendor      TEXT NOT NULL,    -- the customer
	id          TEXT NOT NULL,    -- the template
	seq         INTEGER NOT NULL, -- position of its last event
	idx         INTEGER NOT NULL, -- index in its message
	title       TEXT NOT NULL,    -- what it is for
	description TEXT NOT NULL,    -- more of it
	steps       TEXT NOT NULL,    -- its steps, JSON array, in order; '' for none
	source      TEXT NOT NULL,    -- the file that it was imported from; '' for none
	format      TEXT NOT NULL,    -- form.io or surveyjs; '' for none
	digest      TEXT NOT NULL,    -- SHA-256 of that file; '' for none
	report      TEXT NOT NULL,    -- the import's report, JSON; '' for none
	added_at    TEXT NOT NULL,    -- when it was added, or took the place of another
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
