//! What the lines of a reply mean to a conversation.

use super::request::fresh_id;
use super::wire::Event;
use crate::names::WireNames;
use content::{CallArguments, CallId, FunctionCall, Item, Origin, Usage};
use ports::{ConnectorError, ItemKind, StopReason, StreamEvent};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Takes one event at a time and tells what it means.
pub(super) struct Mapper {
    names: WireNames,
    taken: BTreeSet<CallId>,
    results: BTreeMap<String, Value>,
    items: Vec<Open>,
}

/// An item that is not finished yet.
enum Open {
    Text(String),
    Reasoning(String),
    Call { label: String, id: CallId, name: String, arguments: String },
    Finished,
}

impl Mapper {
    pub(super) fn new(names: WireNames, taken: BTreeSet<CallId>, results: BTreeMap<String, Value>) -> Self {
        Self { names, taken, results, items: Vec::new() }
    }

    pub(super) fn on_event(&mut self, event: Event) -> Vec<Result<StreamEvent, ConnectorError>> {
        match event {
            Event::Text { delta } => said(self.text(&delta)),
            Event::Reasoning { delta } => said(self.reasoning(delta)),
            Event::Call { id, name } => said(self.call(id, name)),
            Event::Arguments { delta, call } => said(self.arguments(delta, call.as_deref())),
            Event::Usage { input, output } => {
                let usage = Usage { input: Some(input), output: Some(output), ..Usage::default() };
                said(vec![StreamEvent::Usage(usage)])
            }
            Event::End => {
                let mut events = self.finish_all();
                events.push(StreamEvent::Finished(StopReason::Unstated));
                said(events)
            }
            Event::Cut => vec![Err(ConnectorError::BrokenOff)],
        }
    }

    fn text(&mut self, delta: &str) -> Vec<StreamEvent> {
        let text = fill_in(delta, &self.results);
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
        let mut events = Vec::new();
        if !matches!(self.items.last(), Some(Open::Reasoning(_))) {
            events = self.open(Open::Reasoning(String::new()), ItemKind::Reasoning);
        }
        if let Some(Open::Reasoning(whole)) = self.items.last_mut() {
            whole.push_str(&text);
        }
        events.push(StreamEvent::ReasoningDelta { index: self.items.len() - 1, text });
        events
    }

    fn call(&mut self, label: String, name: String) -> Vec<StreamEvent> {
        let id = fresh_id(&label, &self.taken);
        let kind = ItemKind::Call { id: id.clone(), function: self.names.decode(&name) };
        self.open(Open::Call { label, id, name, arguments: String::new() }, kind)
    }

    /// Arguments without a call they could belong to are passed over: a script is checked by eye, not by us.
    fn arguments(&mut self, text: String, call: Option<&str>) -> Vec<StreamEvent> {
        let fits = |open: &Open| match open {
            Open::Call { label, .. } => call.is_none_or(|wanted| label == wanted),
            Open::Text(_) | Open::Reasoning(_) | Open::Finished => false,
        };
        let Some(index) = self.items.iter().rposition(fits) else { return Vec::new() };
        if let Some(Open::Call { arguments, .. }) = self.items.get_mut(index) {
            arguments.push_str(&text);
        }
        vec![StreamEvent::ArgumentsDelta { index, text }]
    }

    /// Begins an item. Text is finished by whatever follows it; calls may be written side by side.
    fn open(&mut self, item: Open, kind: ItemKind) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        if let Some(last) = self.items.len().checked_sub(1)
            && !matches!(self.items.last(), Some(Open::Call { .. }))
        {
            events.extend(self.finish(last));
        }
        events.push(StreamEvent::ItemStarted { index: self.items.len(), kind });
        self.items.push(item);
        events
    }

    fn finish_all(&mut self) -> Vec<StreamEvent> {
        (0..self.items.len()).filter_map(|index| self.finish(index)).collect()
    }

    fn finish(&mut self, index: usize) -> Option<StreamEvent> {
        let item = match std::mem::replace(self.items.get_mut(index)?, Open::Finished) {
            Open::Text(text) => Item::Text { text },
            Open::Reasoning(text) => Item::Reasoning { text, provider_state: None },
            Open::Call { id, name, arguments, .. } => Item::FunctionCall {
                call: FunctionCall {
                    id,
                    function: self.names.decode(&name),
                    arguments: CallArguments::read(arguments),
                    origin: Origin::Model,
                    provider_state: None,
                },
            },
            Open::Finished => return None,
        };
        Some(StreamEvent::ItemFinished { index, item })
    }
}

fn said(events: Vec<StreamEvent>) -> Vec<Result<StreamEvent, ConnectorError>> {
    events.into_iter().map(Ok).collect()
}

/// Puts values out of results in the place of `{{call/path/in/the/result}}`.
fn fill_in(text: &str, results: &BTreeMap<String, Value>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((reference, after)) = after.split_once("}}") else { break };
        filled.push_str(before);
        filled.push_str(&look_up(reference.trim(), results));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

fn look_up(reference: &str, results: &BTreeMap<String, Value>) -> String {
    let (call, path) = reference.split_once('/').unwrap_or((reference, ""));
    let result = results.get(call);
    let value = result
        .and_then(|value| if path.is_empty() { Some(value) } else { value.pointer(&format!("/{path}")) });
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(
            value @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)),
        ) => value.to_string(),
        None => "(unknown)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Mapper, fill_in};
    use crate::names::{NameRule, WireNames};
    use crate::scripted::wire::Event;
    use content::{CallArguments, CallId, CalledFunction, FunctionCall, Item, Origin};
    use ports::StreamEvent;
    use serde_json::json;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn arguments_of_calls_side_by_side_are_not_mixed_up() {
        let mut mapper = Mapper::new(WireNames::of(NameRule::ANY, &[], &[]), BTreeSet::new(), BTreeMap::new());
        let call = |id: &str| Event::Call { id: id.into(), name: "f".into() };
        let piece = |text: &str, id: &str| Event::Arguments { delta: text.into(), call: Some(id.into()) };
        let script =
            [call("a"), call("b"), piece("{\"x\"", "a"), piece("{}", "b"), piece(":1}", "a"), Event::End];
        let events = script.into_iter().flat_map(|event| mapper.on_event(event));
        let finished = events.filter_map(|event| {
            let event = event.expect("the reply is whole");
            if let StreamEvent::ItemFinished { item, .. } = event { Some(item) } else { None }
        });
        let expected = [("a", r#"{"x":1}"#), ("b", "{}")].map(|(id, raw)| Item::FunctionCall {
            call: FunctionCall {
                id: CallId::new(id),
                function: CalledFunction::Unknown { raw: "f".into() },
                arguments: CallArguments::read(raw),
                origin: Origin::Model,
                provider_state: None,
            },
        });
        assert_eq!(finished.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_reply_quotes_the_results_it_was_sent() {
        let results = BTreeMap::from([("c".to_owned(), json!({ "sky": "clear", "days": [7] }))]);
        let check = |text: &str, expected: &str| assert_eq!(fill_in(text, &results), expected);
        check("It is {{c/sky}}, {{ c/days/0 }} °C.", "It is clear, 7 °C.");
        check("{{c/wind}} {{d}}", "(unknown) (unknown)");
        check("{{c", "{{c");
    }
}
