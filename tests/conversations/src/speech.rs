//! A model in memory that says what a script has, and nothing else: no wire, no names of a provider.

use crate::script::Line;
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, Message, ModelId, Origin,
    Outcome, Output, Role, Usage,
};
use futures::{StreamExt, stream};
use ports::{
    CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, EventStream, ItemKind,
    OfferedNames, StopReason, StreamEvent,
};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// A model that answers from its script: the first request after a person spoke gets the first reply, the next the
/// second.
#[derive(Debug)]
pub struct Speaker {
    profile: ConnectorProfile,
    replies: Vec<Vec<Line>>,
}

impl Speaker {
    pub fn new(model: ModelId, script: &[Line]) -> Self {
        let profile = ConnectorProfile { model, title: "A test".to_owned(), service: "Tests".to_owned() };
        let replies = script.split_inclusive(Line::ends_a_reply).map(<[Line]>::to_vec).collect();
        Self { profile, replies }
    }
}

impl Connector for Speaker {
    fn profile(&self) -> &ConnectorProfile {
        &self.profile
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        let number = since_person(&request).filter(|message| message.role == Role::Assistant).count();
        let Some(lines) = self.replies.get(number) else {
            let (title, replies) = (self.profile.title.clone(), self.replies.len());
            let error = ConnectorError::ScriptEnded { title, reply: number + 1, replies };
            return stream::once(std::future::ready(Err(error))).boxed();
        };
        let speech = Speech::answering(&request);
        let spoken = Spoken { lines: lines.iter().cloned().collect(), speech, scope: scope.clone() };
        let events = stream::unfold(spoken, |mut spoken| async move {
            let events = spoken.next().await?;
            Some((stream::iter(events), spoken))
        });
        events.flatten().boxed()
    }

    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        OfferedNames::in_style(request.names.clone())
    }
}

/// What was said since the person spoke, the last first.
fn since_person(request: &CompletionRequest) -> impl Iterator<Item = &Message> {
    let last_first = request.messages.iter().rev().map(AsRef::as_ref);
    last_first.take_while(|message: &&Message| message.role != Role::User)
}

/// One reply while it is said.
struct Spoken {
    lines: VecDeque<Line>,
    speech: Speech,
    scope: CallScope,
}

impl Spoken {
    async fn next(&mut self) -> Option<Vec<Result<StreamEvent, ConnectorError>>> {
        let line = self.lines.pop_front()?;
        if let Line::Text { after: after @ 1.., .. } = line
            && !self.waits(Duration::from_millis(after)).await
        {
            self.lines.clear();
            return Some(vec![Err(ConnectorError::Cancelled)]);
        }
        Some(match line {
            Line::Cut => vec![Err(ConnectorError::BrokenOff)],
            line => self.speech.say(line).into_iter().map(Ok).collect(),
        })
    }

    /// Whether the time was left to it. The clock of tests that wait goes on by itself when nothing else can.
    async fn waits(&self, time: Duration) -> bool {
        tokio::select! {
            biased;
            () = self.scope.cancel.cancelled() => false,
            waited = tokio::time::timeout(time, std::future::pending::<()>()) => waited.is_err(),
        }
    }
}

/// The items of one reply, as far as they were said.
struct Speech {
    names: BTreeMap<String, FunctionName>,
    results: BTreeMap<String, Value>,
    /// The ids that are in the history or in this reply.
    taken: Vec<CallId>,
    items: Vec<Open>,
}

enum Open {
    Text(String),
    Reasoning(String),
    Call { id: String, function: CalledFunction, arguments: String },
    Finished,
}

impl Speech {
    fn answering(request: &CompletionRequest) -> Self {
        let calls = || request.messages.iter().flat_map(|message| message.calls());
        let called = calls().filter_map(|call| call.function.known());
        let functions = request.functions.iter().map(|spec| &spec.name).chain(called);
        let results = since_person(request).flat_map(Message::results);
        Self {
            names: functions.map(|name| (request.names.write(name), name.clone())).collect(),
            results: results.map(|result| (result.call_id.to_string(), value_of(&result.outcome))).collect(),
            taken: calls().map(|call| call.id.clone()).collect(),
            items: Vec::new(),
        }
    }

    fn say(&mut self, line: Line) -> Vec<StreamEvent> {
        match line {
            Line::Text { delta, .. } => self.text(&delta),
            Line::Reasoning { delta } => self.reasoning(delta),
            Line::Call { id, name } => self.call(id, name),
            Line::Arguments { delta, call } => self.arguments(delta, &call),
            Line::Usage { input, output } => {
                let usage = Usage { input: Some(input), output: Some(output), ..Usage::default() };
                vec![StreamEvent::Usage(usage)]
            }
            Line::End => {
                let mut events: Vec<_> = (0..self.items.len()).filter_map(|item| self.finish(item)).collect();
                events.push(StreamEvent::Finished(StopReason::Unstated));
                events
            }
            Line::Cut => Vec::new(),
        }
    }

    fn text(&mut self, delta: &str) -> Vec<StreamEvent> {
        let text = fill_in(delta, &self.results);
        if text.is_empty() {
            return Vec::new();
        }
        let mut events = Vec::new();
        if !matches!(self.items.last(), Some(Open::Text(_))) {
            events = self.open(Open::Text(String::new()), ItemKind::Text);
        }
        if let Some(Open::Text(whole)) = self.items.last_mut() {
            whole.push_str(&text);
        }
        events.push(StreamEvent::TextDelta { index: self.items.len() - 1, text });
        events
    }

    fn reasoning(&mut self, text: String) -> Vec<StreamEvent> {
        let mut events = self.open(Open::Reasoning(text.clone()), ItemKind::Reasoning);
        events.push(StreamEvent::ReasoningDelta { index: self.items.len() - 1, text });
        events
    }

    /// An id is given once: what a provider does wrong here is settled by its connector, before the loop hears of it.
    fn call(&mut self, id: String, name: String) -> Vec<StreamEvent> {
        let call = CallId::new(&id);
        assert!(!self.taken.contains(&call), "{call} is the id of two calls");
        self.taken.push(call.clone());
        let function = match self.names.get(name.trim()) {
            Some(name) => CalledFunction::Known { name: name.clone() },
            None => CalledFunction::Unknown { raw: name },
        };
        let kind = ItemKind::Call { id: call, function: function.clone() };
        self.open(Open::Call { id, function, arguments: String::new() }, kind)
    }

    fn arguments(&mut self, text: String, of: &str) -> Vec<StreamEvent> {
        let index = self.items.iter().position(|open| matches!(open, Open::Call { id, .. } if id == of));
        let index = index.expect("the call has begun");
        if let Some(Open::Call { arguments, .. }) = self.items.get_mut(index) {
            arguments.push_str(&text);
        }
        if text.is_empty() { Vec::new() } else { vec![StreamEvent::ArgumentsDelta { index, text }] }
    }

    /// Words are finished by what follows them; calls come side by side and are finished with the reply.
    fn open(&mut self, item: Open, kind: ItemKind) -> Vec<StreamEvent> {
        let index = self.items.len();
        let follows_words = matches!(self.items.last(), Some(Open::Text(_) | Open::Reasoning(_)));
        let finished = if follows_words { self.finish(index - 1) } else { None };
        self.items.push(item);
        finished.into_iter().chain([StreamEvent::ItemStarted { index, kind }]).collect()
    }

    fn finish(&mut self, index: usize) -> Option<StreamEvent> {
        let item = match std::mem::replace(self.items.get_mut(index)?, Open::Finished) {
            Open::Text(text) => Item::Text { text },
            Open::Reasoning(text) => Item::Reasoning { text, provider_state: None },
            Open::Call { id, function, arguments } => Item::FunctionCall {
                call: FunctionCall {
                    id: CallId::new(&id),
                    function,
                    arguments: CallArguments::read(arguments),
                    origin: Origin::Model,
                    provider_state: None,
                },
            },
            Open::Finished => return None,
        };
        Some(StreamEvent::finished(index, item))
    }
}

/// What a model is told of an outcome.
fn value_of(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Returned { output: Output::Json { value } } => value.clone(),
        Outcome::Returned { output } => {
            let texts = output.parts().iter().filter_map(|part| match part {
                Output::Text { text } => Some(text.as_str()),
                _ => None,
            });
            Value::String(texts.collect())
        }
        Outcome::Failed { failure } => Value::String(failure.message.clone()),
        Outcome::Declined { reason, .. } => Value::String(reason.clone()),
    }
}

/// Puts values out of results in the place of `{{call/path/in/the/result}}`.
fn fill_in(text: &str, results: &BTreeMap<String, Value>) -> String {
    let mut pieces = text.split("{{");
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (reference, rest) = piece.split_once("}}").expect("a reference has an end");
        filled.push_str(&look_up(reference, results));
        filled.push_str(rest);
    }
    filled
}

fn look_up(reference: &str, results: &BTreeMap<String, Value>) -> String {
    let (call, path) = reference
        .split_once('/')
        .map_or((reference, String::new()), |(call, path)| (call, format!("/{path}")));
    match results.get(call).and_then(|value| value.pointer(&path)) {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => "(unknown)".to_owned(),
    }
}
