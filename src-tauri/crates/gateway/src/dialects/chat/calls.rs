//! The calls of a response, put together from their pieces.

use crate::WantedCall;
use crate::dialects::Unwritable;
use crate::dialects::order::{are_kept, check};
use crate::json::members::{Members, elements, raw, raw_json};
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

pub(super) const TOOL_CALLS: &str = "tool_calls";
/// The form from before tools existed: at most one call, without an id.
pub(super) const FUNCTION_CALL: &str = "function_call";
const FUNCTION: &str = "function";
const CUSTOM: &str = "custom";

/// The calls of choice 0, in the order in which they begin.
#[derive(Debug, Default)]
pub(super) struct Calls {
    calls: Vec<Call>,
    /// The call that an index means.
    places: BTreeMap<u64, usize>,
}

/// A call as its provider wrote it.
#[derive(Debug, Default)]
struct Call {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    form: Form,
    /// Its arguments came as JSON, and not as a text of it.
    is_bare: bool,
    /// It came in more than one piece.
    is_joined: bool,
    /// The members of its entry. Its function is kept apart.
    entry: Members<'static>,
    /// The members of its function.
    function: Members<'static>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Function,
    Text,
    Former,
}

/// Where calls are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// In a delta of a stream. Every call has an index.
    Delta,
    /// In a whole message. Calls have no index, but with some services.
    Message,
}

impl Calls {
    /// Takes the calls of a delta or of a message, and returns whether there are any.
    pub(super) fn take(&mut self, said: &Members<'_>) -> bool {
        let listed = said.text_of(TOOL_CALLS).and_then(elements).unwrap_or_default();
        let entries = listed.into_iter().filter_map(|entry| Members::read(entry.get()));
        let mut found = false;
        for entry in entries {
            self.piece(Call::piece(entry));
            found = true;
        }
        if let Some(function) = said.inside(FUNCTION_CALL) {
            let entry = Members::default();
            self.piece(Call::of(entry, function.into_owned(), Form::Former));
            found = true;
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Whether every call that is wanted exists.
    pub(super) fn check(&self, wanted: &[WantedCall]) -> Result<(), Unwritable> {
        check(wanted, self.calls.len())
    }

    /// Whether these are the calls as they are.
    pub(super) fn are(&self, wanted: &[WantedCall]) -> bool {
        are_kept(wanted, &self.calls, Call::is)
    }

    /// The member of a delta or of a message for each wanted call, with its value.
    pub(super) fn written(&self, wanted: &[WantedCall], shape: Shape) -> Vec<(&'static str, Box<RawValue>)> {
        let mut index = 0;
        let mut write = |wanted: &WantedCall| {
            let own = wanted.from.and_then(|from| self.calls.get(from));
            if let Some(own) = own.filter(|own| own.form == Form::Former) {
                return (FUNCTION_CALL, raw(&own.function(wanted, "arguments")));
            }
            let written = own.unwrap_or(&Call::default()).written(wanted, index, shape);
            index += 1;
            (TOOL_CALLS, raw(&written))
        };
        wanted.iter().map(&mut write).collect()
    }

    fn piece(&mut self, piece: Call) {
        let meant = self.meant(&piece);
        if let Some(index) = piece.index {
            self.places.insert(index, meant.unwrap_or(self.calls.len()));
        }
        match meant.and_then(|place| self.calls.get_mut(place)) {
            Some(call) => call.add(&piece),
            None => self.calls.push(piece),
        }
    }

    /// The call a piece continues. Some services give every call the index 0, or none, and tell calls apart by their ids.
    fn meant(&self, piece: &Call) -> Option<usize> {
        let last = match piece.index {
            Some(index) => self.places.get(&index).copied(),
            None => self.calls.len().checked_sub(1),
        };
        let has_id = |call: &Call| call.index == piece.index && !piece.id.is_empty() && call.id == piece.id;
        let place = self.calls.iter().rposition(has_id).or(last)?;
        let call = self.calls.get(place)?;
        (!call.is_followed_by(piece)).then_some(place)
    }
}

impl Call {
    fn piece(entry: Members<'_>) -> Self {
        let form = if entry.inside(CUSTOM).is_some() { Form::Text } else { Form::Function };
        let function = entry.inside(form.member()).unwrap_or_default().into_owned();
        Self::of(entry.into_owned(), function, form)
    }

    fn of(entry: Members<'static>, function: Members<'static>, form: Form) -> Self {
        let text = |members: &Members<'_>, name| members.value::<String>(name).unwrap_or_default();
        let (arguments, is_bare) = arguments_of(&function, form.arguments());
        Self {
            index: entry.value("index"),
            id: text(&entry, "id"),
            name: text(&function, "name"),
            arguments,
            form,
            is_bare,
            is_joined: false,
            entry,
            function,
        }
    }

    fn add(&mut self, piece: &Self) {
        if self.id.is_empty() {
            self.id.clone_from(&piece.id);
        }
        if self.name != piece.name {
            self.name.push_str(&piece.name);
        }
        self.arguments.push_str(&piece.arguments);
        self.form = if piece.form == Form::Function { self.form } else { piece.form };
        self.is_bare |= piece.is_bare;
        self.is_joined = true;
        add_members(&mut self.entry, &piece.entry);
        add_members(&mut self.function, &piece.function);
    }

    /// Whether a piece begins another call in the place of this one.
    fn is_followed_by(&self, piece: &Self) -> bool {
        if self.name.is_empty() && self.arguments.is_empty() {
            return false;
        }
        let is_whole = || serde_json::from_str::<IgnoredAny>(&self.arguments).is_ok();
        let begins = || piece.arguments.trim_start().starts_with('{') && is_whole();
        if !self.id.is_empty() && !piece.id.is_empty() && self.id != piece.id {
            return !piece.name.is_empty() || begins();
        }
        if self.name.is_empty() || piece.name.is_empty() {
            return false;
        }
        let is_without_ids = self.id.is_empty() && piece.id.is_empty();
        let is_next = is_without_ids && !piece.arguments.trim().is_empty() && is_whole();
        is_next || (self.name != piece.name && !self.arguments.is_empty()) || begins()
    }

    /// Whether it is wanted as it is. A service without ids leaves them to its clients.
    fn is(&self, wanted: &WantedCall) -> bool {
        let is_text = self.form == Form::Text;
        let has_id = self.id.is_empty() || self.id == wanted.id;
        has_id && self.name == wanted.name && self.arguments == wanted.arguments && is_text == wanted.is_text
    }

    /// The entry of a call: this one as it is wanted, or a new one.
    fn written(&self, wanted: &WantedCall, index: usize, shape: Shape) -> Members<'static> {
        let form = if wanted.is_text { Form::Text } else { Form::Function };
        let mut entry = self.entry.clone();
        if shape == Shape::Delta || self.index.is_some() {
            entry.set("index", raw(&index));
        }
        if self.id != wanted.id {
            entry.set("id", raw(&wanted.id));
        }
        if entry.value::<String>("type").as_deref() != Some(form.member()) {
            entry.set("type", raw(form.member()));
        }
        if form != self.form {
            entry.remove(self.form.member());
        }
        let own = if form == self.form { self } else { &Self { form, ..Self::default() } };
        entry.set(form.member(), raw(&own.function(wanted, form.arguments())));
        entry
    }

    fn function(&self, wanted: &WantedCall, arguments: &str) -> Members<'static> {
        let mut function = self.function.clone();
        if self.name != wanted.name || self.is_joined {
            function.set("name", raw(&wanted.name));
        }
        if self.arguments != wanted.arguments || self.is_joined || function.get(arguments).is_none() {
            let bare = self.is_bare.then(|| raw_json(&wanted.arguments)).flatten();
            function.set(arguments, bare.unwrap_or_else(|| raw(&wanted.arguments)));
        }
        function
    }
}

impl Form {
    /// The member that holds the function, which is also its type.
    fn member(self) -> &'static str {
        match self {
            Self::Function | Self::Former => FUNCTION,
            Self::Text => CUSTOM,
        }
    }

    fn arguments(self) -> &'static str {
        match self {
            Self::Function | Self::Former => "arguments",
            Self::Text => "input",
        }
    }
}

/// The text of the arguments, and whether they are JSON rather than a text of it.
fn arguments_of(function: &Members<'_>, name: &str) -> (String, bool) {
    match function.value::<Value>(name) {
        None | Some(Value::Null) => (String::new(), false),
        Some(Value::String(text)) => (text, false),
        Some(other) => (other.to_string(), true),
    }
}

fn add_members(to: &mut Members<'static>, from: &Members<'static>) {
    for (name, value) in from.iter().filter(|(_, value)| value.get() != "null") {
        to.set(name, value.to_owned());
    }
}
