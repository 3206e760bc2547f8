//! A request of a program finds its conversation, and its turn.

use super::Attached;
use super::continues::{Continues, after_all, after_shared, behind, chained};
use super::conversation::Conversation;
use super::found::Found;
use super::going_ahead::send_first;
use super::models::model_id;
use super::patience::Client;
use super::program::Program;
use super::replay;
use crate::configuration::{UNTITLED, planned};
use crate::contract::{CommandError, Note, ReportedProblem};
use crate::histories::{definition, first_words};
use crate::ledger::Ledger;
use crate::turn_parts::TurnParts;
use crate::turns::{NewTurn, Turns};
use content::{Item, Message, MessageId, Role, SessionId};
use formats::ImportedFunction;
use functions::{FunctionSettings, SessionFunctions};
use gateway::{
    Arrived, Delivery, Exchange, GoesOnFrom, Head, Incoming, Outline, ProgramRequest, Relation, RequestFault,
    Route,
};
use invocation::{Invocation, Policies, SelectionMode, SelectionPlan, TurnInput, TurnLimits, TurnPlan};
use ports::FunctionSpec;
use sessions::{Durability, End, SessionEvent};
use std::sync::{Arc, Weak};

/// What handles one request.
pub(super) struct Intake {
    pub(super) parts: Arc<TurnParts>,
    pub(super) turns: Arc<Turns>,
    pub(super) program: Arc<Program>,
    pub(super) attached: Weak<Attached>,
}

impl Intake {
    pub(super) async fn answer(self, incoming: Incoming) -> Delivery {
        let client = Client::of(&incoming.headers);
        let route = Route::of(incoming.method.as_str(), &incoming.target);
        let provider = match &route {
            Route::Generate { provider, .. } => {
                self.program.asked(self.parts.ledger.now(), *provider, client.name);
                *provider
            }
            Route::PassUnwatched { provider, .. } | Route::Pass { provider } => *provider,
            Route::Nowhere => return gateway::nowhere(),
        };
        let upstream = match self.program.upstream(provider) {
            Ok(upstream) => upstream,
            Err(fault) => return gateway::unavailable(&fault.to_string()),
        };
        let Some(attached) = self.attached.upgrade() else {
            return gateway::unavailable("Callwright is closing. Start it again.");
        };
        let ids = || self.parts.ids.message();
        let mut request = match ProgramRequest::read(&route, &incoming.body, &ids) {
            Ok(request) => request,
            Err(fault) => {
                if fault != RequestFault::NotForAModel {
                    self.program.has_problem(ReportedProblem::of(&fault));
                }
                attached.changed();
                return match self.program.kept_back(incoming.has_no_key()) {
                    Some(kept_back) => gateway::kept_back(&route, &kept_back.unwatched(&fault)),
                    None => gateway::pass_through(provider, upstream, incoming, &attached.tasks),
                };
            }
        };
        let named = self.spell_out(&attached, &mut request, &incoming.body).await;
        let head = Head {
            id: self.parts.ids.exchange().to_string().replace('-', ""),
            model: request.model.clone(),
            created: u64::try_from(self.parts.ledger.now().0 / 1_000).unwrap_or_default(),
            includes_usage: request.includes_usage,
        };
        let Incoming { method, target, headers, body, .. } = incoming;
        let arrived = Arrived { provider, method, target, headers, body, request };
        let exchange = Exchange::new(arrived, upstream, head, attached.tasks.clone());
        self.find(attached, exchange, named).await
    }

    /// Finds the conversation a request belongs to.
    async fn find(self, attached: Arc<Attached>, exchange: Arc<Exchange>, named: Option<Found>) -> Delivery {
        let outline = Outline::of(&exchange.request().messages, &exchange.request().functions);
        let (alone, found) = self.matched(&attached, &exchange, &outline, named).await;
        if let Some(delivery) = found.as_ref().and_then(|found| found.delivered_before(&exchange)) {
            return delivery;
        }
        let found = found.filter(|found| found.is_free(&exchange));
        let functions = match &found {
            Some(found) => self.parts.functions.of(&found.conversation.session).await.ok(),
            None => None,
        };
        let Some(delivery) = exchange.deliver() else {
            return gateway::unavailable("Callwright is closing. Start it again.");
        };
        // Not in the task that places it, which the program would wait for.
        if let (Some(found), Some(functions)) = (&found, &functions) {
            found.go_ahead(&exchange, &functions.settings());
        } else if found.is_none() && self.program.lets_pass() {
            send_first(&exchange, &self.plan(exchange.request()));
        }
        let tasks = attached.tasks.clone();
        tasks.spawn(async move {
            self.place(&attached, exchange, outline, found).await;
            drop(alone);
        });
        delivery
    }

    /// Hands a request to a turn. Whatever goes wrong here, the program gets its provider's answer, where its provider answers.
    async fn place(
        &self,
        attached: &Arc<Attached>,
        exchange: Arc<Exchange>,
        outline: Outline,
        found: Option<Found>,
    ) {
        let placed = match found {
            Some(found) => self.go_on(found, outline, &exchange).await,
            None => self.begin(attached, outline, &exchange).await,
        };
        if let Err(error) = placed {
            tracing::warn!(error = ?error.message, "a request of a program is answered without a session");
            let CommandError { message, advice, .. } = error;
            self.program.has_problem(ReportedProblem { message, advice });
            if !exchange.has_gone_ahead() {
                match self.program.kept_back(exchange.has_no_key()) {
                    Some(kept_back) => exchange.fail(&kept_back.unplaced(), None),
                    None => exchange.pass_unwatched(),
                }
            }
        }
        attached.changed();
    }

    async fn begin(
        &self,
        attached: &Arc<Attached>,
        outline: Outline,
        exchange: &Arc<Exchange>,
    ) -> Result<(), CommandError> {
        let request = exchange.request();
        let session = self.parts.ids.session();
        let plan = self.plan(request);
        let settings = FunctionSettings { defined: defined(&request.functions), ..FunctionSettings::live() };
        let noted = |note| SessionEvent::Noted { note };
        let mut events = vec![noted(Note::Configured { plan: plan.clone() })];
        if !settings.defined.is_empty() {
            events.push(noted(Note::Functions { settings }));
        }
        let (before, says) = last_words(request.messages.clone());
        events.extend(before.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None }));
        let title = first_words(&request.messages).unwrap_or_else(|| UNTITLED.to_owned());
        self.parts.ledger.create(session.clone(), title, events).await?;
        let conversation =
            Conversation::new(session.clone(), Arc::clone(&self.program), Arc::downgrade(attached));
        let conversation = Arc::new(conversation);
        conversation.set_outline(outline);
        conversation.set_first_request(request);
        if let Some(forgotten) = attached.keep(&conversation) {
            self.parts.functions.runs_itself(&forgotten.session);
        }
        self.program.converses_in(&session);
        // Somebody may have looked at the session already.
        self.parts.functions.of(&session).await?.run_by(attached.runner(&session));
        self.start(&conversation, exchange, plan, says).await
    }

    async fn go_on(
        &self,
        found: Found,
        outline: Outline,
        exchange: &Arc<Exchange>,
    ) -> Result<(), CommandError> {
        let request = exchange.request();
        let results = found.results(request);
        let Found { conversation, relation, after } = found;
        let session = conversation.session.clone();
        self.program.converses_in(&session);
        let functions = self.parts.functions.of(&session).await?;
        self.define(&functions, &session, request).await?;
        if let Relation::Extends { shared } = relation {
            let tail = request.messages.get(shared.request..).unwrap_or_default();
            if conversation.catches_up(results).await {
                conversation.set_outline(outline.clone());
                conversation.park(Arc::clone(exchange));
                if conversation.take_results(tail) {
                    return Ok(());
                }
                if conversation.unpark().is_none() {
                    // Its turn has just taken it, or was stopped and the program told.
                    return Ok(());
                }
            }
        }
        if let Some(turn) = conversation.turn() {
            self.turns.reach(&turn, TurnInput::Stop).await?;
            self.turns.live.ended(&turn).await;
        }
        let (said, head, plan) = self.said_and_planned(&conversation).await?;
        let place = match relation {
            Relation::Extends { shared } => Some(after_all(&said, request, shared)),
            Relation::Branches { shared } => match after {
                Some(after) => Some(Continues { after: Some(after), more: behind(request, shared) }),
                None => after_shared(&said, request, shared.request),
            },
            Relation::Same => after_shared(&said, request, request.messages.len()),
            Relation::Unrelated => None,
        };
        let place = place.unwrap_or_else(|| Continues { after: None, more: request.messages.clone() });
        conversation.set_outline(outline);
        let (before, says) = last_words(chained(place.more, place.after.as_ref()));
        let mut events = Vec::new();
        if place.after != head {
            events.push(SessionEvent::HeadMoved { head: place.after });
        }
        events.extend(before.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None }));
        let plan = match plan {
            Some(plan) => self.updated(following(&conversation, plan, &mut events), request),
            None => self.plan(request),
        };
        self.parts.ledger.append(session.clone(), events, Durability::Process).await?;
        self.start(&conversation, exchange, plan, says).await
    }

    /// What was said to the program, where its session stands, and the plan of that. In one go, because a program waits for it.
    async fn said_and_planned(
        &self,
        conversation: &Conversation,
    ) -> Result<(Vec<Message>, Option<MessageId>, Option<TurnPlan>), CommandError> {
        let (session, last) = (conversation.session.clone(), conversation.last_answer());
        let read = move |ledger: &Ledger| {
            let mut said = ledger.store().messages_to(&session, End::Head)?;
            let head = said.last().map(|message| message.id.clone());
            // A person may go on from another branch. The program goes on from what it sends.
            if last.is_some() && said.iter().all(|message| Some(&message.id) != last.as_ref()) {
                said = ledger.store().messages_to(&session, End::At(last))?;
            }
            Ok((said, head, planned(ledger.store(), &session)?))
        };
        Ok(self.parts.ledger.with(read).await?)
    }

    async fn start(
        &self,
        conversation: &Arc<Conversation>,
        exchange: &Arc<Exchange>,
        plan: TurnPlan,
        says: Vec<Item>,
    ) -> Result<(), CommandError> {
        let plan = replay::stopping_at_misses(plan, &self.program.settings().answerer);
        if let Some(GoesOnFrom::Conversation(id)) = &exchange.request().goes_on_from {
            conversation.set_provider_conversation(id);
        }
        conversation.park(Arc::clone(exchange));
        let session = conversation.session.clone();
        let started = self.turns.start(NewTurn { session, plan, says, after: None }).await;
        if started.is_err() {
            drop(conversation.unpark());
        }
        started.map(drop)
    }

    /// Keeps what the program offers now, where it is not what it offered before.
    async fn define(
        &self,
        functions: &SessionFunctions,
        session: &SessionId,
        request: &ProgramRequest,
    ) -> Result<(), CommandError> {
        let (before, defined) = (functions.settings(), defined(&request.functions));
        if before.defined != defined && !defined.is_empty() {
            let settings = FunctionSettings { defined, ..before.as_ref().clone() };
            let noted = vec![SessionEvent::Noted { note: Note::Functions { settings: settings.clone() } }];
            self.parts.ledger.append(session.clone(), noted, Durability::Process).await?;
            functions.configure(settings);
        }
        Ok(())
    }

    /// The plan of a conversation that begins.
    fn plan(&self, request: &ProgramRequest) -> TurnPlan {
        let selection = SelectionPlan { mode: SelectionMode::Everything, ..SelectionPlan::ranked(4) };
        let (title, settings) = self.program.named();
        TurnPlan {
            breakpoints: settings.breakpoints,
            settings: request.settings.clone(),
            policies: Policies { invocation: Invocation::Together, ..Policies::ours() },
            program: Some(title),
            ..TurnPlan::plain(model_id(&request.model), TurnLimits::rounds(1_000), selection)
        }
    }

    /// The plan a person has for a session, with what the program asks for this time.
    fn updated(&self, plan: TurnPlan, request: &ProgramRequest) -> TurnPlan {
        TurnPlan {
            model: model_id(&request.model),
            settings: request.settings.clone(),
            program: Some(self.program.title()),
            ..plan
        }
    }
}

/// The plan of a session with the breakpoints that were changed for its program meanwhile, which are its own from then on.
fn following(conversation: &Conversation, plan: TurnPlan, events: &mut Vec<SessionEvent<Note>>) -> TurnPlan {
    let breakpoints = conversation.follow_program(plan.breakpoints.clone());
    if breakpoints == plan.breakpoints {
        return plan;
    }
    let plan = TurnPlan { breakpoints, ..plan };
    events.push(SessionEvent::Noted { note: Note::Configured { plan: plan.clone() } });
    plan
}

/// The functions as the program defines them.
pub(super) fn defined(functions: &[ImportedFunction]) -> Vec<FunctionSpec> {
    functions
        .iter()
        .cloned()
        .map(|function| {
            let name = function.name.clone();
            let definition = definition(function);
            FunctionSpec {
                name,
                description: definition.description,
                parameters: definition.parameters,
                effect: definition.effect,
                input: definition.input,
                returns: None,
            }
        })
        .collect()
}

/// What a person's message is to be said by the turn, and what stands before it.
fn last_words(mut messages: Vec<Message>) -> (Vec<Message>, Vec<Item>) {
    match messages.pop() {
        Some(last) if last.role == Role::User => (messages, last.items),
        Some(last) => {
            messages.push(last);
            (messages, Vec::new())
        }
        None => (messages, Vec::new()),
    }
}
