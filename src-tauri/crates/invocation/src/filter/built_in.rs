//! The filters a person can set up without writing code.

use super::replace::Replace;
use super::{CallContext, Filter, FilterKind, FilterPlan, FilterVerdict, RequestContext, RequestDraft};
use crate::{condition, glob};
use content::{DeclinedBy, JsonObject, Outcome, Output};
use futures::future::{BoxFuture, ready};
use std::sync::Arc;

/// A filter as its plan says.
pub(crate) struct BuiltIn(FilterPlan);

impl BuiltIn {
    pub(crate) fn of(plan: &FilterPlan) -> Arc<dyn Filter> {
        Arc::new(Self(plan.clone()))
    }

    /// Its kind, for a call it is about.
    fn kind_for(&self, context: &CallContext) -> Option<&FilterKind> {
        let fits = |pattern: &String| {
            context.function.as_ref().is_some_and(|name| glob::matches_function(pattern, name))
        };
        self.0.function.as_ref().is_none_or(fits).then_some(&self.0.kind)
    }
}

impl Filter for BuiltIn {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn before_call<'a>(
        &'a self,
        context: &'a CallContext,
        arguments: &'a mut JsonObject,
    ) -> BoxFuture<'a, FilterVerdict<Outcome>> {
        let verdict = match self.kind_for(context) {
            Some(FilterKind::BlockFunction { reason }) => {
                let by = DeclinedBy::Filter { name: self.0.name.clone() };
                FilterVerdict::Answer(Outcome::Declined { reason: reason.clone(), by })
            }
            Some(FilterKind::TerminateBefore) => FilterVerdict::Terminate,
            Some(FilterKind::ReplaceArgument { path, value }) => {
                if let Some(argument) = condition::find_mut(arguments, path) {
                    *argument = value.clone();
                }
                FilterVerdict::GoOn
            }
            Some(_) | None => FilterVerdict::GoOn,
        };
        Box::pin(ready(verdict))
    }

    fn after_call<'a>(
        &'a self,
        context: &'a CallContext,
        outcome: &'a mut Outcome,
    ) -> BoxFuture<'a, FilterVerdict<()>> {
        let verdict = match (self.kind_for(context), outcome) {
            (Some(FilterKind::SubstituteOnFailure { output }), outcome @ Outcome::Failed { .. }) => {
                *outcome = Outcome::Returned { output: output.clone() };
                FilterVerdict::GoOn
            }
            (Some(FilterKind::ReplaceInResult { find, replacement }), outcome) => {
                Replace { find, replacement }.in_outcome(outcome);
                FilterVerdict::GoOn
            }
            (Some(FilterKind::TerminateAfter), _) => FilterVerdict::Terminate,
            (Some(_) | None, _) => FilterVerdict::GoOn,
        };
        Box::pin(ready(verdict))
    }

    fn before_request<'a>(
        &'a self,
        _context: &'a RequestContext,
        request: &'a mut RequestDraft,
    ) -> BoxFuture<'a, FilterVerdict<String>> {
        if let FilterKind::AnswerRequest { text } = &self.0.kind {
            return Box::pin(ready(FilterVerdict::Answer(text.clone())));
        }
        if let FilterKind::ReplaceInRequest { find, replacement } = &self.0.kind {
            let replace = Replace { find, replacement };
            request.messages.iter_mut().for_each(|message| replace.in_message(message));
        }
        Box::pin(ready(FilterVerdict::GoOn))
    }

    fn before_prompt<'a>(
        &'a self,
        context: &'a CallContext,
        prompt: &'a mut String,
    ) -> BoxFuture<'a, Option<Output>> {
        let output = match self.kind_for(context) {
            Some(FilterKind::ReplaceInPrompt { find, replacement }) => {
                Replace { find, replacement }.in_text(prompt);
                None
            }
            Some(FilterKind::AnswerPrompt { output }) => Some(output.clone()),
            Some(_) | None => None,
        };
        Box::pin(ready(output))
    }
}
