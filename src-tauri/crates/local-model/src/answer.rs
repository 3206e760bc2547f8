//! What a model writes, as events of an answer.

use crate::body::Body;
use crate::calls::Calls;
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
    calls: Calls,
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
        Self { reader, names, ids: Ids::beside(request), open: None, next: 0, calls: Calls::default() }
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

    /// The calls that are complete.
    pub(crate) fn calls(&self) -> &Calls {
        &self.calls
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
        self.open = Some(Open::Call { index, id, function, arguments: String::new() });
    }

    fn argue(&mut self, meant: &mut Meant, more: String) {
        if let Some(Open::Call { index, arguments, .. }) = &mut self.open {
            arguments.push_str(&more);
            meant.events.push(StreamEvent::ArgumentsDelta { index: *index, text: more });
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
                self.calls.take(&function, &arguments);
                meant.completes.push(CompletedCall { call: id.clone(), function: function.clone() });
                let arguments = CallArguments::read(arguments);
                let call =
                    FunctionCall { id, function, arguments, origin: Origin::Model, provider_state: None };
                (index, Item::FunctionCall { call })
            }
        };
        meant.events.push(StreamEvent::ItemFinished { index, item });
    }
}
