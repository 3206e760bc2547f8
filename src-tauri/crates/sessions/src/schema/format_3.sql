-- Whether a session is still coming in. Nobody sees it, and what was left unfinished is deleted when the file is opened.
ALTER TABLE session ADD COLUMN arriving INTEGER NOT NULL DEFAULT 0;

-- The latest result a function itself returned for a call, found by a hash of what the call comes down to.

CREATE TABLE answer (
    session TEXT NOT NULL REFERENCES session(id),
    call    BLOB NOT NULL,
    -- The entry that added the message with the result, and the place of the result in it.
    seq     INTEGER NOT NULL,
    item    INTEGER NOT NULL,
    PRIMARY KEY (session, call)
) WITHOUT ROWID;
