//! Maps inputs to records. Nothing changes here.

use super::cut::cut_by_provider;
use super::odd::odd_calls;
use super::refuse::not_run;
use super::{Turn, noted};
use crate::failure::TurnFailure;
use crate::policy::OnBroken;
use crate::stage::Stage;
use crate::{InputKind, Limit, Misuse, TurnEvent, TurnInput, TurnOutcome, TurnRecord};
use content::{CallId, Failure, FailureKind, Item, Origin, Outcome};
use notices::Notice;
use ports::{IdSource, Oddity, OfferedNames};

impl Turn {
    /// Takes an input. The returned records belong in the log before anyone sees their contents.
    pub fn apply(&mut self, input: TurnInput, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        let mut records = self.decide(input, ids)?;
        for record in &mut records {
            self.fill_in(record);
            self.evolve(record);
        }
        self.settle(ids, &mut records);
        Ok(records)
    }

    fn decide(&self, input: TurnInput, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        if self.outcome().is_some() {
            return Err(Misuse::Ended);
        }
        match input {
            TurnInput::Answer(answer) => self.answer(answer, ids),
            TurnInput::PauseRequested => Ok(noted(TurnEvent::PauseRequested)),
            TurnInput::BreakpointsChanged(breakpoints) => {
                Ok(noted(TurnEvent::BreakpointsChanged { breakpoints }))
            }
            TurnInput::ApprovalsChanged(approvals) => Ok(noted(TurnEvent::ApprovalsChanged { approvals })),
            TurnInput::SettingsChanged(settings) => Ok(noted(TurnEvent::SettingsChanged { settings })),
            TurnInput::Noticed(finding) => Ok(noted(TurnEvent::Noticed { finding })),
            TurnInput::Stop => Ok(self.close(TurnOutcome::Stopped, ids)),
            TurnInput::TimeUp => Ok(self.time_up(ids)),
            TurnInput::Filtered(passages) => {
                let told = passages.into_iter().map(|passage| TurnEvent::Filtered { passage });
                Ok(told.map(TurnRecord::Event).collect())
            }
            TurnInput::Terminated { filter } if !matches!(self.stage, Stage::Calling { .. }) => {
                Ok(self.close(TurnOutcome::Terminated { filter }, ids))
            }
            // The passage is in the log already, and the calls are answered before the turn ends.
            TurnInput::Terminated { .. } => Ok(Vec::new()),
            input @ (TurnInput::Selected(_)
            | TurnInput::RequestSent { .. }
            | TurnInput::ModelReplaced(_)
            | TurnInput::Responded { .. }
            | TurnInput::AnswerCut { .. }
            | TurnInput::AnsweredByFilter { .. }
            | TurnInput::RequestFailed { .. }) => self.news_of_request(input, ids),
            input @ (TurnInput::Resolved(_)
            | TurnInput::CallStarted { .. }
            | TurnInput::HandedOver { .. }
            | TurnInput::CompletionReceived { .. }
            | TurnInput::PersonAsked { .. }
            | TurnInput::PersonAnswered { .. }
            | TurnInput::CallEnded { .. }
            | TurnInput::CallBroke { .. }) => self.news_of_call(input, ids),
        }
    }

    fn news_of_call(&self, input: TurnInput, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        match (input, &self.stage) {
            (TurnInput::Resolved(calls), Stage::Calling { .. }) => {
                let noticed = self.notice_calls(&calls);
                let mut records = noted(TurnEvent::CallsResolved { calls });
                records.extend(noticed);
                Ok(records)
            }
            (TurnInput::CallStarted { call, origin }, Stage::Calling { .. }) => {
                let origin = origin.unwrap_or(Origin::Function);
                Ok(noted(TurnEvent::CallStarted { call, origin }))
            }
            (TurnInput::HandedOver { call, to, model, exchange }, Stage::Calling { .. }) => {
                Ok(noted(TurnEvent::HandedOver { call, to, model, exchange }))
            }
            (TurnInput::CompletionReceived { call, usage }, Stage::Calling { .. }) => {
                Ok(noted(TurnEvent::CompletionReceived { call, usage }))
            }
            (TurnInput::PersonAsked { call }, Stage::Calling { .. }) => {
                Ok(noted(TurnEvent::PersonAsked { call }))
            }
            (TurnInput::PersonAnswered { call }, Stage::Calling { .. }) => {
                Ok(noted(TurnEvent::PersonAnswered { call }))
            }
            (TurnInput::CallEnded { call, outcome, origin }, Stage::Calling { .. }) => {
                Ok(self.ended(call, outcome, origin))
            }
            (TurnInput::CallBroke { call, reason }, Stage::Calling { .. }) => {
                Ok(self.broken(call, reason, ids))
            }
            (_, _) => Err(Misuse::OutOfOrder { input: InputKind::OfCall }),
        }
    }

    fn news_of_request(&self, input: TurnInput, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        match (input, &self.stage) {
            (TurnInput::Selected(selection), Stage::Selecting) => {
                Ok(noted(TurnEvent::Selected { selection }))
            }
            (TurnInput::RequestSent { exchange, load, names }, Stage::Asking { asked, .. }) => {
                let terms = Some(Box::new(self.terms(asked, asked.edit.as_deref())));
                let offered = asked.offered.clone();
                let names = Some(names).filter(|names| *names != OfferedNames::default()).map(Box::new);
                let mut records = noted(TurnEvent::RequestSent { exchange, offered, terms, names });
                records.extend(self.weigh(load));
                records.extend(self.notice_nothing_to_call(asked));
                Ok(records)
            }
            (TurnInput::ModelReplaced(by), Stage::Receiving { .. }) => {
                Ok(noted(TurnEvent::ModelReplaced { by }))
            }
            (TurnInput::Responded { items, usage, stop, mut odd }, Stage::Receiving { .. }) => {
                odd.extend(self.cut_calls(&items, stop.as_ref()));
                let mut records = noted(TurnEvent::ResponseReceived { usage, stop: stop.clone() });
                records.extend(self.response(items, odd, ids));
                let cut = stop.as_ref().and_then(|stop| cut_by_provider(stop, &records));
                records.extend(cut);
                Ok(records)
            }
            (TurnInput::AnswerCut { answer, end }, Stage::Receiving { .. }) => {
                Ok(self.answer_cut(answer, end, ids))
            }
            (TurnInput::AnsweredByFilter { items }, Stage::Receiving { .. }) => {
                let (message, odd) = self.assistant_message(items, Origin::Application, ids);
                Ok(std::iter::once(TurnRecord::Message(message)).chain(odd_calls(odd)).collect())
            }
            (TurnInput::RequestFailed { message, advice, remedies }, _) => {
                Ok(self.request_failed(message, advice, remedies, ids))
            }
            (TurnInput::Selected(_), _) => Err(Misuse::OutOfOrder { input: InputKind::Selection }),
            (TurnInput::RequestSent { .. }, _) => Err(Misuse::OutOfOrder { input: InputKind::Request }),
            (_, _) => Err(Misuse::OutOfOrder { input: InputKind::Response }),
        }
    }

    /// Irregularities of calls are recorded behind the message, so that they refer to calls that exist.
    fn response(&self, items: Vec<Item>, odd: Vec<(CallId, Oddity)>, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let mut records = Vec::new();
        let (message, of_ids) = self.assistant_message(items, Origin::Model, ids);
        if message.calls().next().is_none() {
            records.extend(self.notice_unused(&message));
            records.extend(self.notice_written_call(&message));
        }
        records.push(TurnRecord::Message(message));
        records.extend(odd_calls(odd.into_iter().chain(of_ids)));
        records
    }

    fn broken(&self, call: CallId, reason: Notice, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let failed =
            |message: String| Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message } };
        if self.plan.policies.on_broken == OnBroken::TellModel {
            return self.ended(call, failed(reason.to_string()), None);
        }
        let mut records = self.ended(call, failed("the function failed".to_owned()), None);
        let mut answered = self.clone();
        answered.take_in(&records);
        let failure = TurnFailure::Function { reason };
        records.extend(answered.close(TurnOutcome::failed(&failure), ids));
        records
    }

    /// Cuts running calls off and begins nothing new except the last words. When their time is up too, the turn ends.
    fn time_up(&self, ids: &dyn IdSource) -> Vec<TurnRecord> {
        if self.is_time_up() {
            return self.close(TurnOutcome::LimitReached { limit: Limit::Time }, ids);
        }
        let mut records = noted(TurnEvent::TimeUp);
        let running = self.pending().iter().filter(|pending| pending.is_running());
        let message = "the time of the turn was up while the function was running";
        records.extend(running.map(|pending| not_run(&pending.call.id, message)));
        records
    }
}
