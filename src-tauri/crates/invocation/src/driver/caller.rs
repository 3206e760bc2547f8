//! The channel of a running call back to its turn: progress, and prompts through the filters.

use super::Journal;
use super::asked::Questions;
use crate::filter::{CallContext, FilterPassage, FilterSide, Pipeline, Ran, Wrapped};
use content::{CallId, FunctionCall, Output};
use futures::future::BoxFuture;
use ports::{Caller, Progress};
use std::sync::{Arc, Mutex, PoisonError};

/// The turn, as one of its calls sees it.
pub(super) struct CallingTurn {
    pub(super) call: CallId,
    pub(super) journal: Arc<dyn Journal>,
    pub(super) pipeline: Pipeline,
    pub(super) context: CallContext,
    /// The filters that prompts passed through.
    pub(super) passages: Mutex<Vec<FilterPassage>>,
    pub(super) questions: Questions,
}

impl CallingTurn {
    /// Puts the passages of prompts in place: between entering the call and leaving it.
    pub(super) fn with_prompts(&self, wrapped: Wrapped<Ran>) -> Wrapped<Ran> {
        let prompted = std::mem::take(&mut *self.passages.lock().unwrap_or_else(PoisonError::into_inner));
        between(wrapped, prompted)
    }
}

/// Puts events inside a call behind the filters it entered.
pub(super) fn between(wrapped: Wrapped<Ran>, inner: Vec<FilterPassage>) -> Wrapped<Ran> {
    let Wrapped { mut passages, came } = wrapped;
    let entered = passages.iter().take_while(|one| one.side == FilterSide::Entered).count();
    passages.splice(entered..entered, inner);
    Wrapped { passages, came }
}

impl Caller for CallingTurn {
    fn call(&self) -> Option<&FunctionCall> {
        Some(&self.context.call)
    }

    fn progressed(&self, progress: Progress) {
        self.journal.progressed(&self.call, progress);
    }

    fn person_asked(&self) {
        self.questions.ask(&self.call);
    }

    fn person_answered(&self) {
        self.questions.answer(&self.call);
    }

    fn prompt(&self, prompt: String) -> BoxFuture<'_, Result<String, Output>> {
        Box::pin(async move {
            let Wrapped { passages, came } = self.pipeline.prompt(&self.context, prompt).await;
            self.passages.lock().unwrap_or_else(PoisonError::into_inner).extend(passages);
            came
        })
    }
}
