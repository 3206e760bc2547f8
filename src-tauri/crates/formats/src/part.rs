//! Parts of a message no format but their own understands.

use crate::Format;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::value::shown;
use content::{Item, JsonObject, OpaquePart, Output};
use serde_json::Value;

/// Keeps a part we cannot read, with a mark of where it comes from, so that it can go back there.
pub(crate) fn unknown(format: Format, part: &Value, place: &str, losses: &mut Losses) -> Item {
    let what = match kind_of(part) {
        Some(kind) => Lost::Part { kind: shown(kind) },
        None => Lost::UnknownPart,
    };
    losses.add(place, what);
    kept(format, part)
}

/// The same for a part that is known to be its provider's own.
pub(crate) fn kept(format: Format, part: &Value) -> Item {
    Item::Unknown { value: OpaquePart::wrap(format.provider(), part.clone()) }
}

/// Keeps a part of a result we cannot read. A result goes to any provider, so the part has no mark.
pub(crate) fn in_result(part: &Value, place: &str, losses: &mut Losses) -> Output {
    let what = match kind_of(part) {
        Some(kind) => Lost::ResultPart { kind: shown(kind) },
        None => Lost::UnknownResultPart,
    };
    losses.add(place, what);
    Output::Json { value: part.clone() }
}

fn kind_of(part: &Value) -> Option<&str> {
    ["type", "$type"].iter().find_map(|name| part.get(name)?.as_str())
}

/// The part as it was written, if it was written in this format.
pub(crate) fn returned<'a>(
    format: Format,
    value: &'a Value,
    place: &str,
    losses: &mut Losses,
) -> Option<&'a Value> {
    let part =
        OpaquePart::read(value).filter(|part| part.provider == format.provider()).map(|part| part.part);
    if part.is_none() {
        losses.add(place, Lost::PartLeftOut);
    }
    part
}

/// An object of .NET of this kind, whose fields follow.
pub(crate) fn typed(kind: &str) -> JsonObject {
    JsonObject::from_iter([("$type".to_owned(), kind.into())])
}
