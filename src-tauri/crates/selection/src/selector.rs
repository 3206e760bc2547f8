//! The selector that ranks. It keeps functions and vectors ready.

use crate::calibration::{calibrate, need};
use crate::meaning::{Kept, Meaning, WithoutMeaning};
use crate::pool::{Pool, Unembedded};
use crate::ranked::rank;
use crate::waiting::Waiting;
use content::Role;
use futures::FutureExt;
use futures::future::BoxFuture;
use notices::{Describe, Notice};
use ports::{
    CallScope, Embedder, EmbedderError, FunctionSpec, Ranking, Said, Selection, SelectionQuery,
    SelectionView, Selector, SelectorError, ViewKind,
};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::task::JoinSet;

/// The most functions without a vector that are embedded during a selection; more are embedded in the background.
const ON_THE_WAY: usize = 4;

/// Offers the functions that have most in common with the last messages.
pub struct RankedSelector {
    shared: Arc<Shared>,
    /// Builds the query, if it is not made of the views of the context.
    builder: Option<Arc<dyn ContextBuilder>>,
    /// At most one task, which embeds. It ends with the selector.
    background: Mutex<JoinSet<()>>,
}

/// Builds the text that functions are ranked against.
pub trait ContextBuilder: Send + Sync {
    /// `new` is the context from the last request on, `recent` the part before it. They don't overlap.
    fn build(&self, recent: &[Said], new: &[Said]) -> String;
}

struct Shared {
    /// Kept between selections.
    pool: Mutex<Option<Pool>>,
    meaning: Meaning,
    waiting: Mutex<Waiting>,
}

/// How far meanings can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readiness {
    /// Only words are compared.
    WordsOnly {
        reason: Notice,
    },
    /// Vectors are being computed; until they are complete, only words are compared.
    Embedding {
        done: usize,
        of: usize,
    },
    Ready,
}

impl Default for RankedSelector {
    fn default() -> Self {
        Self::keeping_vectors(None)
    }
}

impl RankedSelector {
    /// A selector without a model yet, which stores vectors in a folder, if there is one.
    pub fn keeping_vectors(folder: Option<PathBuf>) -> Self {
        let meaning = Meaning::without_model(folder, WithoutMeaning::NoModel.notice());
        let shared = Shared { pool: Mutex::new(None), meaning, waiting: Mutex::default() };
        Self { shared: Arc::new(shared), builder: None, background: Mutex::new(JoinSet::new()) }
    }

    /// Uses the query of a builder.
    pub fn built_by(self, builder: Arc<dyn ContextBuilder>) -> Self {
        Self { builder: Some(builder), ..self }
    }

    /// Compares meanings from now on.
    pub async fn use_model(&self, embedder: Arc<dyn Embedder>) -> Result<(), EmbedderError> {
        let unaided = self.shared.meaning.take(embedder).await?;
        let shared = Arc::clone(&self.shared);
        let forgotten = blocking(move || {
            shared.with_pool(|pool| {
                pool.begin_model(unaided);
                Ok(())
            })
        })
        .await;
        forgotten.map_err(|error| EmbedderError::Failed { reason: error.notice() })
    }

    /// Compares only words from now on.
    pub fn lose_model(&self, reason: Notice) {
        self.shared.meaning.lose(reason);
    }

    /// The model in use, or the reason why there is none.
    pub fn embedder(&self) -> Result<Arc<dyn Embedder>, Notice> {
        self.shared.meaning.embedder()
    }

    pub fn readiness(&self) -> Readiness {
        let (done, of) = self.shared.waiting().standing();
        match self.shared.meaning.reason() {
            Some(reason) => Readiness::WordsOnly { reason },
            None if done < of => Readiness::Embedding { done, of },
            None => Readiness::Ready,
        }
    }

    /// Prepares functions before the first selection.
    pub async fn prepare(&self, functions: Vec<Arc<FunctionSpec>>) -> Result<(), SelectorError> {
        let shared = Arc::clone(&self.shared);
        let missing = blocking(move || shared.with_pool(|pool| shared.index(pool, &functions))).await?;
        if !missing.is_empty() && self.shared.meaning.reason().is_none() {
            self.embed_in_background(missing);
        }
        Ok(())
    }

    /// A threshold for these functions that keeps out requests that need none of them.
    pub async fn calibrate(
        &self,
        functions: Vec<Arc<FunctionSpec>>,
        ranking: Ranking,
    ) -> Result<f32, SelectorError> {
        self.prepare(functions.clone()).await?;
        let shared = Arc::clone(&self.shared);
        let small_talk = shared.meaning.of_small_talk();
        let small_talk = move |pool: &mut Pool| {
            calibrate(pool, &functions, small_talk.as_ref().map(|vectors| vectors.as_slice()), &ranking)
        };
        blocking(move || shared.with_pool(small_talk)).await
    }

    async fn ranked(&self, query: SelectionQuery) -> Result<Selection, SelectorError> {
        let shared = Arc::clone(&self.shared);
        let (candidates, context) = (query.candidates.clone(), query.context.clone());
        let built = self.builder.as_ref().map(|builder| built(builder.as_ref(), &context));
        let indexed = blocking(move || {
            shared.with_pool(|pool| {
                let missing = shared.index(pool, &candidates)?;
                Ok((missing, built.unwrap_or_else(|| pool.views(&context))))
            })
        });
        let (missing, views) = indexed.await?;
        let reason = self.make_up_for(missing).await;
        let texts: Vec<_> = views.iter().map(|view| view.text.as_str()).collect();
        let vectors = match reason {
            Some(reason) => Err(reason),
            None if query.ranking.meaning == 0.0 => Err(WithoutMeaning::NoWeight.notice()),
            None => self.shared.meaning.of_texts(&texts).await,
        };
        let small_talk = match &vectors {
            Ok(_) => self.shared.meaning.of_small_talk(),
            Err(_) => None,
        };
        let shared = Arc::clone(&self.shared);
        blocking(move || {
            shared.with_pool(|pool| {
                let ranking = &query.ranking;
                let of_views = vectors.as_deref().ok();
                let small_talk = small_talk.as_ref().map(|vectors| vectors.as_slice());
                let need = query
                    .with_need
                    .then(|| need(pool, &query.candidates, &views, of_views, small_talk, ranking));
                let need = need.transpose()?;
                let mut selection = rank(pool, &query, views, of_views)?;
                selection.need = need;
                selection.without_meaning = vectors.err();
                Ok(selection)
            })
        })
        .await
    }

    /// Embeds a few functions at once and many in the background. Returns why meanings can't be compared until then.
    async fn make_up_for(&self, missing: Vec<Unembedded>) -> Option<Notice> {
        if missing.is_empty() || self.shared.meaning.reason().is_some() {
            return self.shared.meaning.reason();
        }
        if missing.len() > ON_THE_WAY {
            let count = missing.len();
            self.embed_in_background(missing);
            return Some(WithoutMeaning::Reading { count }.notice());
        }
        let mut kept = self.shared.meaning.kept()?;
        self.shared.embed(&mut kept, &missing).await.err().map(|error| error.notice())
    }

    fn embed_in_background(&self, missing: Vec<Unembedded>) {
        let mut background = self.background.lock().unwrap_or_else(PoisonError::into_inner);
        while background.try_join_next().is_some() {}
        if self.shared.waiting().add(missing) {
            let shared = Arc::clone(&self.shared);
            background.spawn(async move { shared.embed_waiting().await });
        }
    }
}

impl Shared {
    fn with_pool<T>(
        &self,
        work: impl FnOnce(&mut Pool) -> Result<T, SelectorError>,
    ) -> Result<T, SelectorError> {
        let mut kept = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *kept {
            Some(pool) => work(pool),
            None => work(kept.insert(Pool::new()?)),
        }
    }

    /// Indexes functions together with their stored vectors. Returns those without one.
    fn index(
        &self,
        pool: &mut Pool,
        functions: &[Arc<FunctionSpec>],
    ) -> Result<Vec<Unembedded>, SelectorError> {
        let slots = pool.slots(functions)?;
        let mut missing = pool.unembedded(&slots);
        if missing.is_empty() {
            return Ok(missing);
        }
        if let Some(mut kept) = self.meaning.kept() {
            pool.reserve(kept.dimensions);
            missing.retain(|function| match kept.find(function) {
                Some(vector) => {
                    pool.embed(function, &vector);
                    false
                }
                None => true,
            });
        }
        Ok(missing)
    }

    /// Embeds waiting functions until there are none.
    async fn embed_waiting(&self) {
        let mut kept = self.meaning.kept();
        let mut functions = self.waiting().next(0);
        while !functions.is_empty() {
            let embedded = match &mut kept {
                Some(kept) => self.embed(kept, &functions).await,
                None => Err(EmbedderError::NoModel),
            };
            if let Err(error) = embedded {
                tracing::warn!(%error, "functions can't be embedded");
                // They are tried again at the next selection.
                *self.waiting() = Waiting::default();
                return;
            }
            functions = self.waiting().next(functions.len());
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn embed(&self, kept: &mut Kept, functions: &[Unembedded]) -> Result<(), EmbedderError> {
        let vectors = kept.make(functions).await?;
        let taken = self.with_pool(|pool| {
            functions.iter().zip(&vectors).for_each(|(function, vector)| pool.embed(function, vector));
            Ok(())
        });
        taken.map_err(|error| EmbedderError::Failed { reason: error.notice() })
    }
}

impl Selector for RankedSelector {
    fn select<'a>(
        &'a self,
        query: SelectionQuery,
        _scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Selection, SelectorError>> {
        self.ranked(query).boxed()
    }
}

/// The single view of a text that a builder made.
fn built(builder: &dyn ContextBuilder, context: &[Said]) -> Vec<SelectionView> {
    let begin = context.iter().rposition(|said| said.role == Role::User).unwrap_or(0);
    let (recent, new) = context.split_at(begin);
    let text = builder.build(recent, new);
    let view = SelectionView { kind: ViewKind::Last, text };
    if view.text.trim().is_empty() { Vec::new() } else { vec![view] }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, SelectorError> + Send + 'static,
) -> Result<T, SelectorError> {
    let worked = tokio::task::spawn_blocking(work).await;
    worked.unwrap_or_else(|error| Err(SelectorError::Index { reason: notices::chain(&error) }))
}

#[cfg(test)]
mod tests;
