-- The models that wrote in a session, each with the first entry by it, for the list of sessions.

CREATE TABLE writer (
    session TEXT NOT NULL REFERENCES session(id),
    model   TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    PRIMARY KEY (session, model)
) WITHOUT ROWID;

-- Entries that can't be read name no model.
INSERT INTO writer (session, model, seq)
SELECT session, model, min(seq) FROM (
    SELECT session, seq, CASE WHEN json_valid(event) THEN json_extract(event, '$.message.author.model') END AS model
    FROM message JOIN entry USING (session, seq)
) WHERE typeof(model) = 'text' GROUP BY session, model;
