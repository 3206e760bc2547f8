//! Test doubles: a clock that ticks on demand and ids that count, so that two runs of a test are identical.

use crate::{Clock, Embedder, EmbedderError, IdSource};
use content::{CallId, ExchangeId, MessageId, SessionId, Timestamp, TurnId};
use futures::FutureExt;
use futures::future::BoxFuture;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

/// Starts at the same moment in every test and advances by one millisecond per reading.
#[derive(Debug)]
pub struct TickingClock(AtomicI64);

impl Default for TickingClock {
    fn default() -> Self {
        Self(AtomicI64::new(1_767_225_600_000))
    }
}

impl Clock for TickingClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Counts each kind of id from one.
#[derive(Debug, Default)]
pub struct CountingIds {
    sessions: AtomicU32,
    turns: AtomicU32,
    messages: AtomicU32,
    calls: AtomicU32,
    exchanges: AtomicU32,
}

fn next(prefix: &str, counter: &AtomicU32) -> String {
    format!("{prefix}-{}", counter.fetch_add(1, Ordering::Relaxed) + 1)
}

impl IdSource for CountingIds {
    fn session(&self) -> SessionId {
        SessionId::new(next("session", &self.sessions))
    }

    fn turn(&self) -> TurnId {
        TurnId::new(next("turn", &self.turns))
    }

    fn message(&self) -> MessageId {
        MessageId::new(next("message", &self.messages))
    }

    fn call(&self) -> CallId {
        CallId::new(next("call", &self.calls))
    }

    fn exchange(&self) -> ExchangeId {
        ExchangeId::new(next("exchange", &self.exchanges))
    }
}

/// Returns similar vectors for texts with the same words, and remembers every text.
#[derive(Debug, Default)]
pub struct WordEmbedder {
    pub asked: Mutex<Vec<String>>,
}

impl Embedder for WordEmbedder {
    fn model(&self) -> &str {
        "words"
    }

    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderError>> {
        let vectors = texts.iter().map(|text| vector_of_words(text)).collect();
        if let Ok(mut asked) = self.asked.lock() {
            asked.extend(texts);
        }
        async move { Ok(vectors) }.boxed()
    }
}

fn vector_of_words(text: &str) -> Vec<f32> {
    const DIMENSIONS: u64 = 64;
    let mut vector = vec![0.0f32; 64];
    for word in
        text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() > 2)
    {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        if let Some(value) =
            usize::try_from(hasher.finish() % DIMENSIONS).ok().and_then(|place| vector.get_mut(place))
        {
            *value += 1.0;
        }
    }
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    vector.iter().map(|value| value / length).collect()
}
