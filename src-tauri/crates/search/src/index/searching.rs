//! Searches an index.

use crate::document::{Document, HitKind};
use crate::index::collect::{Best, Collected};
use crate::index::error::IndexError;
use crate::index::open::Index;
use crate::index::plan::{Limits, plan};
use crate::index::snippet::{Snippet, snippets};
use crate::query::Query;
use crate::status::CallStatus;
use content::{CallId, CalledFunction, MessageId, ModelId, SessionId, Timestamp};
use serde::{Deserialize, Serialize};
use tantivy::collector::TopDocs;
use tantivy::query::{EnableScoring, TermQuery};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{DocAddress, Searcher, TantivyDocument, Term};
use ts_rs::TS;

/// The order of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "SearchOrder")]
pub enum Order {
    /// By score; the newest of equally good results first.
    Best,
    Newest,
}

/// The selection of results to return.
#[derive(Clone, Debug)]
pub struct Page {
    pub order: Order,
    pub offset: usize,
    pub most: usize,
    /// Only from this session.
    pub session: Option<SessionId>,
    /// Not from these sessions.
    pub hidden: Vec<SessionId>,
}

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Found {
    pub hits: Vec<Hit>,
    /// The number of hits on all pages.
    pub total: u64,
    /// The sessions of the hits on this page, in the order of their first hit.
    pub sessions: Vec<SessionHits>,
}

/// A session with hits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SessionHits {
    pub session: SessionId,
    pub title: String,
    /// Its number of hits on all pages.
    pub total: u64,
}

/// One hit and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Hit {
    pub session: SessionId,
    pub kind: HitKind,
    pub at: Timestamp,
    /// Its message. The title of a session has none.
    pub message: Option<MessageId>,
    /// The item of the message.
    pub item: Option<usize>,
    /// The message with the result of the call.
    pub answer: Option<MessageId>,
    pub call: Option<CallId>,
    pub function: Option<CalledFunction>,
    pub statuses: Vec<CallStatus>,
    pub model: Option<ModelId>,
    /// The duration of the call, in milliseconds.
    pub took: Option<u64>,
    pub snippets: Vec<Snippet>,
}

impl Index {
    pub fn search(&self, query: &Query, page: &Page) -> Result<Found, IndexError> {
        let nothing = Found { hits: Vec::new(), total: 0, sessions: Vec::new() };
        if query.is_empty() {
            return Ok(nothing);
        }
        let searcher = self.searcher();
        let limits = Limits { session: page.session.as_ref(), hidden: &page.hidden };
        let plan = plan(&self.fields, query, limits).map_err(|error| self.error(&error))?;
        let by_score = plan.is_scored && page.order == Order::Best;
        let wanted = Best { by_score, most: page.offset.saturating_add(page.most) };
        let scoring = if wanted.by_score {
            EnableScoring::enabled_from_searcher(&searcher)
        } else {
            EnableScoring::disabled_from_searcher(&searcher)
        };
        let collected = searcher.search_with_executor(&plan.query, &wanted, &self.executor, scoring);
        let collected = collected.map_err(|error| self.error(&error))?;
        let documents =
            collected.best.iter().skip(page.offset).map(|address| self.document(&searcher, *address));
        let documents = documents.collect::<Result<Vec<_>, _>>()?;
        let sessions = self.sessions(&searcher, &documents, &collected)?;
        let hits = documents.into_iter().map(|document| hit(document, query)).collect();
        Ok(Found { hits, total: collected.total, sessions })
    }

    fn sessions(
        &self,
        searcher: &Searcher,
        documents: &[Document],
        collected: &Collected,
    ) -> Result<Vec<SessionHits>, IndexError> {
        let mut sessions: Vec<SessionHits> = Vec::new();
        for Document { session, at, .. } in documents {
            if sessions.iter().any(|known| known.session == *session) {
                continue;
            }
            let title = self.title(searcher, session, *at)?;
            let total = collected
                .of_session(session.as_str())
                .map_err(|error| IndexError::from_io(&self.folder, &error))?;
            sessions.push(SessionHits { session: session.clone(), title, total });
        }
        Ok(sessions)
    }

    fn title(&self, searcher: &Searcher, session: &SessionId, at: Timestamp) -> Result<String, IndexError> {
        let key = Document::title(session, at, "").key();
        let term = Term::from_field_text(self.fields.key, key.as_str());
        let query = TermQuery::new(term, IndexRecordOption::Basic);
        let found = searcher.search(&query, &TopDocs::with_limit(1).order_by_score());
        let found = found.map_err(|error| self.error(&error))?;
        let Some((_, address)) = found.into_iter().next() else { return Ok(String::new()) };
        let passages = self.document(searcher, address)?.passages;
        Ok(passages.into_iter().map(|passage| passage.text).next().unwrap_or_default())
    }

    fn document(&self, searcher: &Searcher, address: DocAddress) -> Result<Document, IndexError> {
        let record: TantivyDocument = searcher.doc(address).map_err(|error| self.error(&error))?;
        let kept = record.get_first(self.fields.kept).and_then(|kept| kept.as_str());
        self.read(kept.unwrap_or_default())
    }
}

fn hit(document: Document, query: &Query) -> Hit {
    let snippets = snippets(&document, query);
    let Document { session, kind, at, message, item, answer, call, function, statuses, model, took, .. } =
        document;
    Hit { session, kind, at, message, item, answer, call, function, statuses, model, took, snippets }
}
