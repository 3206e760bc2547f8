//! The filters a person can set up without writing code.

use super::{CallContext, Filter, FilterKind, FilterPlan, FilterVerdict, RequestContext, RequestDraft};
use crate::{condition, glob};
use content::{Item, JsonObject, Message, Outcome, Output};
use futures::future::{BoxFuture, ready};
use serde_json::Value;
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
                FilterVerdict::Answer(Outcome::Declined { reason: reason.clone() })
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
            (Some(FilterKind::ReplaceInResult { find, replacement }), Outcome::Returned { output }) => {
                replace_in_output(output, find, replacement);
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
        let verdict = match &self.0.kind {
            FilterKind::ReplaceInRequest { find, replacement } => {
                request
                    .messages
                    .iter_mut()
                    .for_each(|message| replace_in_message(message, find, replacement));
                FilterVerdict::GoOn
            }
            FilterKind::AnswerRequest { text } => FilterVerdict::Answer(text.clone()),
            FilterKind::ReplaceArgument { .. }
            | FilterKind::BlockFunction { .. }
            | FilterKind::SubstituteOnFailure { .. }
            | FilterKind::ReplaceInResult { .. }
            | FilterKind::TerminateBefore
            | FilterKind::TerminateAfter
            | FilterKind::ReplaceInPrompt { .. }
            | FilterKind::AnswerPrompt { .. } => FilterVerdict::GoOn,
        };
        Box::pin(ready(verdict))
    }

    fn before_prompt<'a>(
        &'a self,
        context: &'a CallContext,
        prompt: &'a mut String,
    ) -> BoxFuture<'a, Option<Output>> {
        let output = match self.kind_for(context) {
            Some(FilterKind::ReplaceInPrompt { find, replacement }) => {
                *prompt = replaced(prompt, find, replacement);
                None
            }
            Some(FilterKind::AnswerPrompt { output }) => Some(output.clone()),
            Some(_) | None => None,
        };
        Box::pin(ready(output))
    }
}

/// Nothing is found everywhere, so looking for nothing finds nothing.
fn replaced(text: &str, find: &str, replacement: &str) -> String {
    if find.is_empty() { text.to_owned() } else { text.replace(find, replacement) }
}

/// A message that does not change stays shared.
fn replace_in_message(message: &mut Arc<Message>, find: &str, replacement: &str) {
    let has_it = |item: &Item| matches!(item, Item::Text { text } if text.contains(find));
    if find.is_empty() || !message.items.iter().any(has_it) {
        return;
    }
    for item in &mut Arc::make_mut(message).items {
        if let Item::Text { text } = item {
            *text = replaced(text, find, replacement);
        }
    }
}

fn replace_in_output(output: &mut Output, find: &str, replacement: &str) {
    match output {
        Output::Text { text } => *text = replaced(text, find, replacement),
        Output::Json { value } => replace_in_value(value, find, replacement),
        Output::Several { parts } => {
            parts.iter_mut().for_each(|part| replace_in_output(part, find, replacement))
        }
        Output::Nothing | Output::Media { .. } => {}
    }
}

fn replace_in_value(value: &mut Value, find: &str, replacement: &str) {
    match value {
        Value::String(text) => *text = replaced(text, find, replacement),
        Value::Array(values) => {
            values.iter_mut().for_each(|value| replace_in_value(value, find, replacement))
        }
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| replace_in_value(value, find, replacement));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
