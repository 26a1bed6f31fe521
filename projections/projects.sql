-- Git repositories that agents may work on, as they stand now.
-- Source: project.registered, project.trust-set, project.host-set.
-- Key: vendor, id.
CREATE TABLE projects (
	vendor             TEXT NOT NULL,    -- the customer
	id                 TEXT NOT NULL,    -- the project
	name               TEXT NOT NULL,    -- what people call it
	path               TEXT NOT NULL,    -- the root of its repository, on the host of the service
	sub                TEXT NOT NULL,    -- the folder in it that is meant; '' for all of it
	branch             TEXT NOT NULL,    -- the branch that others begin at, when it was registered
	host               TEXT NOT NULL,    -- where its new workspaces are made, over ssh; '' for the host of the service
	trusted            INTEGER NOT NULL, -- whether turns may be launched in it
	owner_workspace_id TEXT NOT NULL,    -- the workspace that people launch from
	seq                INTEGER NOT NULL, -- position of its last event
	registered_at      TEXT NOT NULL,    -- when it was registered
	PRIMARY KEY (vendor, id)
) WITHOUT ROWID;
