//! The calls of a response, and their parts as they are wanted.

use crate::WantedCall;
use crate::dialects::Unwritable;
use crate::dialects::order::{are_kept, check};
use crate::json::members::{Members, raw, raw_json};
use serde_json::Value;
use serde_json::value::RawValue;

pub(super) const FUNCTION_CALL: &str = "functionCall";
pub(super) const SIGNATURE: &str = "thoughtSignature";

/// The signature on a first call that Gemini did not make: `skip_thought_signature_validator` in Base64, which Google
/// documents for such calls. Newer models refuse a history whose first call of a step has none.
pub(crate) const UNSIGNED: &str = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=";

/// A prefix that some models put before the names of functions.
const PREFIX: &str = "default_api:";

/// The members of a call that comes in pieces.
const PIECEWISE: [&str; 2] = ["partialArgs", "willContinue"];

/// The calls of candidate 0, in their order.
#[derive(Debug, Default)]
pub(super) struct Calls {
    calls: Vec<Call>,
    /// The last call comes in pieces and is not complete.
    is_open: bool,
}

/// A call as the model wrote it.
#[derive(Debug, Default)]
struct Call {
    id: String,
    name: String,
    arguments: String,
    is_piecewise: bool,
    part: Members<'static>,
    call: Members<'static>,
}

/// What a part is to the calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    Begins {
        ordinal: usize,
    },
    /// More of the arguments of the call before it.
    Continues,
    Other,
}

impl Calls {
    pub(super) fn take(&mut self, part: &Members<'_>) -> PartKind {
        let Some(call) = part.inside(FUNCTION_CALL) else { return PartKind::Other };
        let goes_on = call.value("willContinue").unwrap_or(false);
        if call.value::<String>("name").is_some() {
            self.calls.push(Call::of(part.clone().into_owned(), call.into_owned(), goes_on));
            self.is_open = goes_on;
            return PartKind::Begins { ordinal: self.calls.len() - 1 };
        }
        if !self.is_open {
            return PartKind::Other;
        }
        self.is_open = goes_on;
        if let (Some(open), Some(signature)) = (self.calls.last_mut(), part.get(SIGNATURE)) {
            open.part.set(SIGNATURE, signature.to_owned());
        }
        PartKind::Continues
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

    /// The parts of the wanted calls, by the call of the response in whose place they are written. Each stays where it
    /// was as far as the order permits; a new one follows the one before it.
    pub(super) fn slots(&self, wanted: &[WantedCall]) -> Vec<Vec<Box<RawValue>>> {
        let mut slots = vec![Vec::new(); self.calls.len().max(1)];
        let mut slot = 0;
        for (number, call) in wanted.iter().enumerate() {
            slot = slot.max(call.from.unwrap_or(0));
            let mut part = self.part(call);
            let is_signed = part.get(SIGNATURE).is_some();
            if number == 0 && !is_signed && call.from != Some(0) && self.needs_signature() {
                part.set(SIGNATURE, raw(UNSIGNED));
            }
            slots.iter_mut().skip(slot).take(1).for_each(|slot| slot.push(raw(&part)));
        }
        slots
    }

    /// Whether the first call needs a signature. A model that signs no call of its own does not look for one.
    fn needs_signature(&self) -> bool {
        self.calls.is_empty() || self.calls.iter().any(|call| call.part.get(SIGNATURE).is_some())
    }

    fn part(&self, wanted: &WantedCall) -> Members<'static> {
        match wanted.from.and_then(|from| self.calls.get(from)) {
            Some(own) => own.part(wanted),
            None => self.new_part(wanted),
        }
    }

    /// A new call has an id unless the calls of the response have none: results are then matched by order, and an id
    /// among them would be sent back to a model that knows no ids.
    fn new_part(&self, wanted: &WantedCall) -> Members<'static> {
        let has_ids = self.calls.is_empty() || self.calls.iter().any(|call| !call.id.is_empty());
        let mut call = Members::default();
        if has_ids {
            call.set("id", raw(&wanted.id));
        }
        call.set("name", raw(&wanted.name));
        call.set("args", arguments(wanted));
        Members::from_iter([(FUNCTION_CALL.to_owned(), raw(&call))])
    }
}

impl Call {
    fn of(part: Members<'static>, call: Members<'static>, is_piecewise: bool) -> Self {
        let text = |name| call.value::<String>(name).unwrap_or_default();
        let (id, name) = (text("id"), text("name"));
        let arguments = call.value::<Value>("args").filter(|arguments| !arguments.is_null());
        Self {
            id,
            name: name.strip_prefix(PREFIX).unwrap_or(&name).to_owned(),
            arguments: arguments.map(|arguments| arguments.to_string()).unwrap_or_default(),
            is_piecewise,
            part,
            call,
        }
    }

    /// Whether it is wanted as it is. A model without ids leaves them to its clients.
    fn is(&self, wanted: &WantedCall) -> bool {
        let has_id = self.id.is_empty() || self.id == wanted.id;
        has_id && self.name == wanted.name && self.has_arguments(wanted)
    }

    /// Arguments in pieces are not put together here, so they are written whole wherever a call of the response is
    /// edited.
    fn has_arguments(&self, wanted: &WantedCall) -> bool {
        !self.is_piecewise && !wanted.is_text && self.arguments == wanted.arguments
    }

    /// Its part as it is wanted. The signature stays on it. It has an id only if the model gave it one.
    fn part(&self, wanted: &WantedCall) -> Members<'static> {
        let mut call = self.call.clone();
        if !self.id.is_empty() && self.id != wanted.id {
            call.set("id", raw(&wanted.id));
        }
        if self.name != wanted.name {
            call.set("name", raw(&wanted.name));
        }
        if !self.has_arguments(wanted) {
            PIECEWISE.iter().for_each(|member| call.remove(member));
            call.set("args", arguments(wanted));
        }
        let mut part = self.part.clone();
        part.set(FUNCTION_CALL, raw(&call));
        part
    }
}

/// Arguments as the object that they have to be here. Anything else is written as a text inside of one.
fn arguments(wanted: &WantedCall) -> Box<RawValue> {
    let inside = |name: &str| raw(&Members::from_iter([(name.to_owned(), raw(&wanted.arguments))]));
    if wanted.is_text {
        return inside("input");
    }
    if wanted.arguments.trim().is_empty() {
        return raw(&Members::default());
    }
    let object = raw_json(&wanted.arguments).filter(|json| json.get().starts_with('{'));
    object.unwrap_or_else(|| inside("INVALID_JSON"))
}
