//! The conversation that a request of a program belongs to.

use super::Attached;
use super::conversation::{Conversation, NamedAnswer};
use super::echoes::Repeated;
use super::intake::Intake;
use crate::contract::Answerer;
use crate::locking::lock;
use content::{Message, MessageId, Role};
use functions::FunctionSettings;
use futures::future::join_all;
use gateway::{Delivery, Exchange, Outline, ProgramRequest, Relation, Shared};
use sessions::End;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;

/// The time in which it shows that a program has given up a request it sends again.
const DISCONNECT_WAIT: Duration = Duration::from_millis(250);

/// The conversation that a request belongs to.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) conversation: Arc<Conversation>,
    pub(super) relation: Relation,
    /// The answer that the request names, where it names one.
    pub(super) after: Option<MessageId>,
}

/// How much a request has in common with a history. Nothing, where it has nothing.
pub(super) fn rank(relation: Relation) -> Option<(u8, usize)> {
    match relation {
        Relation::Same => Some((2, usize::MAX)),
        Relation::Extends { shared } => Some((1, shared.request)),
        Relation::Branches { shared } => Some((0, shared.request)),
        Relation::Unrelated => None,
    }
}

impl Intake {
    /// The conversation that a request belongs to, while no other request of the program is matched. Where it may be another
    /// attempt at a request, the program has had the time to give that up.
    pub(super) async fn matched(
        &self,
        attached: &Attached,
        exchange: &Exchange,
        outline: &Outline,
        named: Option<Found>,
    ) -> (OwnedMutexGuard<()>, Option<Found>) {
        let mut has_waited = false;
        loop {
            let alone = Arc::clone(&self.program.matching).lock_owned().await;
            let found = match &named {
                Some(named) => Some(named.clone()),
                None => self.best(attached, exchange, outline).await,
            };
            let before = found.as_ref().and_then(|found| found.asked_before(exchange));
            let Some(before) = before.filter(|before| !before.is_settled() && !has_waited) else {
                return (alone, found);
            };
            // Programs ask the same several times at once, and each would wait for the one before.
            drop(alone);
            let _ = timeout(DISCONNECT_WAIT, before.settled()).await;
            has_waited = true;
        }
    }

    /// The conversation that has the most in common with a request. Where the same was asked several times, the one with the
    /// answer that the request repeats, or whose program has given up, or else the latest.
    async fn best(&self, attached: &Attached, exchange: &Exchange, outline: &Outline) -> Option<Found> {
        let related = self.conversations(attached).into_iter().filter_map(|conversation| {
            let relation = conversation.relation_of(outline);
            Some((rank(relation)?, Found { conversation, relation, after: None }))
        });
        let mut related: Vec<_> = related.collect();
        let most = related.iter().map(|(rank, _)| *rank).max()?;
        related.retain(|(rank, _)| *rank == most);
        let mut equal: Vec<_> = related.into_iter().map(|(_, found)| found).collect();
        // Ids sort by time.
        equal.sort_by(|one, other| one.conversation.session.cmp(&other.conversation.session));
        let is_given_up = |found: &Found| found.given_up_before(exchange).is_some();
        let place = repeated_by(exchange.request(), &equal).await;
        match place.or_else(|| equal.iter().position(is_given_up)) {
            Some(place) => Some(equal.swap_remove(place)),
            None => equal.pop(),
        }
    }

    fn conversations(&self, attached: &Attached) -> Vec<Arc<Conversation>> {
        let mut conversations: Vec<_> = lock(&attached.state).conversations.values().cloned().collect();
        let recorded = match self.program.settings().answerer {
            Answerer::Session { session, .. } => Some(session),
            Answerer::Provider | Answerer::Model { .. } => None,
        };
        // A recording that answers takes in nothing: a program that is run again has a session of its own.
        let answers =
            |found: &Conversation| recorded.as_ref() == Some(&found.session) && found.turn().is_none();
        conversations.retain(|found| found.program.id == self.program.id && !answers(found));
        conversations
    }

    /// Finds the answer that a request names, and puts what was said until then before what it adds. Where nothing is known
    /// of it, the request begins a session with what it has.
    pub(super) async fn spell_out(
        &self,
        attached: &Attached,
        request: &mut ProgramRequest,
        body: &[u8],
    ) -> Option<Found> {
        let from = request.goes_on_from.clone()?;
        let results = request.messages.iter().flat_map(Message::results).count();
        for conversation in self.conversations(attached) {
            let Some(NamedAnswer { message, is_last, is_known, has_instructions }) =
                conversation.named(&from, results, body).await
            else {
                continue;
            };
            let end = End::At(Some(message.clone()));
            let said = self.parts.ledger.messages_to(conversation.session.clone(), end).await.ok()?;
            let is_there = said.first().is_some_and(|first| first.role == Role::System);
            let said = said.into_iter().skip(usize::from(has_instructions && is_there));
            let fresh = |message| Message { id: self.parts.ids.message(), ..message };
            request.spell_out(said.map(fresh).collect(), is_known);
            let behind = request.history.as_ref().map_or(0, |history| history.messages.end);
            let relation = match is_last {
                true => Relation::Extends { shared: shared(behind.saturating_sub(1)) },
                false => Relation::Branches { shared: shared(behind) },
            };
            return Some(Found { conversation, relation, after: Some(message) });
        }
        None
    }
}

impl Found {
    /// Whether nobody waits for a response of this conversation. Two requests at the same time are two conversations.
    pub(super) fn is_free(&self, exchange: &Exchange) -> bool {
        self.conversation.under_way().is_none_or(|under_way| !under_way.is_read())
            || self.has_answer(exchange)
    }

    /// Whether the program repeats an answer to its last request, so that it has received it. Any number of requests can
    /// name one.
    fn has_answer(&self, exchange: &Exchange) -> bool {
        self.after.is_none() && self.repeated(exchange.request()).is_some()
    }

    /// The answer to the last request, where the program repeats one.
    fn repeated<'a>(&self, request: &'a ProgramRequest) -> Option<&'a Message> {
        let Relation::Extends { shared } = self.relation else { return None };
        request.messages.get(shared.request).filter(|message| message.role == Role::Assistant)
    }

    /// How many results a request has behind what was said, if it has nothing else there but the answer it repeats.
    pub(super) fn results(&self, request: &ProgramRequest) -> usize {
        let Relation::Extends { shared } = self.relation else { return 0 };
        let tail = request.messages.get(shared.request..).unwrap_or_default();
        let rest = || tail.iter().skip_while(|message| message.role == Role::Assistant);
        let are_results = rest().all(|message| message.role == Role::Function);
        if are_results { rest().flat_map(Message::results).count() } else { 0 }
    }

    /// Sends a request on that need not wait for its turn, because it brings nothing but results.
    pub(super) fn go_ahead(&self, exchange: &Arc<Exchange>, functions: &FunctionSettings) {
        if self.results(exchange.request()) > 0 {
            self.conversation.go_ahead(exchange, functions);
        }
    }

    /// The response to the request that this one repeats, if its program has given that up. Otherwise it asks the same twice at
    /// the same time.
    pub(super) fn delivered_before(&self, exchange: &Exchange) -> Option<Delivery> {
        self.given_up_before(exchange)?.deliver()
    }

    fn given_up_before(&self, exchange: &Exchange) -> Option<Arc<Exchange>> {
        self.asked_before(exchange).filter(|before| exchange.repeats(before) && before.was_given_up())
    }

    /// The request that is under way, if this one asks the same: it is another attempt, or a fallback with another model. Or the
    /// last one, whose answer nobody has read.
    fn asked_before(&self, exchange: &Exchange) -> Option<Arc<Exchange>> {
        let asks_the_same =
            |under_way: &Arc<Exchange>| self.relation == Relation::Same || exchange.repeats(under_way);
        let under_way = self.conversation.under_way().filter(asks_the_same);
        under_way.or_else(|| self.conversation.unread().filter(|unread| exchange.repeats(unread)))
    }
}

/// The place of the conversation, of several in which the same was asked, that gave the answer a request repeats.
async fn repeated_by(request: &ProgramRequest, equal: &[Found]) -> Option<usize> {
    let [first, _, ..] = equal else { return None };
    let repeated = Repeated::of(first.repeated(request)?);
    let has_said = |found: &Found| found.conversation.has_said(&repeated);
    if let Some(place) = equal.iter().position(has_said) {
        return Some(place);
    }
    // A program may be faster than the turns that read along.
    join_all(equal.iter().map(|found| found.conversation.has_taken_in())).await;
    equal.iter().position(has_said)
}

/// A history that is known up to a message of a request.
fn shared(request: usize) -> Shared {
    Shared { known: request, request }
}
