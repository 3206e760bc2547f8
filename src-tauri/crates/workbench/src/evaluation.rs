//! How good the ranking is: with queries of others, or with a person's own sessions.

use crate::blocking::blocking;
use crate::contract::CommandError;
use crate::locking::lock;
use content::{FunctionCall, Message, Role, SessionId};
use notices::Describe;
use ports::{Embedder, FunctionSpec, Said};
use selection::evaluation::{Data, Labelled, Method, Ranker, Report, VectorOf, measure};
use selection::{Fingerprint, Pool, Unembedded, VectorCache};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Texts embedded in one batch.
const BATCH: usize = 256;

/// A model with all that it has ever read.
pub struct Bench {
    embedder: Option<Arc<dyn Embedder>>,
    kept: Mutex<Option<VectorCache>>,
    folder: PathBuf,
}

impl Bench {
    /// With a model that is ready. Vectors are kept in a folder.
    pub fn new(embedder: Arc<dyn Embedder>, folder: PathBuf) -> Self {
        Self { embedder: Some(embedder), kept: Mutex::new(None), folder }
    }

    /// Compares words alone.
    pub fn without_model() -> Self {
        Self { embedder: None, kept: Mutex::new(None), folder: PathBuf::new() }
    }

    /// Ranks every query by every method.
    pub async fn measure(
        &self,
        data: &Data,
        methods: &[Method],
        queries: &[Labelled],
    ) -> Result<Vec<Report>, CommandError> {
        let mut pool = Pool::new()?;
        let slots = pool.slots(&data.functions)?;
        let by_text = match &self.embedder {
            Some(embedder) => Some(self.embed(embedder.as_ref(), &mut pool, &slots, queries).await?),
            None => None,
        };
        let (functions, queries, methods) = (data.functions.clone(), queries.to_vec(), methods.to_vec());
        blocking(move || {
            let vector = |text: &str| by_text.as_ref()?.get(text).cloned();
            let vectors = by_text.is_some().then_some(&vector as &VectorOf<'_>);
            let mut ranker = Ranker { functions: &functions, pool: &mut pool, vectors };
            measure(&mut ranker, &queries, &methods, |_| {}).map_err(CommandError::from)
        })
        .await
    }

    /// The vectors of all functions, put where they belong, and of all that is asked.
    async fn embed(
        &self,
        embedder: &dyn Embedder,
        pool: &mut Pool,
        slots: &[usize],
        queries: &[Labelled],
    ) -> Result<HashMap<String, Vec<f32>>, CommandError> {
        let unaided: Vec<_> = selection::UNAIDED.iter().map(|text| (*text).to_owned()).collect();
        pool.begin_model(self.vectors(embedder, &unaided).await?);
        let missing = pool.unembedded(slots);
        let sentences: Vec<_> = missing.iter().flat_map(Unembedded::sentences).collect();
        let vectors = self.vectors(embedder, &sentences).await?;
        for (function, vectors) in missing.iter().zip(vectors.chunks_exact(3)) {
            pool.embed(function, &Unembedded::join(vectors));
        }
        let views = queries.iter().flat_map(|query| pool.views(&query.context));
        let mut texts: Vec<_> = views.map(|view| view.text).collect();
        texts.extend(queries.iter().flat_map(|query| query.context.iter().map(|said| said.text.clone())));
        texts.sort();
        texts.dedup();
        let vectors = self.vectors(embedder, &texts).await?;
        Ok(texts.into_iter().zip(vectors).collect())
    }

    /// The vectors of texts, of which those that were seen before are only read.
    async fn vectors(
        &self,
        embedder: &dyn Embedder,
        texts: &[String],
    ) -> Result<Vec<Vec<f32>>, CommandError> {
        let mut found: Vec<Option<Vec<f32>>> = Vec::with_capacity(texts.len());
        let keys: Vec<_> = texts.iter().map(|text| Fingerprint::of(text)).collect();
        self.with_cache(embedder, |cache| {
            keys.iter().try_for_each(|key| cache.get(key).map(|vector| found.push(vector)))
        })
        .await?;
        let missing: Vec<usize> = (0..texts.len()).filter(|&place| found[place].is_none()).collect();
        for places in missing.chunks(BATCH) {
            let asked = places.iter().map(|&place| texts[place].clone()).collect();
            let made = embedder.embed(asked).await?;
            let kept: Vec<_> = places.iter().map(|&place| keys[place]).zip(made.iter().cloned()).collect();
            self.with_cache(embedder, |cache| cache.put(&kept)).await?;
            places.iter().zip(made).for_each(|(&place, vector)| found[place] = Some(vector));
        }
        Ok(found.into_iter().flatten().collect())
    }

    async fn with_cache<T>(
        &self,
        embedder: &dyn Embedder,
        work: impl FnOnce(&mut VectorCache) -> std::io::Result<T>,
    ) -> Result<T, CommandError> {
        let is_open = lock(&self.kept).is_some();
        if !is_open {
            let probe = embedder.embed(vec![String::from("length")]).await;
            let dimensions = probe?.first().map_or(0, Vec::len);
            let cache = VectorCache::open(&self.folder, embedder.model(), dimensions)
                .map_err(EvaluationError::unkept)?;
            *lock(&self.kept) = Some(cache);
        }
        let mut kept = lock(&self.kept);
        let cache = kept.as_mut().ok_or(EvaluationError::NoVectors)?;
        Ok(work(cache).map_err(EvaluationError::unkept)?)
    }
}

/// Reasons why nothing is measured.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "evaluation")]
pub(crate) enum EvaluationError {
    #[error("no vectors are kept")]
    #[advice("Try again.")]
    NoVectors,
    #[error("vectors can't be kept: {source}")]
    #[advice("See that the disk has space, then try again.")]
    NotKept { source: std::io::Error },
}

impl EvaluationError {
    fn unkept(source: std::io::Error) -> Self {
        Self::NotKept { source }
    }
}

/// How many of the last messages a call is held against.
const CONTEXT: usize = selection::RECENT;

/// The requests of a history, each with the functions that were called for it. What is not there any more is left out.
pub(crate) fn asked_in(
    session: &SessionId,
    history: &[Message],
    functions: &[Arc<FunctionSpec>],
) -> Vec<Labelled> {
    let place = |call: &FunctionCall| {
        let name = call.function.known()?;
        functions.iter().position(|spec| spec.name == *name)
    };
    let mut asked: Vec<Labelled> = Vec::new();
    let mut said: Vec<Said> = Vec::new();
    let mut has_called = false;
    for message in history.iter().filter(|message| message.role != Role::System) {
        let called: Vec<_> = message.calls().filter_map(place).collect();
        if message.role == Role::User {
            has_called = false;
        }
        match asked.last_mut() {
            Some(query) if has_called => query.fitting.extend(called),
            Some(_) | None if called.is_empty() => {}
            Some(_) | None => {
                has_called = true;
                let context = Said::latest(said.iter().rev().cloned(), CONTEXT);
                let (id, group) = (message.id.as_str().to_owned(), session.as_str().to_owned());
                asked.push(Labelled {
                    id,
                    group,
                    context,
                    fitting: called.into_iter().collect(),
                    only: Vec::new(),
                });
            }
        }
        let text = message.text();
        if !text.trim().is_empty() {
            said.push(Said { role: message.role, text });
        }
    }
    asked
}

#[cfg(test)]
mod tests;
