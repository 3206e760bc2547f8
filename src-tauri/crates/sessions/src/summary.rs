//! Sessions as a list shows them, without their logs being read.

use crate::filing::TAGS;
use crate::{SessionSummary, Store, StoreError};
use content::{ModelId, SessionId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Deserialize;
use std::collections::HashMap;

impl Store {
    /// Every session that is not in the bin, the last changed first.
    pub fn list(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.select_summaries("WHERE discarded IS NULL AND NOT arriving ORDER BY changed DESC, id DESC")
    }

    /// A session as a list shows it.
    pub fn summary(&self, session: &SessionId) -> Result<SessionSummary, StoreError> {
        let found = self.with(|sqlite| {
            let mut select =
                sqlite.prepare_cached("SELECT id, title, created, changed FROM session WHERE id = ?1")?;
            let found = select.query_row([session.as_str()], summary).optional()?;
            let mut models =
                sqlite.prepare_cached("SELECT model FROM writer WHERE session = ?1 ORDER BY seq")?;
            let models =
                models.query_map([session.as_str()], |row| row.get::<_, String>(0).map(ModelId::new))?;
            let models = models.collect::<rusqlite::Result<_>>()?;
            let tags = tags(sqlite, session)?;
            Ok(found.map(|found| SessionSummary { models, tags, ..found }))
        })?;
        found.ok_or_else(|| StoreError::no_session(session))
    }

    pub(crate) fn select_summaries(&self, which: &str) -> Result<Vec<SessionSummary>, StoreError> {
        self.with(|sqlite| {
            let (mut models, mut tags) = (models_by_session(sqlite)?, tags_by_session(sqlite)?);
            let mut select =
                sqlite.prepare_cached(&format!("SELECT id, title, created, changed FROM session {which}"))?;
            let rows = select.query_map([], summary)?;
            let with_models = rows.map(|row| {
                let found = row?;
                let models = models.remove(found.id.as_str()).unwrap_or_default();
                let tags = tags.remove(found.id.as_str()).unwrap_or_default();
                Ok(SessionSummary { models, tags, ..found })
            });
            with_models.collect()
        })
    }
}

fn summary(row: &Row<'_>) -> rusqlite::Result<SessionSummary> {
    Ok(SessionSummary {
        id: SessionId::new(row.get::<_, String>(0)?),
        title: String::from_utf8_lossy(row.get_ref(1)?.as_bytes()?).into_owned(),
        created: Timestamp(row.get(2)?),
        changed: Timestamp(row.get(3)?),
        models: Vec::new(),
        tags: Vec::new(),
    })
}

/// What is read of the entry that sets the tags.
#[derive(Deserialize)]
struct Tagged {
    tags: Vec<String>,
}

/// Of every session, or of the one that is named.
const SELECT_TAGS: &str = "SELECT latest.session, event FROM latest JOIN entry
    ON entry.session = latest.session AND entry.seq = latest.seq
    WHERE latest.kind = ?1 AND (?2 IS NULL OR latest.session = ?2)";

/// An entry that can't be read has no tags.
fn tags_in(row: &Row<'_>) -> rusqlite::Result<Vec<String>> {
    let event = row.get_ref(1)?.as_bytes()?;
    Ok(serde_json::from_slice(event).map(|Tagged { tags }| tags).unwrap_or_default())
}

fn tags(sqlite: &Connection, session: &SessionId) -> rusqlite::Result<Vec<String>> {
    let mut select = sqlite.prepare_cached(SELECT_TAGS)?;
    Ok(select.query_row([TAGS, session.as_str()], tags_in).optional()?.unwrap_or_default())
}

fn tags_by_session(sqlite: &Connection) -> rusqlite::Result<HashMap<String, Vec<String>>> {
    let mut select = sqlite.prepare_cached(SELECT_TAGS)?;
    let rows = select.query_map((TAGS, None::<&str>), |row| Ok((row.get(0)?, tags_in(row)?)))?;
    rows.collect()
}

/// The models of every session, the first one first.
fn models_by_session(sqlite: &Connection) -> rusqlite::Result<HashMap<String, Vec<ModelId>>> {
    let mut select = sqlite.prepare_cached("SELECT session, model FROM writer ORDER BY session, seq")?;
    let mut rows = select.query([])?;
    let mut models = HashMap::<String, Vec<ModelId>>::new();
    while let Some(row) = rows.next()? {
        models.entry(row.get(0)?).or_default().push(ModelId::new(row.get::<_, String>(1)?));
    }
    Ok(models)
}

#[cfg(test)]
mod tests {
    use crate::{Durability, SessionEvent, Store};
    use content::{Author, Item, Message, MessageId, ModelId, Origin, Role, SessionId, Timestamp};

    fn said(number: usize, author: Author) -> SessionEvent<String> {
        let message = Message {
            id: MessageId::new(format!("m{number}")),
            parent: None,
            role: Role::Assistant,
            items: vec![Item::Text { text: "Hello".to_owned() }],
            author,
            origin: Origin::Model,
        };
        SessionEvent::MessageAdded { message, turn: None }
    }

    fn by(model: &str) -> Author {
        Author::Model { model: ModelId::new(model) }
    }

    #[test]
    fn a_summary_names_each_model_that_wrote_in_the_session_once() {
        let home = tempfile::tempdir().expect("a folder");
        let store = Store::open(&home.path().join("sessions.db")).expect("it opens");
        let (first, other) = (SessionId::new("first"), SessionId::new("other"));
        for session in [&first, &other] {
            store.create::<String>(session, Timestamp(1), "Oslo", Vec::new()).expect("it is created");
        }
        let critic = Author::Participant { name: "Critic".to_owned(), model: ModelId::new("b/large") };
        let authors = [Author::Person, by("z/small"), critic, by("z/small"), Author::Application];
        let events = authors.into_iter().enumerate().map(|(number, author)| said(number, author)).collect();
        store.append(&first, Timestamp(2), events, Durability::Process).expect("it is written");

        let models: Vec<_> = ["z/small", "b/large"].map(ModelId::new).into();
        assert_eq!(store.summary(&first).expect("it is there").models, models);
        let listed = store.list().expect("a list");
        let listed: Vec<_> = listed.into_iter().map(|summary| (summary.id, summary.models)).collect();
        assert_eq!(listed, [(first, models), (other, Vec::new())]);
    }

    #[test]
    fn a_summary_has_the_tags_that_were_set_last() {
        let home = tempfile::tempdir().expect("a folder");
        let store = Store::open(&home.path().join("sessions.db")).expect("it opens");
        let (first, other) = (SessionId::new("first"), SessionId::new("other"));
        for session in [&first, &other] {
            store.create::<String>(session, Timestamp(1), "Oslo", Vec::new()).expect("it is created");
        }
        for tags in [vec!["early"], vec!["refund", "报告"]] {
            let tags = tags.into_iter().map(str::to_owned).collect();
            let events = vec![SessionEvent::<String>::Tagged { tags }];
            store.append(&first, Timestamp(2), events, Durability::Process).expect("it is written");
        }
        assert_eq!(store.summary(&first).expect("it is there").tags, ["refund", "报告"]);
        let listed = store.list().expect("a list");
        let listed: Vec<_> = listed.into_iter().map(|summary| (summary.id, summary.tags.len())).collect();
        assert_eq!(listed, [(first, 2), (other, 0)]);
    }
}
