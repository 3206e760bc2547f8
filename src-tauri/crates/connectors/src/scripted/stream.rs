//! Maps the lines of a reply to stream events.

use super::wire::Event;
use crate::assembler::{Assembler, CallPiece, Place};
use content::Usage;
use ports::{ConnectorError, StopReason, StreamEvent};
use serde_json::Value;
use std::collections::BTreeMap;

/// Maps one event at a time.
pub(super) struct Mapper {
    pub(super) assembler: Assembler,
    results: BTreeMap<String, Value>,
    /// The calls by the script's ids. A call's index is its position here.
    labels: Vec<String>,
}

impl Mapper {
    pub(super) fn new(assembler: Assembler, results: BTreeMap<String, Value>) -> Self {
        Self { assembler, results, labels: Vec::new() }
    }

    pub(super) fn on_event(&mut self, event: Event) -> Result<(), ConnectorError> {
        match event {
            Event::Text { delta } => self.assembler.text(Place::Last, &fill_in(&delta, &self.results)),
            Event::Reasoning { delta } => self.assembler.reasoning(Place::Last, &delta),
            Event::Call { id, name } => self.call(id, &name),
            Event::Arguments { delta, call } => self.arguments(&delta, call.as_deref()),
            Event::Usage { input, output } => {
                let usage = Usage { input: Some(input), output: Some(output), ..Usage::default() };
                self.assembler.events.push(StreamEvent::Usage(usage));
                Ok(())
            }
            Event::End => {
                self.assembler.finish_all();
                self.assembler.events.push(StreamEvent::Finished(StopReason::Unstated));
                Ok(())
            }
            Event::Cut => Err(ConnectorError::BrokenOff),
        }
    }

    fn call(&mut self, label: String, name: &str) -> Result<(), ConnectorError> {
        let piece = CallPiece { id: &label, name, ..CallPiece::default() };
        self.assembler.call(place(self.labels.len()), piece)?;
        self.labels.push(label);
        Ok(())
    }

    /// Arguments without a call are skipped: a script is checked by eye.
    fn arguments(&mut self, arguments: &str, call: Option<&str>) -> Result<(), ConnectorError> {
        let fits = |label: &String| call.is_none_or(|wanted| label == wanted);
        match self.labels.iter().rposition(fits) {
            Some(number) => {
                let piece = CallPiece { arguments, ..CallPiece::default() };
                self.assembler.call(place(number), piece)
            }
            None => Ok(()),
        }
    }
}

fn place(number: usize) -> Place {
    Place::At(number as u64)
}

/// Replaces `{{call/path/in/the/result}}` by values from results.
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
    use crate::assembler::Assembler;
    use crate::names::WireNames;
    use crate::scripted::wire::Event;
    use content::{CallArguments, CallId, CalledFunction, FunctionCall, Item, Origin};
    use ports::StreamEvent;
    use serde_json::json;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn arguments_of_calls_side_by_side_are_not_mixed_up() {
        let mut mapper = Mapper::new(Assembler::new(WireNames::default(), BTreeSet::new()), BTreeMap::new());
        let call = |id: &str| Event::Call { id: id.into(), name: "f".into() };
        let piece = |text: &str, id: &str| Event::Arguments { delta: text.into(), call: Some(id.into()) };
        let script =
            [call("a"), call("b"), piece("{\"x\"", "a"), piece("{}", "b"), piece(":1}", "a"), Event::End];
        for event in script {
            mapper.on_event(event).expect("the reply is whole");
        }
        let finished = mapper.assembler.events.into_iter().filter_map(|event| {
            if let StreamEvent::ItemFinished { item, .. } = event { Some(*item) } else { None }
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
