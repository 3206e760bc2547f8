//! Parts of a message no format but their own understands.

use crate::Format;
use crate::fields::shown;
use crate::loss::Losses;
use content::{Item, OpaquePart};
use serde_json::Value;

/// Keeps a part we cannot read, with a mark of where it comes from, so that it can go back there.
pub(crate) fn unknown(format: Format, part: &Value, place: &str, losses: &mut Losses) -> Item {
    let kind = ["type", "$type"].iter().find_map(|name| part.get(name)?.as_str());
    let what = match kind {
        Some(kind) => {
            format!("a part of the kind \"{}\" is kept as it is, without being understood", shown(kind))
        }
        None => "a part of an unknown kind is kept as it is, without being understood".to_owned(),
    };
    losses.add(place, what);
    Item::Unknown { value: OpaquePart::wrap(format.provider(), part.clone()) }
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
        losses.add(place, "a part that was never understood is left out");
    }
    part
}
