//! Requests that begin as the last one did.
//!
//! Every provider can keep the beginning of a request and read it again for less. Some want to be told where it ends,
//! some want a name to find it by, and some do it by themselves. What is written for that is settled here once; where
//! it goes is the protocol's. [`shared`] compares two requests that were sent, to say how much could be read again and
//! where they first part.

mod name;
mod shared;

pub(crate) use name::CacheName;
pub use shared::{SharedPrefix, shared};

use crate::fingerprint;
use content::{Item, Role};
use ports::{Caching, CompletionRequest};

/// Whether cache points are written. A request that no other follows would pay for them and gain nothing.
pub(crate) fn writes_points(request: &CompletionRequest) -> bool {
    let goes_on = !request.functions.is_empty()
        || request.messages.iter().any(|message| message.role == Role::Assistant);
    request.settings.caching != Some(Caching::Off) && goes_on
}

/// The name under which requests of one conversation are kept together: the same for each round, each branch and each
/// lane of it.
pub(crate) fn key(request: &CompletionRequest) -> Option<String> {
    if !writes_points(request) {
        return None;
    }
    let end = request.messages.iter().position(|message| message.role == Role::User)?;
    let begin = request.messages.get(..=end)?.iter().flat_map(|message| &message.items);
    let texts = begin.filter_map(Item::text);
    let mark = fingerprint::of(texts.flat_map(|text| text.bytes().chain([0xff])));
    Some(format!("callwright-{mark:016x}"))
}
