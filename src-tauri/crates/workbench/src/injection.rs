//! Calls that no model has made, put into what was said as if one had.

mod error;
mod reading;

use crate::Workbench;
use crate::configuration::plan_of;
use crate::contract::{CommandError, InjectCall, Injected, InjectedCall, Note};
use crate::imported_names::ImportedNames;
use content::{
    Author, CallArguments, CalledFunction, FunctionCall, FunctionResult, Item, Message, MessageId, Origin,
    Outcome, Role,
};
pub(crate) use error::InjectionError;
use invocation::TurnPlan;
use ports::IdSource;
use reading::read_call;
use sessions::{End, SessionEvent};

impl Workbench {
    pub async fn history_inject(&self, args: InjectCall) -> Result<Injected, CommandError> {
        let InjectCall { session, after, call, outcome, keeps_rest } = args;
        self.check_rests(&session).await?;
        let (ledger, ids) = (self.ledger()?, self.ids());
        let plan = self.plan(plan_of(&ledger, &session).await?, None)?;
        let said = ledger.messages_to(session.clone(), End::Head).await?;
        let place = match &after {
            None => 0,
            Some(after) => {
                said.iter().position(|message| message.id == *after).ok_or(InjectionError::OtherBranch)? + 1
            }
        };
        let (before, rest) = said.split_at(place);
        check_place(before, rest)?;
        let rest = if keeps_rest { rest } else { &[] };
        if outcome.is_none() && !rest.is_empty() {
            return Err(InjectionError::OpenCall.into());
        }
        let call = made(call, &mut ImportedNames::of(&*self.library()?), ids.as_ref())?;
        let message = ids.message();
        let told =
            Injected { message, call: call.id.clone(), before: said.last().map(|last| last.id.clone()) };
        let mut grown = vec![calling(&call, after, &plan, told.message.clone())];
        grown.extend(outcome.map(|outcome| answering(&call, outcome, &told.message, ids.message())));
        for message in rest {
            let parent = grown.last().map(|last| last.id.clone());
            grown.push(Message { id: ids.message(), parent, ..message.clone() });
        }
        let added =
            grown.into_iter().map(|message| SessionEvent::<Note>::MessageAdded { message, turn: None });
        self.note(session, added.collect()).await?;
        Ok(told)
    }
}

/// Between a call and its result there is no room for anything else.
fn check_place(before: &[Message], rest: &[Message]) -> Result<(), InjectionError> {
    let waits = |call: &FunctionCall| call.origin != Origin::Informational;
    let has_calls = before.last().is_some_and(|last| last.calls().any(waits));
    let is_answered_next = rest.first().is_some_and(|next| next.role == Role::Function);
    if has_calls || is_answered_next {
        return Err(InjectionError::BetweenCallAndResult);
    }
    Ok(())
}

fn made(
    call: InjectedCall,
    names: &mut ImportedNames,
    ids: &dyn IdSource,
) -> Result<FunctionCall, InjectionError> {
    let (function, arguments) = match call {
        InjectedCall::Made { function, raw } => {
            (CalledFunction::Known { name: function }, CallArguments::read(raw))
        }
        InjectedCall::Json { text } => read_call(&text, &mut |written| names.meant(written))?,
    };
    Ok(FunctionCall { id: ids.call(), function, arguments, origin: Origin::Simulated, provider_state: None })
}

fn calling(call: &FunctionCall, parent: Option<MessageId>, plan: &TurnPlan, id: MessageId) -> Message {
    Message {
        id,
        parent,
        role: Role::Assistant,
        items: vec![Item::FunctionCall { call: call.clone() }],
        author: Author::Model { model: plan.speaking_model().clone() },
        origin: Origin::Simulated,
    }
}

fn answering(call: &FunctionCall, outcome: Outcome, parent: &MessageId, id: MessageId) -> Message {
    let result = FunctionResult {
        call_id: call.id.clone(),
        function: call.function.clone(),
        outcome,
        origin: Origin::Simulated,
    };
    Message {
        id,
        parent: Some(parent.clone()),
        role: Role::Function,
        items: vec![Item::FunctionResult { result }],
        author: Author::Application,
        origin: Origin::Simulated,
    }
}
