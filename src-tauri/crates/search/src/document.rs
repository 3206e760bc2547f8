//! The searchable documents: one for each item of a message, and one for each call together with its result.

use crate::passages::{described, readable, readable_output};
use crate::status::{self, CallStatus};
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionResult, Item, Message, MessageId,
    ModelId, Origin, Outcome, Role, SessionId, Timestamp,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One thing that can be found, and its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub session: SessionId,
    pub kind: HitKind,
    pub at: Timestamp,
    /// The message to show. The title of a session has none.
    pub message: Option<MessageId>,
    /// The item of the message.
    pub item: Option<usize>,
    /// The message with the result, if a call has one.
    pub answer: Option<MessageId>,
    pub call: Option<CallId>,
    pub function: Option<CalledFunction>,
    pub statuses: Vec<CallStatus>,
    pub model: Option<ModelId>,
    /// The duration of a call, in milliseconds.
    pub took: Option<u64>,
    pub passages: Vec<Passage>,
}

/// The kind of a document: the side that wrote it, or what else it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum HitKind {
    Title,
    System,
    Person,
    Model,
    Reasoning,
    Call,
    /// A result without its call.
    Result,
    /// The reason for the early end of a turn.
    Problem,
    /// A person's note on a message.
    Note,
    /// The name of the branch that begins at a message.
    Branch,
}

/// A piece of a document's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    pub part: Part,
    pub text: String,
}

/// The kind of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "HitPart")]
pub enum Part {
    Text,
    Function,
    Arguments,
    Result,
    Error,
}

/// Names a document, so that a later one can replace it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(String);

impl Key {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The result of a call.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Its message. A result that has just arrived is in none yet.
    pub message: Option<&'a MessageId>,
    pub outcome: &'a Outcome,
    pub origin: Origin,
    pub took: Option<u64>,
}

impl Document {
    pub fn title(session: &SessionId, at: Timestamp, title: &str) -> Self {
        let passages = vec![Passage { part: Part::Text, text: title.to_owned() }];
        Self { passages, ..Self::empty(session, HitKind::Title, at) }
    }

    /// A person's mark on a message: a note, or the name of a branch. An empty text removes it.
    pub fn mark(
        session: &SessionId,
        kind: HitKind,
        message: &MessageId,
        at: Timestamp,
        text: Option<&str>,
    ) -> Self {
        let text = text.unwrap_or_default().to_owned();
        let passages = vec![Passage { part: Part::Text, text }];
        Self { message: Some(message.clone()), passages, ..Self::empty(session, kind, at) }
    }

    /// The reason for the early end of a turn, shown at its last message.
    pub fn problem(
        session: &SessionId,
        message: Option<&MessageId>,
        model: &ModelId,
        at: Timestamp,
        text: String,
    ) -> Self {
        Self {
            message: message.cloned(),
            statuses: vec![CallStatus::Failed],
            model: Some(model.clone()),
            passages: vec![Passage { part: Part::Error, text }],
            ..Self::empty(session, HitKind::Problem, at)
        }
    }

    /// An item of a message. Results have no document of their own, because they belong to their calls.
    pub fn of_item(session: &SessionId, message: &Message, item: usize, at: Timestamp) -> Option<Self> {
        let (kind, text) = match message.items.get(item)? {
            Item::Text { text } => (speaker(message.role), text.clone()),
            Item::Reasoning { text, .. } => (HitKind::Reasoning, text.clone()),
            Item::Media { media } => (speaker(message.role), described(&media.mime_type, &media.source)),
            Item::Unknown { value } => (speaker(message.role), readable(value)),
            Item::FunctionCall { call } => {
                return Some(Self::of_call(session, message, item, call, at, None));
            }
            Item::FunctionResult { .. } => return None,
        };
        let passages = vec![Passage { part: Part::Text, text }];
        let placed = Self { passages, ..Self::in_message(session, message, item, kind, at) };
        placed.has_words().then_some(placed)
    }

    /// A call, with its result if it has one.
    pub fn of_call(
        session: &SessionId,
        message: &Message,
        item: usize,
        call: &FunctionCall,
        at: Timestamp,
        answer: Option<Answer<'_>>,
    ) -> Self {
        let mut statuses = status::of_call(call);
        let mut passages = vec![
            Passage { part: Part::Function, text: call.function.to_string() },
            Passage { part: Part::Arguments, text: arguments(&call.arguments) },
        ];
        match answer {
            Some(Answer { outcome, origin, .. }) => {
                statuses.extend(status::of_outcome(outcome, origin));
                passages.push(outcome_passage(outcome));
            }
            None => statuses.push(CallStatus::Unanswered),
        }
        statuses.sort_unstable();
        statuses.dedup();
        passages.retain(|passage| !passage.text.is_empty());
        Self {
            answer: answer.and_then(|answer| answer.message.cloned()),
            call: Some(call.id.clone()),
            function: Some(call.function.clone()),
            statuses,
            took: answer.and_then(|answer| answer.took),
            passages,
            ..Self::in_message(session, message, item, HitKind::Call, at)
        }
    }

    /// A result whose call does not exist.
    pub fn of_lone_result(
        session: &SessionId,
        message: &Message,
        item: usize,
        result: &FunctionResult,
        at: Timestamp,
    ) -> Self {
        let mut statuses = status::of_function(&result.function);
        statuses.extend(status::of_outcome(&result.outcome, result.origin));
        statuses.sort_unstable();
        statuses.dedup();
        Self {
            call: Some(result.call_id.clone()),
            function: Some(result.function.clone()),
            statuses,
            passages: vec![
                Passage { part: Part::Function, text: result.function.to_string() },
                outcome_passage(&result.outcome),
            ],
            ..Self::in_message(session, message, item, HitKind::Result, at)
        }
    }

    /// A call keeps its key until it has a result in a message; then each result has a document of its own.
    pub fn key(&self) -> Key {
        let message = self.message.as_ref().map_or("", MessageId::as_str);
        let answer = self.answer.as_ref().map_or("", MessageId::as_str);
        let item = self.item.map(|item| item.to_string()).unwrap_or_default();
        let kind = match self.kind {
            HitKind::Title => "title",
            HitKind::Problem => "problem",
            HitKind::Note => "note",
            HitKind::Branch => "branch",
            HitKind::System
            | HitKind::Person
            | HitKind::Model
            | HitKind::Reasoning
            | HitKind::Call
            | HitKind::Result => "said",
        };
        Key(format!("{}\n{kind}\n{message}\n{item}\n{answer}", self.session))
    }

    /// The same place with another passage. The name of a function is part of each, so that both are found together.
    #[must_use]
    pub fn with_passage(&self, part: Part, text: String) -> Self {
        let name = self.passages.iter().filter(|passage| passage.part == Part::Function).cloned();
        Self {
            session: self.session.clone(),
            kind: self.kind,
            at: self.at,
            message: self.message.clone(),
            item: self.item,
            answer: self.answer.clone(),
            call: self.call.clone(),
            function: self.function.clone(),
            statuses: self.statuses.clone(),
            model: self.model.clone(),
            took: self.took,
            passages: name.chain([Passage { part, text }]).collect(),
        }
    }

    pub(crate) fn has_words(&self) -> bool {
        self.passages.iter().any(|passage| !passage.text.trim().is_empty())
    }

    fn in_message(session: &SessionId, message: &Message, item: usize, kind: HitKind, at: Timestamp) -> Self {
        let model = match &message.author {
            Author::Model { model } | Author::Participant { model, .. } => Some(model.clone()),
            Author::Person | Author::Application => None,
        };
        let message = Some(message.id.clone());
        Self { message, item: Some(item), model, ..Self::empty(session, kind, at) }
    }

    fn empty(session: &SessionId, kind: HitKind, at: Timestamp) -> Self {
        Self {
            session: session.clone(),
            kind,
            at,
            message: None,
            item: None,
            answer: None,
            call: None,
            function: None,
            statuses: Vec::new(),
            model: None,
            took: None,
            passages: Vec::new(),
        }
    }
}

fn speaker(role: Role) -> HitKind {
    match role {
        Role::System => HitKind::System,
        Role::User => HitKind::Person,
        Role::Assistant => HitKind::Model,
        Role::Function => HitKind::Result,
    }
}

fn arguments(arguments: &CallArguments) -> String {
    match arguments {
        CallArguments::Parsed { value, .. } => readable(&serde_json::Value::Object(value.clone())),
        CallArguments::Malformed { raw, reason } => format!("{raw}\n{reason}"),
    }
}

fn outcome_passage(outcome: &Outcome) -> Passage {
    match outcome {
        Outcome::Returned { output } => Passage { part: Part::Result, text: readable_output(output) },
        Outcome::Failed { failure } => Passage { part: Part::Error, text: failure.message.clone() },
        Outcome::Declined { reason, .. } => Passage { part: Part::Error, text: reason.clone() },
    }
}
