//! What a model writes, as events of an answer.

use crate::body::Body;
use crate::calls::{Calls, Made};
use crate::grammar::can_call;
use crate::names::{Ids, Names};
use crate::notation::{Piece, Reader};
use content::{CallArguments, CallId, CalledFunction, FunctionCall, Item, Origin};
use ports::{CompletedCall, CompletionRequest, ItemKind, StreamEvent};

/// One answer while it comes in.
#[derive(Debug)]
pub(crate) struct Answer {
    reader: Reader,
    names: Names,
    ids: Ids,
    open: Option<Open>,
    next: usize,
    /// The calls that are complete.
    pub(crate) calls: Calls,
    /// What must not be called again. Nothing, where anything may.
    made: Option<Made>,
    /// What is told of a call once it is known to be new.
    untold: Vec<StreamEvent>,
    /// Whether a call was made again. Nothing is told of it.
    pub(crate) has_repeated: bool,
}

/// The item that is being written. There is one at a time.
#[derive(Debug)]
enum Open {
    Text { index: usize, text: String },
    Reasoning { index: usize, text: String },
    Call { index: usize, id: CallId, function: CalledFunction, arguments: String },
}

/// What a piece of text means.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Meant {
    pub(crate) events: Vec<StreamEvent>,
    pub(crate) completes: Vec<CompletedCall>,
}

impl Answer {
    pub(crate) fn to(request: &CompletionRequest, body: &Body) -> Self {
        let names = Names::of(request);
        // Where nothing may be called, an object that names a function is no more than an object.
        let callable = names.all().filter(|_| can_call(request));
        let reader = Reader::new(callable, body.begins_thinking());
        Self {
            reader,
            names,
            ids: Ids::beside(request),
            open: None,
            next: 0,
            calls: Calls::default(),
            made: Made::before(request),
            untold: Vec::new(),
            has_repeated: false,
        }
    }

    /// Goes on in words, after what was said.
    pub(crate) fn in_words(&mut self) {
        self.reader = Reader::new(std::iter::empty(), false);
        self.has_repeated = false;
    }

    pub(crate) fn push(&mut self, text: &str) -> Meant {
        let pieces = self.reader.push(text);
        self.take(pieces)
    }

    pub(crate) fn finish(&mut self) -> Meant {
        let pieces = self.reader.finish();
        let mut meant = self.take(pieces);
        self.close(&mut meant);
        meant
    }

    fn take(&mut self, pieces: Vec<Piece>) -> Meant {
        let mut meant = Meant::default();
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.say(&mut meant, text),
                Piece::Reasoning(text) => self.think(&mut meant, text),
                Piece::Call(name) => self.call(&mut meant, &name),
                Piece::Arguments(text) => self.argue(&mut meant, text),
                Piece::CallEnd => self.close(&mut meant),
            }
        }
        meant
    }

    fn say(&mut self, meant: &mut Meant, more: String) {
        if !matches!(self.open, Some(Open::Text { .. })) {
            let index = self.begin(meant, ItemKind::Text);
            self.open = Some(Open::Text { index, text: String::new() });
        }
        if let Some(Open::Text { index, text }) = &mut self.open {
            text.push_str(&more);
            meant.events.push(StreamEvent::TextDelta { index: *index, text: more });
        }
    }

    fn think(&mut self, meant: &mut Meant, more: String) {
        if !matches!(self.open, Some(Open::Reasoning { .. })) {
            let index = self.begin(meant, ItemKind::Reasoning);
            self.open = Some(Open::Reasoning { index, text: String::new() });
        }
        if let Some(Open::Reasoning { index, text }) = &mut self.open {
            text.push_str(&more);
            meant.events.push(StreamEvent::ReasoningDelta { index: *index, text: more });
        }
    }

    fn call(&mut self, meant: &mut Meant, name: &str) {
        let (id, function) = (self.ids.give(), self.names.read(name));
        let index = self.begin(meant, ItemKind::Call { id: id.clone(), function: function.clone() });
        if self.made.is_some() {
            self.untold.extend(meant.events.pop());
        }
        self.open = Some(Open::Call { index, id, function, arguments: String::new() });
    }

    fn argue(&mut self, meant: &mut Meant, more: String) {
        if let Some(Open::Call { index, arguments, .. }) = &mut self.open {
            arguments.push_str(&more);
            let told = if self.made.is_some() { &mut self.untold } else { &mut meant.events };
            told.push(StreamEvent::ArgumentsDelta { index: *index, text: more });
        }
    }

    /// Ends what is open and begins an item.
    fn begin(&mut self, meant: &mut Meant, kind: ItemKind) -> usize {
        self.close(meant);
        let index = self.next;
        self.next += 1;
        meant.events.push(StreamEvent::ItemStarted { index, kind });
        index
    }

    fn close(&mut self, meant: &mut Meant) {
        let (index, item) = match self.open.take() {
            None => return,
            Some(Open::Text { index, text }) => (index, Item::Text { text }),
            Some(Open::Reasoning { index, text }) => (index, Item::Reasoning { text, provider_state: None }),
            Some(Open::Call { index, id, function, arguments }) => {
                let raw = arguments.clone();
                let arguments = CallArguments::read(arguments);
                let is_new = self.made.as_mut().is_none_or(|made| made.is_new(&function, &arguments));
                let told = std::mem::take(&mut self.untold);
                if !is_new {
                    (self.has_repeated, self.next) = (true, index);
                    return;
                }
                meant.events.extend(told);
                self.calls.take(&function, &raw);
                meant.completes.push(CompletedCall { call: id.clone(), function: function.clone() });
                let call =
                    FunctionCall { id, function, arguments, origin: Origin::Model, provider_state: None };
                (index, Item::FunctionCall { call })
            }
        };
        meant.events.push(StreamEvent::finished(index, item));
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;
    use crate::body::Body;
    use crate::testing::{asked, function, said, said_items};
    use content::{
        CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName,
        FunctionResult, Item, Origin, Outcome, Output, Role,
    };
    use ports::{CompletionRequest, StreamEvent};
    use serde_json::json;

    const OSLO: &str =
        "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\", \"day\": 1}}\n</tool_call>";
    const BERGEN: &str =
        "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Bergen\"}}\n</tool_call>";

    fn weather() -> CalledFunction {
        CalledFunction::Known { name: FunctionName::without_plugin("weather") }
    }

    /// A turn in which Oslo was looked up, with this outcome.
    fn request(outcome: Outcome, only_new: Option<bool>) -> CompletionRequest {
        let (id, called) = (CallId::new("1"), weather());
        let call = FunctionCall {
            id: id.clone(),
            function: called.clone(),
            arguments: CallArguments::read(r#"{"day": 1, "city": "Oslo"}"#.to_owned()),
            origin: Origin::Model,
            provider_state: None,
        };
        let result = FunctionResult { call_id: id, function: called, outcome, origin: Origin::Function };
        let mut request = asked(vec![
            said(Role::User, "Weather in Oslo and Bergen?"),
            said_items(Role::Assistant, vec![Item::FunctionCall { call }]),
            said_items(Role::Function, vec![Item::FunctionResult { result }]),
        ]);
        let name = FunctionName::without_plugin("weather");
        request.functions = vec![function(name, "", json!({ "type": "object" }))];
        request.calls.only_new = only_new;
        request
    }

    fn rain() -> Outcome {
        Outcome::Returned { output: Output::Text { text: "rain".to_owned() } }
    }

    /// The items of an answer as they finish, and whether one was made again.
    fn heard(request: &CompletionRequest, written: &[&str]) -> (Vec<(usize, String)>, bool) {
        let body: Body = serde_json::from_value(json!({ "prompt": "" })).expect("a body");
        let mut answer = Answer::to(request, &body);
        let mut events: Vec<_> = written.iter().flat_map(|text| answer.push(text).events).collect();
        events.extend(answer.finish().events);
        let finished = events.into_iter().filter_map(|event| {
            let StreamEvent::ItemFinished { index, item } = event else { return None };
            match *item {
                Item::Text { text } => Some((index, text)),
                Item::FunctionCall { call } => Some((index, call.arguments.raw().to_owned())),
                Item::Reasoning { .. }
                | Item::FunctionResult { .. }
                | Item::Media { .. }
                | Item::Unknown { .. } => None,
            }
        });
        (finished.collect(), answer.has_repeated)
    }

    #[test]
    fn a_call_that_has_its_result_is_not_told_again_and_another_is() {
        let bergen = r#"{"city": "Bergen"}"#.to_owned();
        let oslo = r#"{"city": "Oslo", "day": 1}"#.to_owned();
        let led = request(rain(), Some(true));
        assert_eq!(heard(&led, &[OSLO]), (vec![], true));
        assert_eq!(heard(&led, &[BERGEN, "\n", BERGEN]), (vec![(0, bergen.clone())], true));
        assert_eq!(heard(&led, &["Well: ", BERGEN]), (vec![(0, "Well:".to_owned()), (1, bergen)], false));
        assert_eq!(heard(&request(rain(), None), &[OSLO]), (vec![(0, oslo.clone())], false));
        let failed = |kind| Outcome::Failed { failure: Failure { kind, message: "no such city".to_owned() } };
        for kind in [FailureKind::Reported, FailureKind::InvalidArguments] {
            assert_eq!(heard(&request(failed(kind), Some(true)), &[OSLO]), (vec![], true));
        }
        for outcome in [Outcome::declined("no"), failed(FailureKind::NotRun)] {
            assert_eq!(heard(&request(outcome, Some(true)), &[OSLO]), (vec![(0, oslo.clone())], false));
        }
    }
}
