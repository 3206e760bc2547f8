//! Items that are not finished yet.

use super::{CallIds, CallPiece};
use crate::names::WireNames;
use content::{CallArguments, CallId, FunctionCall, Item, Origin, ProviderState};
use ports::{ItemKind, StreamEvent};

/// The longest arguments that are read before a call is complete.
const READ_AGAIN: usize = 64 << 10;

#[derive(Debug)]
pub(super) enum Open {
    Text(String),
    Reasoning { text: String, state: Option<ProviderState> },
    Call(OpenCall),
    Finished,
}

impl Open {
    pub(super) fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }

    pub(super) fn is_reasoning(&self) -> bool {
        matches!(self, Self::Reasoning { .. })
    }

    pub(super) fn call(&self) -> Option<&OpenCall> {
        match self {
            Self::Call(call) => Some(call),
            Self::Text(_) | Self::Reasoning { .. } | Self::Finished => None,
        }
    }

    /// What it can be announced as at once. A call waits for its name.
    pub(super) fn kind(&self) -> Option<ItemKind> {
        match self {
            Self::Text(_) => Some(ItemKind::Text),
            Self::Reasoning { .. } => Some(ItemKind::Reasoning),
            Self::Call(_) | Self::Finished => None,
        }
    }
}

/// A call of which the pieces are still coming in.
#[derive(Debug, Default)]
pub(super) struct OpenCall {
    /// The id as the provider wrote it last.
    raw_id: String,
    name: String,
    arguments: String,
    state: Option<ProviderState>,
    announced: Option<Announced>,
    /// Whether it has free text in the place of arguments.
    is_text: bool,
    /// How many bytes of the arguments were shown.
    shown: usize,
}

/// What was shown of a call before it was complete.
#[derive(Debug)]
struct Announced {
    /// The id it goes by here.
    id: CallId,
    /// The provider's id that this one was made from.
    raw_id: String,
}

impl OpenCall {
    pub(super) fn arguments(&self) -> &str {
        &self.arguments
    }

    pub(super) fn take(&mut self, piece: &CallPiece<'_>, names: &WireNames) {
        if !piece.id.is_empty() {
            piece.id.clone_into(&mut self.raw_id);
        }
        self.take_name(piece.name, names);
        self.arguments.push_str(piece.arguments);
    }

    /// A name may come once, in pieces, or whole with every piece of the call.
    fn take_name(&mut self, piece: &str, names: &WireNames) {
        if piece.is_empty() || self.name == piece {
            return;
        }
        let is_offered = |name: &str| names.decode(name).known().is_some();
        let grown = format!("{}{piece}", self.name);
        let is_whole = piece.starts_with(&self.name) || is_offered(piece);
        self.name = if is_whole && !is_offered(&grown) { piece.to_owned() } else { grown };
    }

    pub(super) fn replace_arguments(&mut self, arguments: &str) {
        arguments.clone_into(&mut self.arguments);
        self.shown = self.arguments.len();
    }

    pub(super) fn be_text(&mut self) {
        self.is_text = true;
    }

    pub(super) fn keep_state(&mut self, state: ProviderState) {
        self.state = Some(state);
    }

    /// Whether a piece begins the next call although it names the same place, or none. Some services number every
    /// call of an answer 0. A piece with a name and an id of its own is another call; without ids, what comes after a
    /// call that is complete is.
    pub(super) fn is_followed_by(&self, piece: &CallPiece<'_>) -> bool {
        if self.name.is_empty() || piece.name.is_empty() {
            return false;
        }
        let has_other_id = !self.raw_id.is_empty() && !piece.id.is_empty() && self.raw_id != piece.id;
        let is_without_ids = self.raw_id.is_empty() && piece.id.is_empty();
        has_other_id || (is_without_ids && !piece.arguments.trim().is_empty() && self.is_whole())
    }

    /// Reading the same text again with every piece must not take for ever, so a long one counts as unfinished.
    fn is_whole(&self) -> bool {
        let is_short = self.arguments.len() <= READ_AGAIN && self.arguments.trim_end().ends_with('}');
        is_short && matches!(CallArguments::read(self.arguments.as_str()), CallArguments::Parsed { .. })
    }

    /// What can be shown of it by now. A name nobody offered may be the beginning of one, until arguments come.
    pub(super) fn show(&mut self, index: usize, ids: &mut CallIds, names: &WireNames) -> Vec<StreamEvent> {
        let is_offered = || names.decode(&self.name).known().is_some();
        let is_known = !self.name.is_empty()
            && (!self.arguments.is_empty() || (!self.raw_id.is_empty() && is_offered()));
        if self.announced.is_none() && !is_known {
            return Vec::new();
        }
        let mut events = self.announce(index, ids, names);
        if let Some(text) = self.arguments.get(self.shown..).filter(|text| !text.is_empty()) {
            events.push(StreamEvent::ArgumentsDelta { index, text: text.to_owned() });
        }
        self.shown = self.arguments.len();
        events
    }

    pub(super) fn finish(mut self, index: usize, ids: &mut CallIds, names: &WireNames) -> Vec<StreamEvent> {
        let mut events = self.announce(index, ids, names);
        let id = match self.announced.take() {
            Some(Announced { id, raw_id }) if raw_id == self.raw_id => id,
            Some(Announced { id, .. }) => {
                ids.take_back(&id);
                ids.give(&self.raw_id)
            }
            None => ids.give(&self.raw_id),
        };
        let function = names.decode(&self.name);
        let arguments = match self.is_text {
            true => CallArguments::of_text(self.arguments),
            false => CallArguments::read(names.decode_arguments(&function, self.arguments)),
        };
        let call =
            FunctionCall { id, arguments, function, origin: Origin::Model, provider_state: self.state };
        events.push(StreamEvent::ItemFinished { index, item: Item::FunctionCall { call } });
        events
    }

    fn announce(&mut self, index: usize, ids: &mut CallIds, names: &WireNames) -> Vec<StreamEvent> {
        if self.announced.is_some() {
            return Vec::new();
        }
        let id = ids.give(&self.raw_id);
        self.announced = Some(Announced { id: id.clone(), raw_id: self.raw_id.clone() });
        let kind = ItemKind::Call { id, function: names.decode(&self.name) };
        vec![StreamEvent::ItemStarted { index, kind }]
    }
}
