//! Cache points for Converse: behind the instructions, and behind the last two user messages. Functions precede all of
//! them, so they are cached as well.

use super::wire::Request;
use crate::binding::Role;
use ports::Caching;
use serde_json::json;

pub(super) fn write_points(body: &mut Request, caching: Option<Caching>) {
    let point = match caching {
        Some(Caching::Long) => json!({ "cachePoint": { "type": "default", "ttl": "1h" } }),
        Some(Caching::Short | Caching::Off) | None => json!({ "cachePoint": { "type": "default" } }),
    };
    if !body.system.is_empty() {
        body.system.push(point.clone());
    }
    let said = body.messages.iter_mut().rev().filter(|message| message.role == Role::User);
    said.take(2).for_each(|message| message.content.push(point.clone()));
}
