//! Filters around one request, one call or one prompt: they enter in order and leave in reverse.

use super::passages::Passages;
use super::{
    CallContext, Filter, FilterEffect, FilterPassage, FilterVerdict, Filtered, RequestContext, RequestDraft,
};
use content::{Failure, FailureKind, Item, JsonObject, Origin, Outcome, Output};
use notices::Notice;
use ports::FunctionError;
use std::sync::Arc;

/// What came of something inside its filters.
pub(crate) struct Wrapped<T> {
    pub(crate) passages: Vec<FilterPassage>,
    pub(crate) came: T,
}

/// How a call came out.
pub(crate) enum Ran {
    Ended { outcome: Outcome, origin: Option<Origin> },
    Broke { reason: Notice },
    Cancelled,
}

/// What is to happen to a request.
pub(crate) enum Admitted {
    Send,
    Answer(String),
    Terminate(String),
}

/// A result on its way out.
struct Outgoing {
    outcome: Outcome,
    origin: Option<Origin>,
    /// Why the function broke, as long as no filter has put something in the place of that.
    broke: Option<Notice>,
}

/// The filters of a turn, the outermost first.
#[derive(Clone, Default)]
pub(crate) struct Pipeline(Vec<Arc<dyn Filter>>);

impl Pipeline {
    pub(crate) fn new(filters: Vec<Arc<dyn Filter>>) -> Self {
        Self(filters)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) async fn call<F>(
        &self,
        context: &CallContext,
        mut arguments: JsonObject,
        run: impl FnOnce(JsonObject) -> F,
    ) -> Wrapped<Ran>
    where
        F: Future<Output = Result<Output, FunctionError>>,
    {
        let mut passages = Passages::new(Filtered::Call { call: context.call.id.clone() });
        let (entered, own) = self.enter_call(context, &mut arguments, &mut passages).await;
        let result = match own {
            Some(outcome) => Outgoing { outcome, origin: Some(Origin::Application), broke: None },
            None => match run(arguments).await {
                Ok(output) => Outgoing { outcome: Outcome::Returned { output }, origin: None, broke: None },
                Err(FunctionError::Report(failure)) => {
                    Outgoing { outcome: Outcome::Failed { failure }, origin: None, broke: None }
                }
                Err(FunctionError::Broken { reason }) => {
                    Outgoing { outcome: failed(reason.to_string()), origin: None, broke: Some(reason) }
                }
                Err(FunctionError::Cancelled) => {
                    return Wrapped { passages: passages.into_told(), came: Ran::Cancelled };
                }
            },
        };
        let result = self.leave_call(context, entered, result, &mut passages).await;
        let came = match result.broke {
            Some(reason) => Ran::Broke { reason },
            None => Ran::Ended { outcome: result.outcome, origin: result.origin },
        };
        Wrapped { passages: passages.into_told(), came }
    }

    /// How many filters were passed on the way in, and the outcome that one of them gave.
    async fn enter_call(
        &self,
        context: &CallContext,
        arguments: &mut JsonObject,
        passages: &mut Passages,
    ) -> (usize, Option<Outcome>) {
        for (entered, filter) in self.0.iter().enumerate() {
            let before = arguments.clone();
            match filter.before_call(context, arguments).await {
                FilterVerdict::GoOn if *arguments == before => {
                    passages.entered(filter, FilterEffect::PassedOn)
                }
                FilterVerdict::GoOn => {
                    let arguments = arguments.clone();
                    passages.entered(filter, FilterEffect::ChangedArguments { arguments });
                }
                FilterVerdict::Answer(outcome) => {
                    passages.entered(filter, FilterEffect::Answered { outcome: outcome.clone() });
                    return (entered, Some(outcome));
                }
                FilterVerdict::Terminate => {
                    passages.entered(filter, FilterEffect::Terminated);
                    return (entered, Some(not_run(filter.name())));
                }
            }
        }
        (self.0.len(), None)
    }

    async fn leave_call(
        &self,
        context: &CallContext,
        entered: usize,
        mut result: Outgoing,
        passages: &mut Passages,
    ) -> Outgoing {
        for filter in self.0.iter().take(entered).rev() {
            let before = result.outcome.clone();
            let verdict = filter.after_call(context, &mut result.outcome).await;
            if result.outcome == before {
                passages.left(filter, FilterEffect::PassedOn);
            } else {
                passages.left(filter, FilterEffect::ReplacedResult { before });
                result.origin = Some(Origin::Edited);
                result.broke = result.broke.and_then(|_| words_of_failure(&result.outcome));
            }
            if verdict == FilterVerdict::Terminate {
                passages.left(filter, FilterEffect::Terminated);
            }
        }
        result
    }

    /// The prompt as the filters leave it, or the result that one of them gives in its place.
    pub(crate) async fn prompt(
        &self,
        context: &CallContext,
        mut prompt: String,
    ) -> Wrapped<Result<String, Output>> {
        let mut passages = Passages::new(Filtered::Prompt { call: context.call.id.clone() });
        for filter in &self.0 {
            let before = prompt.clone();
            match filter.before_prompt(context, &mut prompt).await {
                Some(output) => {
                    let outcome = Outcome::Returned { output: output.clone() };
                    passages.entered(filter, FilterEffect::Answered { outcome });
                    return Wrapped { passages: passages.into_told(), came: Err(output) };
                }
                None if prompt == before => passages.entered(filter, FilterEffect::PassedOn),
                None => passages.entered(filter, FilterEffect::ChangedPrompt { text: prompt.clone() }),
            }
        }
        Wrapped { passages: passages.into_told(), came: Ok(prompt) }
    }

    pub(crate) async fn request(
        &self,
        context: &RequestContext,
        draft: &mut RequestDraft,
    ) -> Wrapped<Admitted> {
        let mut passages = Passages::new(Filtered::Request);
        for filter in &self.0 {
            let before = draft.clone();
            match filter.before_request(context, draft).await {
                FilterVerdict::GoOn if is_same(draft, &before) => {
                    passages.entered(filter, FilterEffect::PassedOn)
                }
                FilterVerdict::GoOn => passages.entered(filter, FilterEffect::ChangedRequest),
                FilterVerdict::Answer(text) => {
                    passages.entered(filter, FilterEffect::AnsweredRequest { text: text.clone() });
                    return Wrapped { passages: passages.into_told(), came: Admitted::Answer(text) };
                }
                FilterVerdict::Terminate => {
                    let came = Admitted::Terminate(filter.name().to_owned());
                    passages.entered(filter, FilterEffect::Terminated);
                    return Wrapped { passages: passages.into_told(), came };
                }
            }
        }
        Wrapped { passages: passages.into_told(), came: Admitted::Send }
    }

    pub(crate) async fn response(
        &self,
        context: &RequestContext,
        items: &mut Vec<Item>,
    ) -> Vec<FilterPassage> {
        let mut passages = Passages::new(Filtered::Request);
        for filter in self.0.iter().rev() {
            let before = items.clone();
            let verdict = filter.after_response(context, items).await;
            let is_same = *items == before;
            passages
                .left(filter, if is_same { FilterEffect::PassedOn } else { FilterEffect::ChangedResponse });
            if verdict == FilterVerdict::Terminate {
                passages.left(filter, FilterEffect::Terminated);
            }
        }
        passages.into_told()
    }
}

/// Messages are nearly always the very ones they were, which is seen without reading them.
fn is_same(left: &RequestDraft, right: &RequestDraft) -> bool {
    let mut pairs = left.messages.iter().zip(&right.messages);
    left.messages.len() == right.messages.len()
        && pairs.all(|(left, right)| Arc::ptr_eq(left, right) || left == right)
        && left.functions == right.functions
        && left.terms == right.terms
}

fn not_run(filter: &str) -> Outcome {
    let message = format!("not run: the filter {filter} ended the turn");
    Outcome::Failed { failure: Failure { kind: FailureKind::NotRun, message } }
}

/// A function that broke is still at fault where a filter changed only the words for it.
fn words_of_failure(outcome: &Outcome) -> Option<Notice> {
    match outcome {
        Outcome::Failed { failure } => Some(Notice::as_written(&failure.message)),
        Outcome::Returned { .. } | Outcome::Declined { .. } => None,
    }
}

fn failed(message: String) -> Outcome {
    Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message } }
}
