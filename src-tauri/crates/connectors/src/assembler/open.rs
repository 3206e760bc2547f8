//! Items that are not finished yet.

use super::{CallIds, CallPiece};
use crate::names::WireNames;
use content::{CallArguments, CallId, FunctionCall, Item, Origin, ProviderState};
use ports::{ItemKind, Oddity, StreamEvent};

/// The longest arguments that are read before a call is complete.
const READ_AGAIN: usize = 64 << 10;

#[derive(Debug)]
pub(super) enum Open {
    Text(String),
    Reasoning { text: String, state: Option<ProviderState> },
    Call(Box<OpenCall>),
    Finished,
}

impl Open {
    pub(super) fn call(&self) -> Option<&OpenCall> {
        match self {
            Self::Call(call) => Some(call),
            Self::Text(_) | Self::Reasoning { .. } | Self::Finished => None,
        }
    }

    pub(super) fn call_mut(&mut self) -> Option<&mut OpenCall> {
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
    /// The provider's number of it, where it has one.
    pub(super) place: Option<u64>,
    /// The id as the provider wrote it first.
    raw_id: String,
    /// Other ids that came with pieces of it.
    other_ids: Vec<String>,
    /// An id that came alone behind its name. It may be that of the next call.
    next_id: Option<String>,
    /// Whether another call began at the same place before this one, and after it.
    is_behind: bool,
    is_overtaken: bool,
    /// Whether its arguments may be those of another call.
    is_unclear: bool,
    name: String,
    pub(super) arguments: String,
    pub(super) state: Option<ProviderState>,
    announced: Option<Announced>,
    /// Whether it has free text in the place of arguments.
    pub(super) is_text: bool,
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
    /// What is odd about that.
    oddity: Option<Oddity>,
}

impl OpenCall {
    /// A call behind another one at the same place, or the first. An id may have come for it already.
    pub(super) fn behind(before: Option<&mut Self>, piece: &CallPiece<'_>, place: Option<u64>) -> Self {
        let is_behind = before.is_some();
        let raw_id = before.and_then(|before| {
            before.is_overtaken = true;
            before.next_id.take_if(|id| piece.id.is_empty() || id == piece.id)
        });
        Self { place, raw_id: raw_id.unwrap_or_default(), is_behind, ..Self::default() }
    }

    pub(super) fn has_id(&self, id: &str) -> bool {
        self.raw_id == id
    }

    pub(super) fn replace_id(&mut self, id: &str) {
        if !id.is_empty() && self.raw_id != id {
            let before = std::mem::replace(&mut self.raw_id, id.to_owned());
            self.other_ids.extend(Some(before).filter(|before| !before.is_empty()));
        }
    }

    pub(super) fn take(&mut self, piece: &CallPiece<'_>, names: &WireNames) {
        self.take_id(piece);
        self.take_name(piece.name, names);
        self.arguments.push_str(piece.arguments);
    }

    /// The first id counts: it is the one that was shown.
    fn take_id(&mut self, piece: &CallPiece<'_>) {
        if self.raw_id.is_empty() || piece.id.is_empty() || self.raw_id == piece.id {
            if self.raw_id.is_empty() {
                piece.id.clone_into(&mut self.raw_id);
            }
            return;
        }
        let is_alone = piece.name.is_empty() && piece.arguments.is_empty() && !self.name.is_empty();
        let passed =
            if is_alone { self.next_id.replace(piece.id.to_owned()) } else { Some(piece.id.to_owned()) };
        self.other_ids.extend(passed.filter(|id| !self.other_ids.contains(id)));
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

    /// Whether a piece begins the next call although it names the same place, or none. Some services number every
    /// call of an answer 0. A piece with a name and an id of its own is another call; and so is one with another name,
    /// and what comes after a call that is complete.
    pub(super) fn is_followed_by(&self, piece: &CallPiece<'_>, names: &WireNames) -> bool {
        if self.name.is_empty() && self.arguments.is_empty() {
            return false;
        }
        let begins = || piece.arguments.trim_start().starts_with('{') && self.is_whole();
        let has_other_id = !self.raw_id.is_empty() && !piece.id.is_empty() && self.raw_id != piece.id;
        if has_other_id || self.next_id.is_some() {
            return !piece.name.is_empty() || begins();
        }
        if piece.name.is_empty() || self.name.is_empty() {
            return false;
        }
        let is_without_ids = self.raw_id.is_empty() && piece.id.is_empty();
        let is_next = is_without_ids && !piece.arguments.trim().is_empty() && self.is_whole();
        is_next || self.is_renamed(piece.name, names) || begins()
    }

    /// Whether a name is another one, and no more of the one that has come.
    fn is_renamed(&self, piece: &str, names: &WireNames) -> bool {
        if self.name == piece {
            return false;
        }
        let is_offered = |name: &str| names.decode(name).known().is_some();
        let is_grown = piece.starts_with(&self.name) || is_offered(&format!("{}{piece}", self.name));
        !self.arguments.is_empty() || (!is_grown && is_offered(&self.name) && is_offered(piece))
    }

    /// Whether it waits for arguments that another call may have got.
    pub(super) fn is_waiting(&self) -> bool {
        self.arguments.is_empty() && !self.name.is_empty()
    }

    /// Whether it has all its arguments, and these are more that don't say whose they are.
    pub(super) fn is_surplus(&self, piece: &CallPiece<'_>) -> bool {
        self.is_behind
            && piece.id.is_empty()
            && piece.name.is_empty()
            && piece.arguments.trim_start().starts_with('{')
            && self.is_whole()
    }

    pub(super) fn give_up(&mut self) -> String {
        self.is_unclear = true;
        self.shown = 0;
        std::mem::take(&mut self.arguments)
    }

    pub(super) fn be_given(&mut self, arguments: String) {
        self.is_unclear = true;
        self.arguments = arguments;
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
        let (id, of_id) = match self.announced.take() {
            Some(Announced { id, raw_id, oddity }) if raw_id == self.raw_id => (id, oddity),
            Some(Announced { id, .. }) => {
                ids.take_back(&id);
                ids.give(&self.raw_id)
            }
            None => ids.give(&self.raw_id),
        };
        let function = names.decode(&self.name);
        let arguments = match self.is_text {
            true => CallArguments::of_text(std::mem::take(&mut self.arguments)),
            false => {
                let written = std::mem::take(&mut self.arguments);
                CallArguments::read(names.decode_arguments(&function, written))
            }
        };
        let odd: Vec<_> = of_id.into_iter().chain(self.oddities(&arguments)).collect();
        let call = FunctionCall {
            id: id.clone(),
            arguments,
            function,
            origin: Origin::Model,
            provider_state: self.state,
        };
        events.push(StreamEvent::finished(index, Item::FunctionCall { call }));
        events.extend(odd.into_iter().map(|oddity| StreamEvent::Odd { call: id.clone(), oddity }));
        events
    }

    /// What is odd about it apart from its id.
    fn oddities(&mut self, arguments: &CallArguments) -> Vec<Oddity> {
        let mut others = std::mem::take(&mut self.other_ids);
        others.extend(self.next_id.take());
        let is_whole = matches!(arguments, CallArguments::Parsed { .. });
        let changed = (!others.is_empty()).then_some(Oddity::IdChanged { others });
        let unclear = self.is_unclear.then_some(Oddity::ArgumentsUnclear);
        let overtaken = (self.is_overtaken && !is_whole).then_some(Oddity::Overtaken);
        changed.into_iter().chain(unclear).chain(overtaken).collect()
    }

    fn announce(&mut self, index: usize, ids: &mut CallIds, names: &WireNames) -> Vec<StreamEvent> {
        if self.announced.is_some() {
            return Vec::new();
        }
        let (id, oddity) = ids.give(&self.raw_id);
        self.announced = Some(Announced { id: id.clone(), raw_id: self.raw_id.clone(), oddity });
        let kind = ItemKind::Call { id, function: names.decode(&self.name) };
        vec![StreamEvent::ItemStarted { index, kind }]
    }
}
