//! Replies to the model about calls that do not run, and about calls that failed.

use super::Turn;
use crate::policy::{ErrorDetail, fill_in};
use crate::stage::PendingCall;
use crate::{Permission, TurnEvent, TurnFinding, TurnRecord};
use content::{CallArguments, CallId, DeclinedBy, Failure, FailureKind, Origin, Outcome, Output};
use ports::{OfferedNames, Resolution};

/// The message of a failure without a reason.
const FAILED: &str = "The function failed.";

impl Turn {
    /// The refusal of a call that does not run, in words for the model.
    pub(super) fn refusal(&self, pending: &PendingCall) -> Option<TurnRecord> {
        if self.plan.is_run_outside() {
            let is_barred = self.permission(pending) == Permission::Never;
            let declined = Outcome::Declined { reason: String::new(), by: DeclinedBy::Rule };
            return is_barred.then(|| ended_with(&pending.call.id, declined));
        }
        if let Some(record) = self.odd_refusal(pending) {
            return Some(record);
        }
        let outcome = match (&pending.resolution, &pending.call.arguments) {
            (Some(Resolution::Refused { failure, .. }), _) => {
                Outcome::Failed { failure: self.worded(pending, failure) }
            }
            (Some(Resolution::Runnable { .. }), CallArguments::Malformed { reason, .. }) => {
                let message = format!("the arguments are not JSON: {reason}");
                let failure = Failure { kind: FailureKind::InvalidArguments, message };
                Outcome::Failed { failure: self.worded(pending, &failure) }
            }
            (Some(Resolution::Runnable { .. }), _) if self.permission(pending) == Permission::Never => {
                Outcome::Declined { reason: String::new(), by: DeclinedBy::Rule }
            }
            (Some(Resolution::Runnable { .. }) | None, _) => return self.repeated(pending),
        };
        Some(ended_with(&pending.call.id, outcome))
    }

    fn worded(&self, pending: &PendingCall, failure: &Failure) -> Failure {
        let templates = &self.plan.policies.templates;
        let is_malformed = matches!(pending.call.arguments, CallArguments::Malformed { .. });
        let template = match failure.kind {
            // A library with templates for both cases checks the arguments first.
            FailureKind::UnknownFunction if is_malformed && templates.invalid_arguments.is_some() => {
                &templates.invalid_arguments
            }
            FailureKind::UnknownFunction => &templates.unknown_function,
            FailureKind::InvalidArguments => &templates.invalid_arguments,
            FailureKind::Reported | FailureKind::NotRun => &None,
        };
        let Some(template) = template else { return failure.clone() };
        let function = self.called(pending);
        let message = fill_in(template, &function, &failure.message);
        Failure { kind: failure.kind, message }
    }

    /// The outcome of a call that a person declined. The reason is appended if the wording has no place for it.
    pub(super) fn declined(&self, call: &CallId, reason: &str) -> Outcome {
        let reason = reason.trim();
        let pending = self.pending().iter().find(|pending| pending.call.id == *call);
        let function = pending.map(|pending| self.called(pending)).unwrap_or_default();
        let words = self.plan.policies.templates.declined.as_deref().map(|template| {
            let words = fill_in(template, &function, reason);
            let has_place = template.contains("{reason}");
            if has_place { words } else { format!("{words} {reason}") }.trim().to_owned()
        });
        Outcome::Declined { reason: reason.to_owned(), by: DeclinedBy::Person { words } }
    }

    /// The function as the model called it.
    fn called(&self, pending: &PendingCall) -> String {
        let usual = OfferedNames::default();
        self.names().unwrap_or(&usual).called(&pending.call.function)
    }

    /// The end of a call as the model receives it, which may be less than the outcome.
    pub(super) fn ended(&self, call: CallId, outcome: Outcome, origin: Option<Origin>) -> Vec<TurnRecord> {
        let (told, finding) = self.heard(&call, &outcome);
        let whole = (told != outcome).then_some(outcome);
        let ended = TurnEvent::CallEnded { call, outcome: told, whole, origin, answered_from: None };
        let mut records = vec![TurnRecord::Event(ended)];
        records.extend(finding.map(|finding| TurnRecord::Event(TurnEvent::Noticed { finding })));
        records
    }

    fn heard(&self, call: &CallId, outcome: &Outcome) -> (Outcome, Option<TurnFinding>) {
        match outcome {
            Outcome::Failed { failure } if failure.kind == FailureKind::Reported => {
                (Outcome::Failed { failure: self.brief(call, failure) }, None)
            }
            Outcome::Returned { output } => match self.cut(output) {
                Some((output, kept, whole)) => {
                    let finding = TurnFinding::CutResult { call: call.clone(), kept, whole };
                    (Outcome::Returned { output }, Some(finding))
                }
                None => (outcome.clone(), None),
            },
            Outcome::Failed { .. } | Outcome::Declined { .. } => (outcome.clone(), None),
        }
    }

    fn brief(&self, call: &CallId, failure: &Failure) -> Failure {
        match self.plan.policies.errors {
            ErrorDetail::Full => failure.clone(),
            ErrorDetail::Brief => {
                let template = self.plan.policies.templates.failed.as_deref().unwrap_or(FAILED);
                let pending = self.pending().iter().find(|pending| pending.call.id == *call);
                let function = pending.map(|pending| self.called(pending)).unwrap_or_default();
                Failure { kind: failure.kind, message: fill_in(template, &function, "") }
            }
        }
    }

    /// The beginning of a result that exceeds the allowed length, with both lengths.
    fn cut(&self, output: &Output) -> Option<(Output, usize, usize)> {
        let limit = self.plan.limits.result_letters? as usize;
        let text = match output {
            Output::Text { text } => text.clone(),
            Output::Json { value } => value.to_string(),
            // Parts stay separate, and media have no text to cut.
            Output::Nothing | Output::Media { .. } | Output::Several { .. } => return None,
        };
        let whole = text.chars().count();
        if whole <= limit {
            return None;
        }
        let kept: String = text.chars().take(limit).collect();
        let text = format!("{kept}… [cut: {limit} of {whole} letters]");
        Some((Output::Text { text }, limit, whole))
    }
}

pub(super) fn not_run(call: &CallId, message: &str) -> TurnRecord {
    let failure = Failure { kind: FailureKind::NotRun, message: message.to_owned() };
    ended_with(call, Outcome::Failed { failure })
}

pub(super) fn ended_with(call: &CallId, outcome: Outcome) -> TurnRecord {
    let call = call.clone();
    TurnRecord::Event(TurnEvent::CallEnded { call, outcome, whole: None, origin: None, answered_from: None })
}
