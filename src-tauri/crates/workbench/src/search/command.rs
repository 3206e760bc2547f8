//! The command that searches.

use crate::Workbench;
use crate::configuration::UNTITLED;
use crate::contract::{CommandError, IndexState, Search, SearchOutcome, Searched};
use crate::ledger::Ledger;
use crate::search::Indexer;
use search::{Found, IndexError, Now, Page, Query, SearchIndex};
use std::sync::Arc;

/// The most hits that are given at once, and the most that can be turned over.
const AT_ONCE: usize = 200;
const DEEPEST: usize = 10_000;

impl Workbench {
    pub async fn search(&self, args: Search) -> Result<Searched, CommandError> {
        let (ledger, indexer) = (self.ledger()?, self.indexer()?);
        let now = Now::in_zone(ledger.now(), args.zone.as_deref());
        let query = match Query::parse(&args.text, &now) {
            Ok(query) => query,
            Err(fault) => {
                let outcome = SearchOutcome::NotUnderstood { fault };
                return Ok(Searched { outcome, index: indexer.state() });
            }
        };
        indexer.hurry();
        // Told as it was before the search, so that a page asks again if something came in meanwhile.
        let index = indexer.state();
        let found = match indexer.index() {
            Some(known) => find((&ledger, &indexer), known, query, args).await?,
            None => None,
        };
        let is_whole = found.is_some();
        let nothing = || Found { hits: Vec::new(), total: 0, sessions: Vec::new() };
        let outcome = SearchOutcome::Found { found: found.unwrap_or_else(nothing) };
        let is_behind = !is_whole && index == IndexState::Current;
        let index = if is_behind { IndexState::Reading { done: 0, of: 0 } } else { index };
        Ok(Searched { outcome, index })
    }
}

/// Nothing where the index is damaged, which is mended behind the page's back.
async fn find(
    (ledger, indexer): (&Arc<Ledger>, &Indexer),
    index: Arc<SearchIndex>,
    query: Query,
    args: Search,
) -> Result<Option<Found>, CommandError> {
    let discarded = ledger.with(|ledger| ledger.store().list_discarded()).await?;
    let page = Page {
        order: args.order,
        offset: args.offset.min(DEEPEST),
        most: args.limit.min(AT_ONCE),
        session: args.session,
        hidden: discarded.into_iter().map(|summary| summary.id).collect(),
    };
    let searched = tokio::task::spawn_blocking(move || index.search(&query, &page)).await;
    match searched {
        Ok(Ok(mut found)) => {
            for session in found.sessions.iter_mut().filter(|session| session.title.is_empty()) {
                UNTITLED.clone_into(&mut session.title);
            }
            Ok(Some(found))
        }
        Ok(Err(error @ (IndexError::Full { .. } | IndexError::NotAccessible { .. }))) => Err(error.into()),
        // Reading what is not what it should be may also end in a panic.
        Ok(Err(IndexError::Damaged { .. })) | Err(_) => {
            indexer.rebuild();
            Ok(None)
        }
    }
}
