//! Which piece of an answer completes the arguments of a call.

use content::{CallId, CalledFunction};
use ports::{CompletedCall, ItemKind, StreamEvent};
use std::collections::BTreeMap;

/// Watches the calls of one answer come in.
#[derive(Debug, Default)]
pub(crate) struct Completion {
    open: BTreeMap<usize, Open>,
}

#[derive(Debug)]
struct Open {
    call: CallId,
    function: CalledFunction,
    arguments: Brackets,
}

impl Completion {
    /// The calls whose arguments are whole now, and were not before. A call whose arguments never become an object is
    /// complete when the provider says so.
    pub(crate) fn take(&mut self, events: &[StreamEvent]) -> Vec<CompletedCall> {
        let mut completed = Vec::new();
        for event in events {
            match event {
                StreamEvent::ItemStarted { index, kind: ItemKind::Call { id, function } } => {
                    let arguments = Brackets::default();
                    let open = Open { call: id.clone(), function: function.clone(), arguments };
                    self.open.insert(*index, open);
                }
                StreamEvent::ArgumentsDelta { index, text } => {
                    if self.open.get_mut(index).is_some_and(|open| open.arguments.close_in(text)) {
                        completed.extend(self.complete(*index));
                    }
                }
                StreamEvent::ItemFinished { index, .. } => completed.extend(self.complete(*index)),
                StreamEvent::ItemStarted { .. }
                | StreamEvent::TextDelta { .. }
                | StreamEvent::ReasoningDelta { .. }
                | StreamEvent::Usage(_)
                | StreamEvent::Adapted(_)
                | StreamEvent::Odd { .. }
                | StreamEvent::Replaced(_)
                | StreamEvent::Others { .. }
                | StreamEvent::Finished(_) => {}
            }
        }
        completed
    }

    fn complete(&mut self, index: usize) -> Option<CompletedCall> {
        let Open { call, function, .. } = self.open.remove(&index)?;
        Some(CompletedCall { call, function })
    }
}

/// Counts the brackets of JSON that comes in pieces, letter by letter and each once.
#[derive(Debug, Default)]
struct Brackets {
    depth: u32,
    is_in_text: bool,
    is_escaped: bool,
}

impl Brackets {
    /// Whether the last bracket that was open is closed in this piece.
    fn close_in(&mut self, piece: &str) -> bool {
        for byte in piece.bytes() {
            match byte {
                _ if std::mem::take(&mut self.is_escaped) => {}
                b'\\' if self.is_in_text => self.is_escaped = true,
                b'"' => self.is_in_text = !self.is_in_text,
                _ if self.is_in_text => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Completion;
    use content::{CallId, CalledFunction, FunctionName};
    use ports::{ItemKind, StreamEvent};

    fn started(index: usize, id: &str) -> StreamEvent {
        let function = CalledFunction::Known { name: FunctionName::without_plugin("tide_table") };
        StreamEvent::ItemStarted { index, kind: ItemKind::Call { id: CallId::new(id), function } }
    }

    fn arguments(index: usize, text: &str) -> StreamEvent {
        StreamEvent::ArgumentsDelta { index, text: text.to_owned() }
    }

    #[track_caller]
    fn check(completion: &mut Completion, events: &[StreamEvent], expected: &[&str]) {
        let completed = completion.take(events);
        let ids: Vec<_> = completed.iter().map(|completed| completed.call.as_str()).collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn a_call_is_complete_with_the_bracket_that_closes_the_first() {
        let mut completion = Completion::default();
        check(&mut completion, &[started(0, "a"), started(1, "b")], &[]);
        check(&mut completion, &[arguments(0, r#"{"port":"} \"#)], &[]);
        check(&mut completion, &[arguments(0, r#""}","more":[{}"#)], &[]);
        check(&mut completion, &[arguments(1, "{}"), arguments(0, "]")], &["b"]);
        check(&mut completion, &[arguments(0, "}  ")], &["a"]);
    }

    #[test]
    fn a_call_is_told_once_and_one_without_arguments_at_its_end() {
        let mut completion = Completion::default();
        let finished = |index| {
            let item = content::Item::Text { text: String::new() };
            StreamEvent::finished(index, item)
        };
        check(&mut completion, &[started(0, "a"), arguments(0, "{}"), finished(0)], &["a"]);
        check(&mut completion, &[started(1, "b"), finished(1), finished(1)], &["b"]);
        check(&mut completion, &[started(2, "c"), arguments(2, "no JSON")], &[]);
        check(&mut completion, &[finished(2)], &["c"]);
    }
}
