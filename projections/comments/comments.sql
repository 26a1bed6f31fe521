CREATE TABLE comments (
	n           INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they were made
	id          TEXT NOT NULL UNIQUE,
	vendor      TEXT NOT NULL,
	session_id  TEXT NOT NULL,
	turn_id     TEXT NOT NULL,
	seq         INTEGER NOT NULL, -- of the event that it stands on; 0 for the turn
	idx         INTEGER NOT NULL, -- of the event in its message
	author      TEXT NOT NULL,    -- the actor who wrote it
	text        TEXT NOT NULL,
	made_at     TEXT NOT NULL,    -- RFC 3339, UTC
	resolved_by TEXT NOT NULL,    -- the actor who resolved it; empty while it is open
	resolved_at TEXT NOT NULL
) STRICT;

CREATE INDEX comments_of_turns ON comments (vendor, turn_id, n);
CREATE INDEX open_comments ON comments (vendor, turn_id) WHERE resolved_at = '';

CREATE TABLE commands (
	vendor  TEXT NOT NULL,
	scope   TEXT NOT NULL, -- the turn or comment that it was for
	key     TEXT NOT NULL, -- that it came with
	comment TEXT NOT NULL, -- id of the one that it made or changed
	asked   TEXT NOT NULL, -- digest of what was asked; empty where the comment is gone
	PRIMARY KEY (vendor, scope, key)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 1;
