//! The output of a response in one piece, which the last event of a stream repeats.

use super::item::{Kind, finished, is_original, original};
use crate::dialects::order::{Placed, Slot, arrange, check};
use crate::dialects::original::Original;
use crate::dialects::{Unwritable, WantedCall};
use crate::json::fields::{Fields, array, elements};

/// A call of a response.
#[derive(Clone, Debug)]
pub(super) struct Called {
    pub(super) kind: Kind,
    pub(super) original: Original,
    /// Its item, as complete as it is known.
    pub(super) item: String,
}

impl Called {
    pub(super) fn read(item: &str) -> Option<Self> {
        let (kind, original) = original(&Fields::read(item)?)?;
        Some(Self { kind, original, item: item.to_owned() })
    }

    pub(super) fn is(&self, wanted: &WantedCall) -> bool {
        is_original(wanted, self.kind, &self.original)
    }
}

/// The item of a wanted call.
pub(super) fn item(wanted: &WantedCall, from: Option<&Called>) -> String {
    match from {
        Some(called) if called.is(wanted) => called.item.clone(),
        _ => finished(wanted, from.and_then(|called| Fields::read(&called.item)).as_ref()),
    }
}

/// A whole response with these calls in place of its own.
pub(super) fn with_calls(body: &[u8], calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
    let text = std::str::from_utf8(body).map_err(Unwritable::not_read)?;
    let response = Fields::read(text).ok_or_else(|| Unwritable::not_read("it is not an object"))?;
    let items =
        response.raw("output").and_then(elements).ok_or_else(|| Unwritable::not_read("it has no output"))?;
    let called: Vec<_> = items.iter().filter_map(|item| Called::read(item)).collect();
    check(calls, called.len())?;
    Ok(with_output(&response, &items, &called, calls).into_bytes())
}

/// The response with these calls among the other items of its output.
pub(super) fn with_output(
    response: &Fields<'_>,
    items: &[&str],
    called: &[Called],
    calls: &[WantedCall],
) -> String {
    let mut left: Vec<_> = (0..called.len()).collect();
    let parts: Vec<_> = items.iter().map(|item| (slot(item, called, &mut left), *item)).collect();
    let repeated = |ordinal: usize| {
        let (_, item) = parts.iter().find(|(slot, _)| *slot == Slot::Call(ordinal))?;
        Some((*item).to_owned())
    };
    let output = arrange(&parts, |(slot, _)| *slot, calls).into_iter().map(|placed| match placed {
        Placed::Part((_, item)) => (*item).to_owned(),
        Placed::Call(wanted) => {
            let from = wanted.from.and_then(|ordinal| Some((ordinal, called.get(ordinal)?)));
            let same = from.filter(|(_, called)| called.is(wanted));
            let same = same.and_then(|(ordinal, _)| repeated(ordinal));
            same.unwrap_or_else(|| item(wanted, from.map(|(_, called)| called)))
        }
    });
    let output: Vec<_> = output.collect();
    let is_same = output == items;
    let changes = (!is_same).then(|| ("output", array(output.iter().map(String::as_str))));
    response.with(changes.as_slice())
}

/// The call an item of the output repeats: by its id, or else the next one. Some hosts change ids at the end.
fn slot(item: &str, called: &[Called], left: &mut Vec<usize>) -> Slot {
    let Some(here) = Called::read(item) else { return Slot::Other };
    let has_id =
        |ordinal: &usize| called.get(*ordinal).is_some_and(|call| call.original.id == here.original.id);
    let at = left.iter().position(has_id).unwrap_or(0);
    if at < left.len() { Slot::Call(left.remove(at)) } else { Slot::Other }
}
