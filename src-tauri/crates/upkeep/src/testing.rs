//! Conversations for tests, written down in a line.

use crate::{Ending, FindingKind, IdAlphabet, IdLength, IdRule, Inspection, check};
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Message,
    MessageId, ModelId, Origin, Outcome, Output, Role,
};

/// Builds a path. The messages are named `m1`, `m2` and so on; calls are calls of `weather · get_forecast`.
#[derive(Debug, Default)]
pub(crate) struct Conversation(Vec<Message>);

impl Conversation {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn system(self, text: &str) -> Self {
        self.with(Role::System, vec![words(text)])
    }

    pub(crate) fn user(self, text: &str) -> Self {
        self.with(Role::User, vec![words(text)])
    }

    pub(crate) fn says(self, text: &str) -> Self {
        self.with(Role::Assistant, vec![words(text)])
    }

    pub(crate) fn calls(self, ids: &[&str]) -> Self {
        self.calls_as(Role::Assistant, ids)
    }

    pub(crate) fn calls_as(self, role: Role, ids: &[&str]) -> Self {
        self.with(role, ids.iter().map(|id| call(id, "{}")).collect())
    }

    pub(crate) fn malformed_call(self, id: &str) -> Self {
        self.with(Role::Assistant, vec![call(id, "{")])
    }

    pub(crate) fn results(self, ids: &[&str]) -> Self {
        self.results_as(Role::Function, ids)
    }

    pub(crate) fn results_as(self, role: Role, ids: &[&str]) -> Self {
        self.with(role, ids.iter().map(|id| result(id, "get_forecast")).collect())
    }

    pub(crate) fn result_of(self, id: &str, function: &str) -> Self {
        self.with(Role::Function, vec![result(id, function)])
    }

    pub(crate) fn with(mut self, role: Role, items: Vec<Item>) -> Self {
        let parent = self.0.last().map(|message| message.id.clone());
        let id = MessageId::new(format!("m{}", self.0.len() + 1));
        let (author, origin) = match role {
            Role::System | Role::User => (Author::Person, Origin::Person),
            Role::Assistant => (Author::Model { model: ModelId::new("model") }, Origin::Model),
            Role::Function => (Author::Application, Origin::Application),
        };
        self.0.push(Message { id, parent, role, items, author, origin });
        self
    }

    pub(crate) fn path(self) -> Vec<Message> {
        self.0
    }
}

pub(crate) fn words(text: &str) -> Item {
    Item::Text { text: text.to_owned() }
}

pub(crate) fn call(id: &str, arguments: &str) -> Item {
    Item::FunctionCall {
        call: FunctionCall {
            id: CallId::new(id),
            function: function("get_forecast"),
            arguments: CallArguments::read(arguments),
            origin: Origin::Model,
            provider_state: None,
        },
    }
}

pub(crate) fn result(id: &str, name: &str) -> Item {
    result_with(id, name, Outcome::Returned { output: Output::Text { text: "12 °C, cloudy".into() } })
}

pub(crate) fn result_with(id: &str, name: &str, outcome: Outcome) -> Item {
    let result = FunctionResult {
        call_id: CallId::new(id),
        function: function(name),
        outcome,
        origin: Origin::Function,
    };
    Item::FunctionResult { result }
}

fn function(name: &str) -> CalledFunction {
    CalledFunction::Known { name: FunctionName::new("weather", name) }
}

/// Ids `n1`, `n2` and so on.
pub(crate) fn new_ids() -> impl FnMut() -> MessageId {
    ids_with("n")
}

pub(crate) fn ids_with(prefix: &str) -> impl FnMut() -> MessageId {
    let mut count = 0;
    move || {
        count += 1;
        MessageId::new(format!("{prefix}{count}"))
    }
}

pub(crate) fn closed() -> Inspection {
    Inspection { ending: Ending::Closed, call_ids: None }
}

pub(crate) fn nine() -> Inspection {
    let rule = IdRule { length: IdLength::Exactly { characters: 9 }, alphabet: IdAlphabet::Alphanumeric };
    Inspection { ending: Ending::Closed, call_ids: Some(rule) }
}

/// Holds the findings of a conversation, as message, item and kind, against what is expected.
#[track_caller]
pub(crate) fn check_kinds(
    conversation: Conversation,
    inspection: &Inspection,
    expected: &[(&str, Option<usize>, FindingKind)],
) {
    let findings = check(&conversation.path(), inspection);
    let found: Vec<_> = findings
        .iter()
        .map(|finding| (finding.place.message.as_str(), finding.place.item, finding.kind))
        .collect();
    assert_eq!(found, expected);
}

/// A path as a drawing, one line a message: who speaks, then what.
pub(crate) fn drawn(path: &[Message]) -> Vec<String> {
    path.iter().map(drawn_message).collect()
}

fn drawn_message(message: &Message) -> String {
    let side = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Function => "function",
    };
    let items: Vec<_> = message.items.iter().map(drawn_item).collect();
    format!("{side}: {}", items.join(", "))
}

fn drawn_item(item: &Item) -> String {
    match item {
        Item::Text { text } | Item::Reasoning { text, .. } => text.clone(),
        Item::Media { .. } => "media".to_owned(),
        Item::FunctionCall { call } => format!("call {}", call.id),
        Item::FunctionResult { result } => match &result.outcome {
            Outcome::Returned { .. } => format!("result {}", result.call_id),
            Outcome::Failed { .. } => format!("failed {}", result.call_id),
            Outcome::Declined { .. } => format!("declined {}", result.call_id),
        },
        Item::Unknown { .. } => "unknown".to_owned(),
    }
}
