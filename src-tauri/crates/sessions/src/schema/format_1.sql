CREATE TABLE session (
    id      TEXT PRIMARY KEY,
    title   TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    -- When it was put into the bin.
    discarded INTEGER
) WITHOUT ROWID;
CREATE TABLE entry (
    session TEXT NOT NULL REFERENCES session(id),
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    event   TEXT NOT NULL,
    PRIMARY KEY (session, seq)
) WITHOUT ROWID;
CREATE TABLE exchange (
    id      TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES session(id),
    sent    TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE frame (
    exchange TEXT NOT NULL REFERENCES exchange(id),
    number   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    frame    TEXT NOT NULL,
    PRIMARY KEY (exchange, number)
) WITHOUT ROWID;
