//! Where a program is held, and for how long.

use super::super::going_ahead::{is_read_later, rules_of, wants_what_comes};
use super::super::patience::Client;
use super::Conversation;
use crate::contract::OnTimeout;
use crate::locking::lock;
use functions::FunctionSettings;
use gateway::{Complaint, Exchange, HoldRules, Waits};
use invocation::{Approvals, Breakpoint};
use std::sync::Arc;
use std::time::Duration;

/// The time before the end of a program's patience at which it is answered.
const STOP_GRACE: Duration = Duration::from_secs(3);

impl Conversation {
    pub(in crate::attached) fn breaks_at(&self, breakpoints: &[Breakpoint]) {
        if let Some(plan) = &mut lock(&self.state).plan {
            breakpoints.clone_into(&mut plan.breakpoints);
        }
    }

    /// What a person is asked about from now on.
    pub(in crate::attached) fn asks_for(&self, approvals: Approvals) {
        if let Some(plan) = &mut lock(&self.state).plan {
            plan.approvals = approvals;
        }
    }

    /// The breakpoints of the session, with what was changed in those of its program since its last turn.
    pub(in crate::attached) fn follow_program(&self, own: Vec<Breakpoint>) -> Vec<Breakpoint> {
        let now = self.program.settings().breakpoints;
        let before = std::mem::replace(&mut lock(&self.state).of_program, now.clone());
        followed(own, &before, now)
    }

    pub(in crate::attached) fn steps(&self, is_stepping: bool) {
        lock(&self.state).is_stepping = is_stepping;
    }

    /// Somebody has a say in the turn from now on.
    pub(in crate::attached) fn touched(&self) {
        lock(&self.state).is_untouched = false;
    }

    /// The turn wants a request to go on with this body. Where its response is held, the program may have got something else than
    /// the turn.
    pub(in crate::attached) fn goes_on(&self, exchange: &Exchange, body: &[u8], rules: HoldRules) {
        lock(&self.state).is_untouched =
            exchange.arrived().body == body && (exchange.has_gone_ahead() || rules == HoldRules::default());
    }

    /// Sends a request on that need not wait for its turn: the one before it went on as it arrived, and nothing can hold this one,
    /// its response or the calls in that.
    pub(in crate::attached) fn go_ahead(&self, exchange: &Arc<Exchange>, functions: &FunctionSettings) {
        let breakpoints = self.program.settings().breakpoints;
        let is_free = {
            let state = lock(&self.state);
            let is_as_begun = breakpoints == state.of_program;
            state.is_untouched && is_as_begun && state.plan.as_deref().is_some_and(wants_what_comes)
        };
        if is_free
            && self.rules_with(functions) == HoldRules::default()
            && is_read_later(exchange)
            && self.program.lets_pass()
        {
            exchange.pass_ahead();
        }
    }

    /// The rules by which a response is held now. A call that a stand-in answers is not to reach the program, nor one that
    /// meets a fault.
    pub(in crate::attached) fn rules_with(&self, functions: &FunctionSettings) -> HoldRules {
        let rules = self.rules();
        let has_other_answers = !functions.stand_ins.is_empty() || self.program.has_function_faults();
        HoldRules { calls: rules.calls || has_other_answers, ..rules }
    }

    /// The rules by which a response is held now.
    pub(in crate::attached) fn rules(&self) -> HoldRules {
        let state = lock(&self.state);
        let rules = state.plan.as_deref().map(rules_of).unwrap_or_default();
        HoldRules { calls: rules.calls || (state.plan.is_some() && state.is_stepping), ..rules }
    }

    /// The program waits for a decision.
    pub(in crate::attached) fn waits(&self, waits: Waits) {
        let under_way = self.under_way();
        if let Some(exchange) = &under_way {
            exchange.wait(waits);
        }
        if waits == Waits::No || under_way.is_none() {
            self.program.holds_no_more(&self.session);
        }
        if let Some(attached) = self.attached.upgrade() {
            attached.changed();
        }
    }

    /// How long the program waits from now on, as far as that is known. Its patience began with its request, whatever stops there
    /// were since. A stream is kept alive, so it ends only for a client that waits so long for all of it.
    pub(in crate::attached) fn patience(&self) -> Option<Duration> {
        let exchange = self.under_way()?;
        let client = Client::of(&exchange.arrived().headers);
        let patience = if exchange.request().streams { client.total } else { client.patience }?;
        Some(patience.saturating_sub(exchange.age()))
    }

    /// The time at which something has to happen for a program that would leave, and what.
    pub(in crate::attached) fn deadline(&self) -> Option<(Duration, OnTimeout)> {
        let patience = self.patience()?;
        let on_timeout = self.program.settings().on_timeout;
        (on_timeout != OnTimeout::Hold).then(|| (patience.saturating_sub(STOP_GRACE), on_timeout))
    }

    /// Gives the program an error in place of the response it waits for.
    pub(in crate::attached) fn fail(&self, complaint: &Complaint) {
        if let Some(exchange) = self.under_way() {
            exchange.fail(complaint, None);
        }
    }
}

fn followed(mut own: Vec<Breakpoint>, before: &[Breakpoint], now: Vec<Breakpoint>) -> Vec<Breakpoint> {
    let is_gone = |one: &Breakpoint| {
        before.iter().any(|known| known.id == one.id) && !now.iter().any(|known| known.id == one.id)
    };
    own.retain(|one| !is_gone(one));
    for changed in now.into_iter().filter(|one| !before.contains(one)) {
        match own.iter_mut().find(|one| one.id == changed.id) {
            Some(one) => *one = changed,
            None => own.push(changed),
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::followed;
    use invocation::{Breakpoint, StopPlace};

    fn point(id: &str, is_enabled: bool) -> Breakpoint {
        Breakpoint { is_enabled, ..Breakpoint::at(id, StopPlace::BeforeCall) }
    }

    #[test]
    fn a_session_follows_what_changes_for_its_program_and_keeps_what_is_its_own() {
        let before = [point("a", false), point("b", false), point("c", false)];
        let own = vec![point("a", false), point("b", true), point("c", false), point("mine", true)];
        assert_eq!(followed(own.clone(), &before, before.to_vec()), own);
        let now = vec![point("a", true), point("b", false), point("new", true)];
        let expected = [point("a", true), point("b", true), point("mine", true), point("new", true)];
        assert_eq!(followed(own, &before, now), expected);
    }
}
