//! A run as the conversation it was, and in what it differs from what is expected.

use crate::case::{Case, Said, SaidCall, function_name, messages_of};
use crate::drafting::result_of;
use crate::expectation::Fault;
use crate::run::{MadeCall, Run};
use content::{CallId, CalledFunction, FunctionCall, Message, Origin};

/// The history of the case, then what the model did. Calls of one response stand together, as far as that was kept.
pub fn replay(case: &Case, run: &Run) -> Vec<Message> {
    let mut said = case.history.clone();
    let mut last_round = None;
    for made in &run.transcript.calls {
        let call = said_call(case, made);
        match said.last_mut() {
            Some(Said::Assistant { calls, .. }) if made.round.is_some() && last_round == Some(made.round) => {
                calls.push(call);
            }
            Some(_) | None => said.push(Said::Assistant { text: String::new(), calls: vec![call] }),
        }
        last_round = Some(made.round);
    }
    if let Some(text) = &run.transcript.text {
        said.push(Said::Assistant { text: text.clone(), calls: Vec::new() });
    }
    messages_of(&said)
}

/// Faults in the order of the calls that they are about.
pub fn in_order(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| fault.call().unwrap_or(usize::MAX));
    faults
}

fn said_call(case: &Case, made: &MadeCall) -> SaidCall {
    let call = FunctionCall {
        id: CallId::new("call"),
        function: CalledFunction::Known { name: function_name(&made.function) },
        arguments: made.arguments.clone(),
        origin: Origin::Model,
        provider_state: None,
    };
    let (arguments, result) = (made.arguments.to_value(), result_of(&case.answer_to(&call)));
    SaidCall { function: made.function.clone(), arguments, result: Some(result) }
}
