//! A case from a moment of a conversation: what was said before is its history, and what was done then is what is expected.

use crate::case::{
    Answer, Case, CaseFunction, CaseId, CaseSettings, FORMAT, Said, SaidCall, SaidResult, written_name,
};
use crate::import::continuation;
use crate::import::{ImportLoss, ImportProblem};
use content::{CallId, FunctionResult, Item, Message, Outcome, Output, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use thiserror::Error;
use ts_rs::TS;

/// The letters of an id that is made of a title.
const LONGEST_ID: usize = 60;

/// A conversation that is cut in two.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    pub history: &'a [Message],
    /// The good run, from the moment on.
    pub good: &'a [Message],
}

/// A case, and what it does not have of the conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct Drafted {
    pub case: Case,
    pub losses: Vec<DraftLoss>,
}

/// Something of a conversation that its case does not have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum DraftLoss {
    /// The words of the answer: it is expected to say something.
    Answer,
    /// Which calls were made at once: all of them may come in any order.
    Order,
    /// A second result of the same call.
    Result,
    /// Pictures, sounds, files and thoughts.
    Content,
    /// The definition of a function that is not there any more.
    Definition { function: String },
    /// What answered in the place of functions and can't do so in a run. The results of the case do.
    StandIns,
    /// A demand to call, or how calls are made.
    Choice,
    /// How the model was led.
    Guidance,
    /// The functions of each request, where requests offered different ones. All are offered in each.
    Selection,
    /// How functions are named, and how far a name may be from that.
    Names,
    /// Policies, filters, and limits besides that of rounds.
    Behaviour,
}

/// Why no case comes of a moment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DraftError {
    #[error("the model does nothing from here on")]
    NothingDone,
    #[error("a person says nothing before it")]
    NothingAsked,
    #[error("a call has arguments that are not JSON")]
    Malformed,
}

/// Makes a case. Functions are those that were offered, with what stands in for them; called ones that are not among them are added without a definition.
pub fn draft(
    id: CaseId,
    title: String,
    moment: Moment<'_>,
    mut functions: Vec<CaseFunction>,
    settings: CaseSettings,
) -> Result<Drafted, DraftError> {
    let mut losses = Vec::new();
    let history = said_of(moment.history, &mut losses);
    if !history.iter().any(|said| matches!(said, Said::User { .. })) {
        return Err(DraftError::NothingAsked);
    }
    let mut unsaid = Vec::new();
    let mut good = said_of(moment.good, &mut unsaid);
    leave_to_stand_ins(&mut good, &functions);
    leave_open(&mut good);
    let mut lost = Vec::new();
    let made = continuation::of(history, &good, &mut lost).map_err(|problem| {
        let is_nothing = matches!(problem, ImportProblem::NoExpectation);
        if is_nothing { DraftError::NothingDone } else { DraftError::Malformed }
    })?;
    losses.extend(lost.iter().filter_map(loss_of));
    let named = made.expect.functions().map(str::to_owned).collect::<Vec<_>>();
    for name in named.into_iter().chain(made.results.iter().map(|result| result.function.clone())) {
        if !functions.iter().any(|function| function.name == name) {
            losses.push(DraftLoss::Definition { function: name.clone() });
            let parameters = Some(json!({ "type": "object" }));
            functions.push(CaseFunction::new(name, None, parameters));
        }
    }
    losses.sort();
    losses.dedup();
    let (history, results, expect) = (made.history, made.results, made.expect);
    let case = Case { format: FORMAT, id, title, history, functions, results, settings, expect };
    Ok(Drafted { case, losses })
}

fn loss_of(loss: &ImportLoss) -> Option<DraftLoss> {
    let alike = [
        (ImportLoss::Answer, DraftLoss::Answer),
        (ImportLoss::Order, DraftLoss::Order),
        (ImportLoss::Result, DraftLoss::Result),
    ];
    alike.into_iter().find_map(|(imported, drafted)| (imported == *loss).then_some(drafted))
}

/// Takes out the results that stand-ins give again.
fn leave_to_stand_ins(good: &mut [Said], functions: &[CaseFunction]) {
    let answers_alone =
        |name: &str| functions.iter().any(|function| function.name == name && function.answers_alone());
    for said in good {
        if let Said::Assistant { calls, .. } = said {
            for call in calls.iter_mut().filter(|call| answers_alone(&call.function)) {
                call.result = None;
            }
        }
    }
}

/// What is said beside the last calls is not what the model says in the end.
fn leave_open(good: &mut [Said]) {
    if let Some(Said::Assistant { text, calls }) = good.last_mut()
        && !calls.is_empty()
    {
        text.clear();
    }
}

/// The end of a call as a case freezes it.
pub fn frozen(outcome: &Outcome) -> Answer {
    result_of(outcome).into()
}

/// Messages as a case writes them, each result at its call.
fn said_of(messages: &[Message], losses: &mut Vec<DraftLoss>) -> Vec<Said> {
    let results: BTreeMap<&CallId, &FunctionResult> =
        messages.iter().flat_map(Message::results).map(|result| (&result.call_id, result)).collect();
    let mut said = Vec::new();
    for message in messages {
        let is_more = |item: &Item| matches!(item, Item::Media { .. } | Item::Unknown { .. });
        let has_more = message.items.iter().any(is_more);
        losses.extend(has_more.then_some(DraftLoss::Content));
        let text = message.text();
        match message.role {
            Role::System => said.push(Said::System { text }),
            Role::User => said.push(Said::User { text }),
            Role::Assistant => {
                let calls = message.calls().map(|call| SaidCall {
                    function: written_name(&call.function),
                    arguments: call.arguments.to_value(),
                    result: results.get(&call.id).map(|result| result_of(&result.outcome)),
                });
                said.push(Said::Assistant { text, calls: calls.collect() });
            }
            Role::Function => {}
        }
    }
    said
}

pub(crate) fn result_of(outcome: &Outcome) -> SaidResult {
    match outcome {
        Outcome::Returned { output } => SaidResult::Returned(value_of(output)),
        Outcome::Failed { failure } => SaidResult::Failed(failure.message.clone()),
        Outcome::Declined { reason, .. } => SaidResult::Declined(reason.clone()),
    }
}

fn value_of(output: &Output) -> Value {
    match output {
        Output::Nothing => Value::Null,
        Output::Text { text } => Value::String(text.clone()),
        Output::Json { value } => value.clone(),
        Output::Media { .. } => Value::String(String::new()),
        Output::Several { parts } => parts.iter().map(value_of).collect(),
    }
}

/// An id out of a title, which can be a file name anywhere.
pub fn id_from(title: &str) -> CaseId {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
    let words: String = title.chars().map(plain).collect();
    let mut id = words.split_whitespace().collect::<Vec<_>>().join("-");
    id.truncate(LONGEST_ID);
    let id = id.trim_end_matches('-');
    CaseId::new(if id.is_empty() { "case" } else { id })
}

#[cfg(test)]
mod tests;
