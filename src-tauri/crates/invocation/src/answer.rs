//! What a person decides at a stop.

use crate::{Pause, PausePlace, PauseReason};
use content::{CallId, FunctionName, Message, ModelId, Outcome};
use ports::{CallOptions, FunctionChoice, RequestSettings};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a person answers to a stop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Answer {
    /// The number of the stop that is answered.
    pub pause: u32,
    /// For the place where the turn stands.
    pub decision: Decision,
    /// For other calls of the same answer that have no result yet, in any order. They are not stopped at any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CallDecision>>")]
    pub others: Vec<CallDecision>,
    pub pace: Pace,
}

impl Answer {
    /// The answer where nobody watches: a rule decides the calls, a request that failed ends the turn, and all else goes on.
    pub fn unattended(pause: &Pause, decide: impl Fn(&CallId) -> Decision) -> Self {
        let decision = match (&pause.reason, &pause.place) {
            (PauseReason::RequestFailed, _) => Decision::Stop,
            (_, PausePlace::BeforeCall { call }) => decide(call),
            _ => Decision::Continue,
        };
        let waiting = pause.waiting.iter().filter(|call| pause.place.call() != Some(call));
        let others =
            waiting.map(|call| CallDecision { call: call.clone(), decision: decide(call) }).collect();
        Self { pause: pause.number, decision, others, pace: Pace::Run }
    }
}

/// What is to happen to one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CallDecision {
    pub call: CallId,
    pub decision: Decision,
}

/// What is to happen at a stop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Decision {
    /// As it is. At an approval this allows the call.
    Continue,
    /// Nothing yet for the place where the turn stands: it stays there, and only the other calls are answered.
    Stay,
    /// Before a request: ask something else.
    EditRequest {
        edit: Box<RequestEdit>,
        reach: Reach,
    },
    /// Before a request: this is the answer, don't ask the model.
    WriteAnswer {
        /// Nothing is said where it is blank.
        text: String,
        #[serde(default)]
        calls: Vec<WrittenCall>,
    },
    /// Before a call: call it with these arguments instead. After a call: call it again with them.
    EditArguments {
        raw: String,
    },
    /// Before or after a call: call this function instead, with the same arguments where none are given.
    SendTo {
        function: FunctionName,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        raw: Option<String>,
    },
    /// Before a call: this is the result, don't run it. After a call: this is the result instead.
    WriteResult {
        outcome: Outcome,
    },
    /// Before or after a call: the result that an equal call of this session had, as [`crate::ResolvedCall`] offers it.
    UseRecorded,
    /// Before or after a call: another model says what the result is.
    HandOver {
        to: Completer,
    },
    /// Before a call: don't run it, and tell the model why.
    Decline {
        reason: String,
    },
    /// Before a call or after the response: as if the model had not made it. After the response, it drops none but
    /// those among the others.
    Drop,
    /// Before a call or after the response: one more call in the name of the model. The turn stays where it stands.
    AddCall {
        function: FunctionName,
        raw: String,
    },
    /// After a call: run it once more.
    RunAgain,
    Stop,
}

impl Decision {
    /// The model it names.
    pub(crate) fn model(&self) -> Option<&ModelId> {
        if let Self::EditRequest { edit, .. } = self {
            return edit.model.as_ref();
        }
        let Self::HandOver { to: Completer::Model { model } } = self else { return None };
        Some(model)
    }
}

/// A call that a person makes in the name of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WrittenCall {
    pub function: FunctionName,
    pub raw: String,
}

/// What is changed of a request. What is not set stays.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct RequestEdit {
    /// What the speaker is told before the messages, its own instructions included. Empty for nothing.
    pub instructions: Option<String>,
    /// All messages behind the instructions, those that stay and those that are new.
    pub messages: Option<Vec<Message>>,
    /// All functions that are advertised.
    pub functions: Option<Vec<FunctionName>>,
    pub choice: Option<FunctionChoice>,
    pub calls: Option<CallOptions>,
    pub settings: Option<RequestSettings>,
    pub model: Option<ModelId>,
}

impl RequestEdit {
    /// Both edits of one request. Where both change a part, this one counts.
    pub(crate) fn over(self, earlier: Self) -> Self {
        Self {
            instructions: self.instructions.or(earlier.instructions),
            messages: self.messages.or(earlier.messages),
            functions: self.functions.or(earlier.functions),
            choice: self.choice.or(earlier.choice),
            calls: self.calls.or(earlier.calls),
            settings: self.settings.or(earlier.settings),
            model: self.model.or(earlier.model),
        }
    }

    /// Leaves out the parts that a later edit changes.
    pub(crate) fn give_way_to(&mut self, later: &Self) {
        self.instructions.take_if(|_| later.instructions.is_some());
        self.messages.take_if(|_| later.messages.is_some());
        self.functions.take_if(|_| later.functions.is_some());
        self.choice.take_if(|_| later.choice.is_some());
        self.calls.take_if(|_| later.calls.is_some());
        self.settings.take_if(|_| later.settings.is_some());
        self.model.take_if(|_| later.model.is_some());
    }
}

/// How far a change of a request reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Reach {
    /// The history keeps what was said; only the model is told something else, once.
    ThisRequest,
    /// It holds for the rest of the turn. Changed messages grow a branch of the history.
    RestOfTurn,
}

/// Who completes a call in the place of its function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Completer {
    Model {
        model: ModelId,
    },
    /// A participant of the session, by its name.
    Participant {
        name: String,
    },
}

/// How far a turn goes after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Pace {
    /// To the next breakpoint.
    Run,
    /// To the next request, call or result.
    Step,
    /// Over all calls of this answer, to the next request. Breakpoints stop it before.
    StepOver,
    /// To the next call. Breakpoints stop it before.
    ToCall,
    /// To the end, past all breakpoints. Approvals are still asked for.
    LetGo,
}

#[cfg(test)]
mod tests {
    use super::{Answer, CallDecision, Decision, Pace, RequestEdit};
    use crate::{Pause, PausePlace, PauseReason};
    use content::{CallId, ModelId};
    use ports::{CallOptions, FunctionChoice, RequestSettings};

    fn pause(reason: PauseReason, place: PausePlace, waiting: &[&str]) -> Pause {
        let waiting = waiting.iter().copied().map(CallId::new).collect();
        Pause { number: 3, place, reason, breakpoints: Vec::new(), waiting, unasked: Vec::new() }
    }

    /// Allows a call with the name `yes`, and leaves any other to the person.
    fn rule(call: &CallId) -> Decision {
        if call.as_str() == "yes" { Decision::Continue } else { Decision::Stay }
    }

    #[test]
    fn where_nobody_watches_each_waiting_call_is_decided_once() {
        let place = PausePlace::BeforeCall { call: CallId::new("no") };
        let answer =
            Answer::unattended(&pause(PauseReason::Approval, place, &["no", "yes", "also not"]), rule);
        let decided = |call: &str, decision| CallDecision { call: CallId::new(call), decision };
        let others = vec![decided("yes", Decision::Continue), decided("also not", Decision::Stay)];
        assert_eq!(answer, Answer { pause: 3, decision: Decision::Stay, others, pace: Pace::Run });
    }

    #[test]
    fn where_nobody_watches_a_failed_request_ends_the_turn_and_all_else_goes_on() {
        let decision = |reason, place| Answer::unattended(&pause(reason, place, &[]), rule).decision;
        assert_eq!(decision(PauseReason::RequestFailed, PausePlace::BeforeRequest), Decision::Stop);
        assert_eq!(decision(PauseReason::Breakpoint, PausePlace::BeforeRequest), Decision::Continue);
    }

    /// An edit of every part.
    fn whole() -> RequestEdit {
        RequestEdit {
            instructions: Some("Be brief.".to_owned()),
            messages: Some(Vec::new()),
            functions: Some(Vec::new()),
            choice: Some(FunctionChoice::default()),
            calls: Some(CallOptions::default()),
            settings: Some(RequestSettings::default()),
            model: Some(ModelId::new("acme/m")),
        }
    }

    #[test]
    fn an_edit_keeps_exactly_the_parts_that_a_later_one_leaves() {
        let none = RequestEdit::default();
        let mut kept = whole();
        kept.give_way_to(&none);
        assert_eq!(kept, whole());
        let mut gone = whole();
        gone.give_way_to(&whole());
        assert_eq!(gone, none);
        let one_part: [fn(&mut RequestEdit, RequestEdit); 7] = [
            |edit, from| edit.instructions = from.instructions,
            |edit, from| edit.messages = from.messages,
            |edit, from| edit.functions = from.functions,
            |edit, from| edit.choice = from.choice,
            |edit, from| edit.calls = from.calls,
            |edit, from| edit.settings = from.settings,
            |edit, from| edit.model = from.model,
        ];
        for set in one_part {
            let (mut later, mut left, mut expected) = (RequestEdit::default(), whole(), whole());
            set(&mut later, whole());
            left.give_way_to(&later);
            set(&mut expected, RequestEdit::default());
            assert_eq!(left, expected);
        }
    }
}
