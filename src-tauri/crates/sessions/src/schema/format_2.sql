-- What went over a wire is kept in pieces, and what is looked for in a log is filed.

ALTER TABLE exchange RENAME TO exchange_1;
ALTER TABLE frame RENAME TO frame_1;

CREATE TABLE piece (
    id      INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES session(id),
    hash    BLOB NOT NULL UNIQUE,
    data    BLOB NOT NULL
);
CREATE TABLE body (
    id      INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES session(id),
    piece   INTEGER NOT NULL,
    levels  INTEGER NOT NULL,
    size    INTEGER NOT NULL
);
CREATE TABLE exchange (
    id      TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES session(id),
    sent    INTEGER NOT NULL
) WITHOUT ROWID;
-- Each row holds the frames that came within a moment.
CREATE TABLE frames (
    exchange TEXT NOT NULL,
    number   INTEGER NOT NULL,
    frames   BLOB NOT NULL,
    PRIMARY KEY (exchange, number)
) WITHOUT ROWID;

-- The entry that added the message at the head.
ALTER TABLE session ADD COLUMN head INTEGER;
-- Whether the entry tells nothing once what it led to has been said.
ALTER TABLE entry ADD COLUMN passing INTEGER NOT NULL DEFAULT 0;
-- Which parts of the event are kept as bodies, where some are.
ALTER TABLE entry ADD COLUMN large TEXT;

CREATE TABLE message (
    session TEXT NOT NULL REFERENCES session(id),
    seq     INTEGER NOT NULL,
    id      TEXT NOT NULL,
    -- The entry that added the message before.
    parent  INTEGER,
    role    TEXT NOT NULL,
    PRIMARY KEY (session, seq)
) WITHOUT ROWID;
CREATE INDEX message_id ON message (session, id);
CREATE INDEX message_parent ON message (session, parent);
CREATE TABLE turn (
    session TEXT NOT NULL REFERENCES session(id),
    id      TEXT NOT NULL,
    began   INTEGER NOT NULL,
    ended   INTEGER,
    PRIMARY KEY (session, id)
) WITHOUT ROWID;
CREATE TABLE latest (
    session TEXT NOT NULL REFERENCES session(id),
    kind    TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    PRIMARY KEY (session, kind)
) WITHOUT ROWID;

-- From here on the log is read as format 1 wrote it, whatever later versions write. What is no JSON is left where it is.
CREATE TEMPORARY TABLE told AS
    SELECT session, seq, event ->> '$.type' AS type,
        event ->> '$.message.id' AS message, event ->> '$.message.parent' AS parent,
        event ->> '$.message.role' AS role, event ->> '$.head' AS head,
        event ->> '$.note.type' AS note, event ->> '$.note.turn' AS turn,
        event ->> '$.note.event.type' AS turn_event
    FROM (SELECT session, seq, CASE WHEN json_valid(event) THEN event ELSE '{}' END AS event FROM entry);

INSERT INTO message (session, seq, id, parent, role)
    SELECT session, seq, message, NULL, role FROM told
    WHERE type = 'messageAdded' AND message IS NOT NULL AND role IS NOT NULL;
UPDATE message SET parent = (
    SELECT max(older.seq) FROM message AS older
    WHERE older.session = message.session AND older.seq < message.seq AND older.id = told.parent
) FROM told WHERE told.session = message.session AND told.seq = message.seq AND told.parent IS NOT NULL;
INSERT INTO turn (session, id, began, ended)
    SELECT session, turn, max(seq), (
        SELECT max(ending.seq) FROM told AS ending
        WHERE ending.session = told.session AND ending.turn = told.turn AND ending.turn_event = 'ended'
    ) FROM told WHERE turn_event = 'began' GROUP BY session, turn;
INSERT INTO latest (session, kind, seq)
    SELECT session, 'configured', max(seq) FROM told WHERE note = 'configured' GROUP BY session;
UPDATE entry SET passing = 1 FROM told
    WHERE told.session = entry.session AND told.seq = entry.seq
    AND told.turn_event IN ('itemStarted', 'textDelta', 'reasoningDelta', 'argumentsDelta');
UPDATE session SET head = (
    SELECT CASE type WHEN 'messageAdded' THEN seq ELSE (
        SELECT max(seq) FROM message WHERE message.session = told.session AND message.id = told.head
    ) END
    FROM told WHERE told.session = session.id AND type IN ('messageAdded', 'headMoved')
    ORDER BY seq DESC LIMIT 1
);
DROP TABLE told;
