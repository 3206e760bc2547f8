//! One span per step, named by OpenTelemetry's conventions for generative AI. Without a collector no span is created.

use super::revealed;
use crate::{Pause, PausePlace, PauseReason, RequestTerms, Turn, TurnOutcome};
use content::{
    CallId, ExchangeId, Failure, FailureKind, FunctionName, Item, JsonObject, Message, ModelId, Outcome,
    SessionId, Usage,
};
use ports::{ConnectorError, RefusalKind};
use std::sync::Arc;
use tracing::field::Empty;
use tracing::{Span, info_span};

/// The whole turn, which encloses all other spans.
pub(super) fn turn(turn: &Turn, session: Option<&SessionId>) -> Span {
    let speaker = turn.plan().speaking().map(|participant| participant.name.as_str());
    info_span!(
        "invoke_agent",
        otel.name = speaker.map_or_else(|| "invoke_agent".to_owned(), |name| format!("invoke_agent {name}")),
        otel.status_code = Empty,
        gen_ai.operation.name = "invoke_agent",
        gen_ai.agent.name = speaker,
        gen_ai.conversation.id = session.map(display),
        gen_ai.request.model = %turn.plan().speaking_model(),
        gen_ai.usage.input_tokens = Empty,
        gen_ai.usage.output_tokens = Empty,
        error.r#type = Empty,
        callwright.turn.id = %turn.id(),
        callwright.turn.rounds = Empty,
        callwright.turn.outcome = Empty,
    )
}

pub(super) fn ended(span: &Span, turn: &Turn) {
    tell_usage(span, turn.usage());
    span.record("callwright.turn.rounds", turn.round());
    let Some(outcome) = turn.outcome() else { return };
    let name = match outcome {
        TurnOutcome::Answered => "answered",
        TurnOutcome::Stopped => "stopped",
        TurnOutcome::LimitReached { .. } => "limit_reached",
        TurnOutcome::Unanswered { .. } => "unanswered",
        TurnOutcome::Silent { .. } => "silent",
        TurnOutcome::Terminated { .. } => "terminated",
        TurnOutcome::Failed { .. } => "failed",
    };
    span.record("callwright.turn.outcome", name);
    if matches!(outcome, TurnOutcome::Failed { .. }) {
        fail(span, "turn_failed");
    }
}

pub(super) fn selection(functions: usize) -> Span {
    info_span!(
        "select_functions",
        callwright.functions.known = functions,
        callwright.functions.offered = Empty
    )
}

pub(super) fn resolution(calls: usize) -> Span {
    info_span!("resolve_calls", callwright.calls = calls)
}

/// A turn that waits at a stop.
pub(super) fn pause(pause: &Pause) -> Span {
    let place = match pause.place {
        PausePlace::BeforeRequest => "before_request",
        PausePlace::DuringAnswer => "during_answer",
        PausePlace::AfterResponse => "after_response",
        PausePlace::BeforeCall { .. } => "before_call",
        PausePlace::AfterCall { .. } => "after_call",
    };
    info_span!(
        "await_person",
        callwright.stop.number = pause.number,
        callwright.stop.place = place,
        callwright.stop.reason = reason(pause.reason),
        gen_ai.tool.call.id = pause.place.call().map(display),
    )
}

fn reason(reason: PauseReason) -> &'static str {
    match reason {
        PauseReason::Breakpoint => "breakpoint",
        PauseReason::Step => "step",
        PauseReason::Interrupted => "interrupted",
        PauseReason::EditRefused => "edit_refused",
        PauseReason::NameRepaired => "name_repaired",
        PauseReason::ConsentNeeded => "consent_needed",
        PauseReason::ResultWanted => "result_wanted",
        PauseReason::Approval => "approval",
        PauseReason::HandedBack => "handed_back",
        PauseReason::RequestFailed => "request_failed",
    }
}

/// One request to a model.
pub(super) fn chat(terms: &RequestTerms, exchange: &ExchangeId, session: Option<&SessionId>) -> Span {
    let RequestTerms { model, settings, .. } = terms;
    info_span!(
        "chat",
        otel.name = format!("chat {model}"),
        otel.kind = "client",
        otel.status_code = Empty,
        gen_ai.operation.name = "chat",
        gen_ai.provider.name = Empty,
        gen_ai.conversation.id = session.map(display),
        gen_ai.request.model = %model,
        gen_ai.request.temperature = settings.temperature,
        gen_ai.request.top_p = settings.top_p,
        gen_ai.request.max_tokens = settings.max_output_tokens,
        gen_ai.request.seed = settings.seed,
        gen_ai.usage.input_tokens = Empty,
        gen_ai.usage.output_tokens = Empty,
        gen_ai.usage.cache_read.input_tokens = Empty,
        gen_ai.input.messages = Empty,
        gen_ai.output.messages = Empty,
        error.r#type = Empty,
        callwright.exchange.id = %exchange,
    )
}

/// The terms of a request that completes a call.
pub(super) fn plain_terms(model: &ModelId) -> RequestTerms {
    RequestTerms {
        model: model.clone(),
        choice: ports::FunctionChoice::None,
        calls: ports::CallOptions::default(),
        settings: ports::RequestSettings::default(),
        lead: None,
    }
}

pub(super) fn asked(span: &Span, messages: &[Arc<Message>]) {
    if revealed::is_wanted() {
        span.record("gen_ai.input.messages", revealed::messages(messages));
    }
}

pub(super) fn answered(span: &Span, items: &[Item], usage: Option<Usage>) {
    tell_usage(span, usage.unwrap_or_default());
    if revealed::is_wanted() {
        span.record("gen_ai.output.messages", revealed::answer(items));
    }
}

pub(super) fn unanswered(span: &Span, error: &ConnectorError) {
    fail(span, kind_of(error));
}

fn tell_usage(span: &Span, usage: Usage) {
    span.record("gen_ai.usage.input_tokens", usage.input);
    span.record("gen_ai.usage.output_tokens", usage.output);
    span.record("gen_ai.usage.cache_read.input_tokens", usage.cached);
}

/// One call of a function.
pub(super) fn tool(
    function: &FunctionName,
    call: &CallId,
    arguments: &JsonObject,
    session: Option<&SessionId>,
) -> Span {
    let span = info_span!(
        "execute_tool",
        otel.name = format!("execute_tool {function}"),
        otel.status_code = Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.conversation.id = session.map(display),
        gen_ai.tool.name = %function,
        gen_ai.tool.type = "function",
        gen_ai.tool.call.id = %call,
        gen_ai.tool.call.arguments = Empty,
        gen_ai.tool.call.result = Empty,
        error.r#type = Empty,
    );
    if revealed::is_wanted() {
        span.record("gen_ai.tool.call.arguments", revealed::arguments(arguments));
    }
    span
}

pub(super) fn returned(span: &Span, outcome: &Outcome) {
    match outcome {
        Outcome::Returned { .. } => {}
        Outcome::Failed { failure: Failure { kind, .. } } => fail(span, kind_of_failure(*kind)),
        Outcome::Declined { .. } => fail(span, "declined"),
    }
    if revealed::is_wanted() {
        span.record("gen_ai.tool.call.result", revealed::result(outcome));
    }
}

/// The reason is content, so it is left out.
pub(super) fn fail(span: &Span, kind: &'static str) {
    span.record("otel.status_code", "ERROR");
    span.record("error.type", kind);
}

fn kind_of_failure(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::UnknownFunction => "unknown_function",
        FailureKind::InvalidArguments => "invalid_arguments",
        FailureKind::Reported => "reported",
        FailureKind::NotRun => "not_run",
    }
}

fn kind_of(error: &ConnectorError) -> &'static str {
    match error {
        ConnectorError::UnknownModel { .. } => "unknown_model",
        ConnectorError::UnreadableScript { .. } => "unreadable_script",
        ConnectorError::ScriptEnded { .. } => "script_ended",
        ConnectorError::MissingKey { .. } => "missing_key",
        ConnectorError::Misconfigured { .. } => "misconfigured",
        ConnectorError::NotPossible { .. } => "not_possible",
        ConnectorError::Planned { .. } => "planned",
        ConnectorError::FunctionsRefused { .. } => "functions_refused",
        ConnectorError::Unreachable { .. } => "unreachable",
        ConnectorError::TimedOut { .. } => "timeout",
        ConnectorError::Redirected { .. } => "redirected",
        ConnectorError::Refused(refusal) => kind_of_refusal(refusal.kind),
        ConnectorError::Unreadable { .. } => "unreadable",
        ConnectorError::BrokenOff => "broken_off",
        ConnectorError::TooLong { .. } => "too_long",
        ConnectorError::Cancelled => "cancelled",
    }
}

fn kind_of_refusal(kind: RefusalKind) -> &'static str {
    match kind {
        RefusalKind::Key => "key",
        RefusalKind::NotPermitted => "not_permitted",
        RefusalKind::UnknownModel => "unknown_model",
        RefusalKind::TooLong => "history_too_long",
        RefusalKind::RateLimited => "rate_limited",
        RefusalKind::QuotaUsedUp => "quota_used_up",
        RefusalKind::Filtered => "filtered",
        RefusalKind::NoFunctions => "no_functions",
        RefusalKind::RejectedCall => "rejected_call",
        RefusalKind::VoidThinking => "void_thinking",
        RefusalKind::AlteredThinking => "altered_thinking",
        RefusalKind::BadRequest => "bad_request",
        RefusalKind::Busy => "busy",
        RefusalKind::Fault => "fault",
    }
}
