//! Where Converse is told to keep the beginning of a request: behind the functions, behind the instructions, and behind
//! what the person said last and before that.

use super::wire::{Request, Role, Tool};
use ports::Caching;
use serde_json::{Value, json};

pub(super) fn write_points(body: &mut Request, caching: Option<Caching>) {
    let inner = match caching {
        Some(Caching::Long) => json!({ "type": "default", "ttl": "1h" }),
        Some(Caching::Short | Caching::Off) | None => json!({ "type": "default" }),
    };
    let point = |inner: &Value| json!({ "cachePoint": inner });
    if !body.system.is_empty() {
        body.system.push(point(&inner));
    }
    let said = body.messages.iter_mut().rev().filter(|message| message.role == Role::User);
    said.take(2).for_each(|message| message.content.push(point(&inner)));
    if let Some(config) = &mut body.tool_config {
        config.tools.push(Tool::CachePoint(inner));
    }
}
