//! The models of a program's turn: its provider, asked by its own request, and any other in its place.

use super::conversation::{Conversation, Due};
use super::echoes::reconciled;
use super::faults::{self, AnswerWatch};
use super::replay;
use crate::contract::{ATTACHED_MODELS, Answerer, Replayed};
use crate::turn_parts::TurnParts;
use bytes::Bytes;
use connectors::SCRIPTED_CALLER;
use content::{ModelId, SessionId};
use formats::Loss;
use futures::{StreamExt, stream};
use gateway::{Change, Complaint, Exchange, HoldRules, Wanted, rewritten};
use notices::{Describe, Notice};
use ports::{
    Adaptation, AdaptationKind, CallOptions, CallScope, CompletionRequest, Connector, ConnectorError,
    ConnectorProfile, EventStream, FunctionChoice, FunctionSpec, Models, NameStyle, OfferedNames, Preview,
    Replacement, StreamEvent, WireEvent,
};
use std::sync::Arc;

/// The reason why a request differs from what its program sent.
#[derive(Describe)]
#[notice(prefix = "sent-otherwise")]
#[notice("the program sent something else")]
pub(crate) struct SentOtherwise;

/// The reason why something that was wanted is not in the request of a program.
#[derive(Describe)]
#[notice(prefix = "not-written")]
#[notice("it can't be written into the request of the program as it stands here")]
pub(crate) struct NotWritten;

/// The reason why something that a program asks of its model is not asked of the one that answers in its place.
#[derive(Describe)]
#[notice(prefix = "not-passed-on")]
#[notice("another model answers the program, and a request to it has no place for this")]
pub(crate) struct NotPassedOn;

pub(crate) struct AttachedModels {
    pub(crate) conversation: Arc<Conversation>,
}

impl Models for AttachedModels {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        let instead = self.completer(model);
        Some(Arc::new(ProgramModel {
            profile: match &instead {
                Some(other) => other.profile().clone(),
                None => profile_of(model, &self.conversation.program.title())?,
            },
            conversation: Arc::clone(&self.conversation),
            instead,
        }))
    }

    fn completer(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.conversation.parts()?.models.connector(model)
    }
}

/// The id of a model that a program asks for.
pub(super) fn model_id(name: &str) -> ModelId {
    ModelId::new(format!("{ATTACHED_MODELS}{name}"))
}

fn profile_of(model: &ModelId, program: &str) -> Option<ConnectorProfile> {
    let title = model.as_str().strip_prefix(ATTACHED_MODELS)?.to_owned();
    Some(ConnectorProfile { model: model.clone(), title, service: program.to_owned() })
}

/// A model that answers a program.
struct ProgramModel {
    profile: ConnectorProfile,
    conversation: Arc<Conversation>,
    /// A model that is set up here and answers in the provider's place.
    instead: Option<Arc<dyn Connector>>,
}

impl Connector for ProgramModel {
    fn profile(&self) -> &ConnectorProfile {
        &self.profile
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        self.ask(request, None, scope)
    }

    fn stream_body(&self, request: CompletionRequest, body: String, scope: &CallScope) -> EventStream {
        self.ask(request, Some(body), scope)
    }

    /// As the program offers them.
    fn names(&self, _: &CompletionRequest) -> OfferedNames {
        OfferedNames::in_style(NameStyle::FunctionAlone)
    }

    fn preview(&self, request: &CompletionRequest) -> Result<Option<Preview>, ConnectorError> {
        let exchange = self.conversation.under_way();
        if let Some(instead) = &self.instead {
            let offered = exchange.map_or_else(|| request.clone(), |exchange| as_asked(request, &exchange));
            return instead.preview(&offered);
        }
        let Some(exchange) = exchange else { return Ok(None) };
        let Body { body, adaptations, .. } = body_for(&self.conversation, &exchange, request)?;
        Ok(Some(exchange.preview(&body, adaptations)))
    }
}

impl ProgramModel {
    fn ask(&self, request: CompletionRequest, by_hand: Option<String>, scope: &CallScope) -> EventStream {
        let (conversation, instead) = (Arc::clone(&self.conversation), self.instead.clone());
        let asking = Asking { conversation, instead, by_hand, scope: scope.clone() };
        stream::once(asking.ask(request)).flatten().boxed()
    }
}

/// One request on its way to its model.
struct Asking {
    conversation: Arc<Conversation>,
    instead: Option<Arc<dyn Connector>>,
    by_hand: Option<String>,
    scope: CallScope,
}

impl Asking {
    async fn ask(self, request: CompletionRequest) -> EventStream {
        let due = tokio::select! {
            biased;
            () = self.scope.cancel.cancelled() => return failed(ConnectorError::Cancelled),
            due = self.conversation.due() => due,
        };
        let (exchange, is_first) = match due {
            Due::Arrived(exchange) => (exchange, true),
            Due::Again(exchange) => (exchange, false),
        };
        if exchange.has_gone_ahead() {
            return self.pass(&exchange, &request, HoldRules::default());
        }
        let rules = self.rules().await;
        let program = &self.conversation.program;
        if is_first && let Some(fault) = program.next_fault() {
            let met = faults::meet(fault, &exchange, program.title(), &self.scope.cancel).await;
            if let Err(error) = met {
                return failed(error);
            }
        }
        let watch = AnswerWatch::begin(program, &exchange, &self.scope);
        let answer = match self.answer_of_other(&request, &exchange) {
            Some((answer, by)) => {
                let replaced = stream::iter(by.map(|by| Ok(StreamEvent::Replaced(by))));
                replaced.chain(exchange.answer_with(answer, rules)).boxed()
            }
            None => self.pass(&exchange, &request, rules),
        };
        match watch {
            Some(watch) => watch.over(answer),
            None => answer,
        }
    }

    /// The rules by which the response is held.
    async fn rules(&self) -> HoldRules {
        let held = HoldRules { calls: true, ..self.conversation.rules() };
        let Some(parts) = self.conversation.parts() else { return held };
        match parts.functions.of(&self.conversation.session).await {
            Ok(functions) => self.conversation.rules_with(&functions.settings()),
            Err(_) => held,
        }
    }

    /// The answer of something else in the provider's place, if that is decided. What answers is told beside it, unless the turn
    /// asks for that model.
    fn answer_of_other(
        &self,
        request: &CompletionRequest,
        exchange: &Arc<Exchange>,
    ) -> Option<(EventStream, Option<Replacement>)> {
        let Some(parts) = self.conversation.parts() else {
            // The application closes. Only what its provider answers is passed on.
            let is_other = self.instead.is_some()
                || self.conversation.program.kept_back(exchange.has_no_key()).is_some();
            return is_other.then(|| (no_answer(exchange, ConnectorError::Cancelled), None));
        };
        let model = match (&self.instead, self.conversation.program.settings().answerer) {
            (_, Answerer::Session { session, by }) => {
                let replayed = Replacement::Session { session: session.clone() };
                return Some((self.replay(&parts, session, by, request), Some(replayed)));
            }
            (Some(instead), _) => return Some((self.ask_other(&**instead, request, exchange), None)),
            (None, Answerer::Provider) if exchange.has_no_key() => ModelId::new(SCRIPTED_CALLER),
            (None, Answerer::Provider) => return None,
            (None, Answerer::Model { model }) => model,
        };
        let Some(connector) = parts.models.connector(&model) else {
            let unknown = ConnectorError::UnknownModel { model: model.to_string() };
            return Some((no_answer(exchange, unknown), None));
        };
        Some((self.ask_other(&*connector, request, exchange), Some(Replacement::Model { model })))
    }

    /// Asks another model, and lists what of the program's request does not reach it.
    fn ask_other(
        &self,
        other: &dyn Connector,
        request: &CompletionRequest,
        exchange: &Exchange,
    ) -> EventStream {
        for loss in &exchange.request().losses {
            let adaptation = left_out(loss, NotPassedOn.notice());
            self.scope.observer.saw(WireEvent::Adapted { adaptation });
        }
        other.stream(as_asked(request, exchange), &self.scope)
    }

    fn replay(
        &self,
        parts: &TurnParts,
        session: SessionId,
        by: Replayed,
        request: &CompletionRequest,
    ) -> EventStream {
        let ledger = Arc::clone(&parts.ledger);
        match by {
            Replayed::InOrder => replay::answer(ledger, session, self.conversation.count_answer()),
            Replayed::ByCall => {
                let conversation = Arc::clone(&self.conversation);
                replay::answer_to(ledger, session, request.messages.clone(), conversation)
            }
        }
    }

    fn pass(&self, exchange: &Arc<Exchange>, request: &CompletionRequest, rules: HoldRules) -> EventStream {
        let written = match &self.by_hand {
            Some(body) => {
                let voided =
                    self.conversation.voided_thoughts(&exchange.passed(body.as_bytes()), &request.messages);
                Ok(Body { body: Bytes::from(body.clone()), adaptations: voided, is_apart: false })
            }
            None => body_for(&self.conversation, exchange, request),
        };
        match written {
            Ok(wanted) => {
                self.conversation.goes_on(exchange, &wanted.body, rules);
                let sent = if exchange.has_gone_ahead() { Body::of(exchange) } else { wanted };
                for adaptation in sent.adaptations {
                    self.scope.observer.saw(WireEvent::Adapted { adaptation });
                }
                self.conversation.sends(&exchange.passed(&sent.body));
                if sent.is_apart {
                    self.conversation.leave_provider_conversation();
                }
                exchange.pass(sent.body, request, rules, &self.scope)
            }
            Err(error) => no_answer(exchange, error),
        }
    }
}

/// The request as its program asks it, of any model: with the functions that the program offers, in the program's order, as far
/// as the turn offers them, and called as the program wants it, unless the turn wants it otherwise.
fn as_asked(request: &CompletionRequest, exchange: &Exchange) -> CompletionRequest {
    let received = exchange.request();
    let place =
        |spec: &Arc<FunctionSpec>| received.functions.iter().position(|offered| offered.name == spec.name);
    let mut functions = request.functions.clone();
    functions.retain(|spec| place(spec).is_some());
    functions.sort_by_key(place);
    let offered: Vec<_> = functions.iter().map(|spec| spec.name.clone()).collect();
    let choice = if request.choice == FunctionChoice::Auto {
        received.choice_among(&offered)
    } else {
        request.choice.clone()
    };
    let calls = CallOptions {
        parallel: request.calls.parallel.or(received.calls.parallel),
        strict: request.calls.strict.or(received.calls.strict),
        ..request.calls
    };
    CompletionRequest { functions, choice, calls, ..request.clone() }
}

/// A body to send, with what a person changed in it.
struct Body {
    body: Bytes,
    adaptations: Vec<Adaptation>,
    /// It does not name the conversation that the program goes on from.
    is_apart: bool,
}

impl Body {
    /// As it arrived.
    fn of(exchange: &Exchange) -> Self {
        Self { body: exchange.arrived().body.clone(), adaptations: Vec::new(), is_apart: false }
    }
}

/// The body of the program with whatever the turn wants to have changed in it: the very bytes, where that is nothing.
fn body_for(
    conversation: &Conversation,
    exchange: &Exchange,
    request: &CompletionRequest,
) -> Result<Body, ConnectorError> {
    let received = exchange.request();
    let settings = conversation.settings();
    let offered: Vec<_> = request.functions.iter().map(|spec| spec.name.clone()).collect();
    let is_less = received.functions.iter().any(|function| !offered.contains(&function.name));
    let messages = reconciled(&request.messages, &received.messages, conversation.began());
    let wanted = Wanted {
        functions: is_less.then_some(offered.as_slice()),
        settings: (settings.as_ref() != Some(&request.settings)).then_some(&request.settings),
        choice: (request.choice != FunctionChoice::Auto).then_some(&request.choice),
        calls: (request.calls != CallOptions::NONE).then_some(&request.calls),
        redactor: Some(exchange.redactor()),
        ..Wanted::of(&messages)
    };
    let written = rewritten(received, &exchange.arrived().body, &wanted).map_err(|fault| {
        let service = conversation.program.title();
        ConnectorError::NotPossible { service, reason: fault.notice() }
    })?;
    let changed =
        |change: &Change| adapted(AdaptationKind::Rewritten, change.notice(), SentOtherwise.notice());
    let lost = |loss: &Loss| left_out(loss, NotWritten.notice());
    let adaptations = written.changed.iter().map(changed).chain(written.losses.iter().map(lost));
    let is_apart = written.changed.iter().any(|change| matches!(change, Change::History { .. }));
    let voided = conversation.voided_thoughts(&exchange.passed(&written.body), &messages);
    let adaptations = adaptations.chain(voided).collect();
    Ok(Body { body: written.body.into(), adaptations, is_apart })
}

fn left_out(loss: &Loss, why: Notice) -> Adaptation {
    adapted(AdaptationKind::LeftOut, loss.what.clone(), why)
}

fn adapted(kind: AdaptationKind, what: Notice, why: Notice) -> Adaptation {
    Adaptation { kind, what, why, places: Vec::new() }
}

fn failed(error: ConnectorError) -> EventStream {
    stream::once(async { Err(error) }).boxed()
}

/// The program is told as well.
fn no_answer(exchange: &Exchange, error: ConnectorError) -> EventStream {
    exchange.fail(&Complaint::of(&error), None);
    failed(error)
}
