//! The source of vectors: the model, if there is one, and the file of earlier results.

use crate::about::Fingerprint;
use crate::cache::VectorCache;
use crate::calibration::SMALL_TALK;
use crate::pool::Unembedded;
use crate::unaided::UNAIDED;
use notices::{Describe, Notice};
use ports::{Embedder, EmbedderError};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest wait of a turn for the vectors of its context.
const EMBED_TIMEOUT: Duration = Duration::from_millis(400);
/// The number of recent texts remembered. Every round of a turn asks for most of them again.
const MAX_REMEMBERED_TEXTS: usize = 64;

notices::declare! {
    /// Reasons why only words are compared, beside those of the model.
    #[derive(Copy)]
    pub enum WithoutMeaning: "without-meaning" {
        NoModel = "no model is there",
        Loading = "the model is being loaded",
        TooSlow = "the model took too long",
        LeftOut = "the model left out a text",
        NoWeight = "meanings count nothing in this session",
        Reading { count: usize } = "functions whose meanings are still being read: {count}",
    }
}

/// The model and its results so far.
pub(crate) struct Meaning {
    folder: Option<PathBuf>,
    state: Mutex<State>,
}

struct State {
    model: Result<Model, Notice>,
    lately: VecDeque<(Fingerprint, Vec<f32>)>,
}

#[derive(Clone)]
struct Model {
    embedder: Arc<dyn Embedder>,
    dimensions: usize,
    /// The vectors of small talk. No turn waits for them.
    small_talk: Arc<Vec<Vec<f32>>>,
}

/// A model in use, with its file of vectors.
pub(crate) struct Kept {
    pub(crate) embedder: Arc<dyn Embedder>,
    pub(crate) dimensions: usize,
    /// `None` if vectors can't be stored, which only costs time.
    pub(crate) cache: Option<VectorCache>,
}

impl Meaning {
    /// Without a model meanings are not compared. `folder` is where vectors are stored.
    pub(crate) fn without_model(folder: Option<PathBuf>, reason: Notice) -> Self {
        Self { folder, state: Mutex::new(State { model: Err(reason), lately: VecDeque::new() }) }
    }

    pub(crate) fn lose(&self, reason: Notice) {
        *self.state() = State { model: Err(reason), lately: VecDeque::new() };
    }

    /// Takes a model into use. It first computes the vectors of texts that need no function, so that a broken model is
    /// rejected.
    pub(crate) async fn take(&self, embedder: Arc<dyn Embedder>) -> Result<Vec<Vec<f32>>, EmbedderError> {
        let unaided = embedder.embed(UNAIDED.map(str::to_owned).into()).await?;
        let dimensions = unaided.first().map_or(0, Vec::len);
        if dimensions == 0 {
            return Err(EmbedderError::NoVectors);
        }
        let small_talk = Arc::new(embedder.embed(SMALL_TALK.map(str::to_owned).into()).await?);
        let model = Ok(Model { embedder, dimensions, small_talk });
        *self.state() = State { model, lately: VecDeque::new() };
        Ok(unaided)
    }

    /// The reason why meanings are not compared.
    pub(crate) fn reason(&self) -> Option<Notice> {
        self.state().model.as_ref().err().cloned()
    }

    pub(crate) fn embedder(&self) -> Result<Arc<dyn Embedder>, Notice> {
        self.state().model.clone().map(|model| model.embedder)
    }

    pub(crate) fn kept(&self) -> Option<Kept> {
        let Model { embedder, dimensions, .. } = self.state().model.as_ref().ok()?.clone();
        let open = |folder: &PathBuf| VectorCache::open(folder, embedder.model(), dimensions);
        let cache = self.folder.as_ref().and_then(|folder| match open(folder) {
            Ok(cache) => Some(cache),
            Err(error) => {
                tracing::warn!(%error, "vectors can't be kept");
                None
            }
        });
        Some(Kept { embedder, dimensions, cache })
    }

    pub(crate) fn of_small_talk(&self) -> Option<Arc<Vec<Vec<f32>>>> {
        self.state().model.as_ref().ok().map(|model| Arc::clone(&model.small_talk))
    }

    /// The vectors of the context, or the reason for their absence.
    pub(crate) async fn of_texts(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Notice> {
        let Model { embedder, .. } = self.state().model.clone()?;
        let keys: Vec<_> = texts.iter().map(|text| Fingerprint::of(text)).collect();
        let mut found: Vec<_> = keys.iter().map(|key| self.remembered(key)).collect();
        let missing: Vec<_> = (0..texts.len()).filter(|&place| found[place].is_none()).collect();
        if !missing.is_empty() {
            let asked = missing.iter().map(|&place| texts[place].to_owned()).collect();
            let made = tokio::time::timeout(EMBED_TIMEOUT, embedder.embed(asked)).await;
            let made = made.map_err(|_| WithoutMeaning::TooSlow.notice())?;
            let made = made.map_err(|error| error.notice())?;
            for (place, vector) in missing.into_iter().zip(made) {
                self.remember(keys[place], &vector);
                found[place] = Some(vector);
            }
        }
        found.into_iter().collect::<Option<_>>().ok_or_else(|| WithoutMeaning::LeftOut.notice())
    }

    fn remembered(&self, key: &Fingerprint) -> Option<Vec<f32>> {
        self.state().lately.iter().find(|(known, _)| known == key).map(|(_, vector)| vector.clone())
    }

    fn remember(&self, key: Fingerprint, vector: &[f32]) {
        let lately = &mut self.state().lately;
        if lately.len() == MAX_REMEMBERED_TEXTS {
            lately.pop_front();
        }
        lately.push_back((key, vector.to_vec()));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// The stored vector of a function.
    pub(crate) fn find(&mut self, function: &Unembedded) -> Option<Vec<f32>> {
        let found = self.cache.as_mut()?.get(&function.fingerprint());
        found.unwrap_or_else(|error| {
            tracing::warn!(%error, "a vector can't be read");
            None
        })
    }

    /// Computes the vectors of functions and stores them.
    pub(crate) async fn make(&mut self, functions: &[Unembedded]) -> Result<Vec<Vec<f32>>, EmbedderError> {
        let sentences = functions.iter().flat_map(Unembedded::sentences).collect();
        let made = self.embedder.embed(sentences).await?;
        let vectors: Vec<_> = made.chunks_exact(3).map(Unembedded::join).collect();
        let keys = functions.iter().map(|function| function.fingerprint());
        let pairs: Vec<_> = keys.zip(vectors.iter().cloned()).collect();
        if let Some(cache) = &mut self.cache
            && let Err(error) = cache.put(&pairs)
        {
            tracing::warn!(%error, "vectors can't be kept");
            self.cache = None;
        }
        Ok(vectors)
    }
}
