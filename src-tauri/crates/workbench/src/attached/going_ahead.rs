//! Requests that go to their provider before a turn asks for them, because the turn could only pass them on.

use gateway::{Exchange, HoldRules, Protocol};
use invocation::{Approvals, ChoicePlan, Guidance, SelectionMode, StopPlace, TurnPlan};
use std::sync::Arc;

/// Sends the first request of a conversation on, where nothing in its plan holds it, its response or the calls in that.
pub(super) fn send_first(exchange: &Arc<Exchange>, plan: &TurnPlan) {
    if wants_what_comes(plan) && rules_of(plan) == HoldRules::default() && is_read_later(exchange) {
        exchange.pass_ahead();
    }
}

/// Whether the response can be read after it is delivered: a later request can't name it, and a provider gives it.
pub(super) fn is_read_later(exchange: &Exchange) -> bool {
    exchange.protocol() != Protocol::OpenAiResponses && !exchange.has_no_key()
}

/// The rules by which a response is held in a turn with this plan.
pub(super) fn rules_of(plan: &TurnPlan) -> HoldRules {
    let has = |places: &[StopPlace]| {
        plan.breakpoints.iter().any(|point| point.is_enabled && places.contains(&point.place))
    };
    let calls = [
        StopPlace::AfterResponse,
        StopPlace::BeforeCall,
        StopPlace::OnSchemaViolation,
        StopPlace::OnRepeatedCall,
        StopPlace::OnRepair,
    ];
    let is_asking =
        plan.approvals != Approvals::default() || plan.filters.iter().any(|filter| filter.is_enabled);
    HoldRules {
        calls: has(&calls) || is_asking,
        end: has(&[StopPlace::AfterResponse]),
        errors: has(&[StopPlace::OnError]),
    }
}

/// Whether nothing in a plan stops a turn, or has another wish for a later request than for the first.
pub(super) fn wants_what_comes(plan: &TurnPlan) -> bool {
    !plan.breakpoints.iter().any(|point| point.is_enabled)
        && plan.choice == ChoicePlan::default()
        && plan.selection.mode == SelectionMode::Everything
        && plan.guidance.is_none_or(|guidance| guidance == Guidance::NONE)
}
