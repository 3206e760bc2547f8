//! The parts of a request that are taken only where the header `anthropic-beta` names them.
//!
//! The whole body is looked at as it goes out, so what a person added to it by hand counts as well. The values are
//! those of `AnthropicBetaParam` in anthropic-sdk-python 2.12.0; a part is listed where its types have it in the beta
//! namespace alone, or where the documents name the value.

use crate::models::ModelFacts;
use serde_json::Value;

pub(super) const HEADER: &str = "anthropic-beta";

/// Makes the provider report the thoughts it drops, and lets a request permit that.
pub(crate) const BINDING_CONTROLS: &str = "thinking-binding-controls-2026-08-01";

/// A place in a body, and the header value it needs.
///
/// A step is a field, `*` for every element of a list, `name=value` for a field with this value, or `!name` for one
/// that is absent or null. The last two don't descend.
const NEEDED: &[(&str, &str)] = &[
    ("thinking.block_binding", BINDING_CONTROLS),
    ("thinking.display=updates", "thinking-display-updates-2026-08-18"),
    ("output_config.task_budget", "task-budgets-2026-03-13"),
    ("context_management", "context-management-2025-06-27"),
    ("context_management.edits.*.type=compact_20260112", "compact-2026-01-12"),
    ("compaction", "compact-2026-09-04"),
    ("messages.*.content.*.type=compaction.signature", "compact-2026-09-04"),
    ("messages.*.content.*.type=compaction.!signature", "compact-2026-01-12"),
    ("messages.*.content.*.type=tool_addition", "mid-conversation-tool-changes-2026-07-01"),
    ("messages.*.content.*.type=tool_removal", "mid-conversation-tool-changes-2026-07-01"),
    ("messages.*.content.*.tool.type=tool_definition", "inline-tools-2026-09-15"),
    ("messages.*.content.*.tool.type=mcp_toolset_reference", "mcp-client-2026-09-15"),
    ("messages.*.content.*.source.type=file", "files-api-2025-04-14"),
    ("messages.*.content.*.type=container_upload", "files-api-2025-04-14"),
    ("messages.*.content.*.type=fallback", "server-side-fallback-2026-07-01"),
    ("messages.*.role=system.clear_at", "mid-conversation-system-clear-at-2026-08-21"),
    ("messages.*.role=system.output_config", "mid-conversation-output-config-2026-07-01"),
    ("fallbacks", "server-side-fallback-2026-07-01"),
    ("fallback_credit_token", "fallback-credit-2026-07-01"),
    ("speed=fast", "fast-mode-2026-02-01"),
    ("mcp_servers", "mcp-client-2025-11-20"),
    ("container.skills", "skills-2025-10-02"),
    ("tools.*.type=advisor_20260301", "advisor-tool-2026-03-01"),
    ("tools.*.type=computer_20251124", "computer-use-2025-11-24"),
    ("tools.*.type=computer_20250124", "computer-use-2025-01-24"),
];

/// The values a body needs, each once and in the order of the table. A model with bound thinking also drops another
/// model's thoughts, and reports that if the header alone is set.
pub(super) fn needed(body: &str, facts: &ModelFacts) -> Vec<&'static str> {
    let mut needed: Vec<_> = facts.binds_thinking.then_some(BINDING_CONTROLS).into_iter().collect();
    let Ok(body) = serde_json::from_str::<Value>(body) else { return needed };
    for (path, value) in NEEDED {
        let steps: Vec<_> = path.split('.').collect();
        if !needed.contains(value) && is_there(&body, &steps) {
            needed.push(*value);
        }
    }
    needed
}

fn is_there(at: &Value, steps: &[&str]) -> bool {
    let Some((step, rest)) = steps.split_first() else { return !at.is_null() };
    let field = |name: &str| at.get(name).filter(|value| !value.is_null());
    if *step == "*" {
        return at.as_array().into_iter().flatten().any(|element| is_there(element, rest));
    }
    if let Some(name) = step.strip_prefix('!') {
        return field(name).is_none() && is_there(at, rest);
    }
    match step.split_once('=') {
        Some((name, wanted)) => field(name).and_then(Value::as_str) == Some(wanted) && is_there(at, rest),
        None => field(step).is_some_and(|value| is_there(value, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::{BINDING_CONTROLS, needed};
    use crate::models::ModelFacts;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(body: Value, expected: &[&str]) {
        assert_eq!(needed(&body.to_string(), &ModelFacts::default()), expected);
    }

    fn said(block: Value) -> Value {
        json!({ "messages": [{ "role": "user", "content": "hi" }, { "role": "assistant", "content": [block] }] })
    }

    #[test]
    fn a_plain_request_needs_no_header() {
        check(json!({}), &[]);
        check(
            json!({ "thinking": { "type": "adaptive", "display": "summarized" }, "speed": "standard" }),
            &[],
        );
        check(
            said(json!({ "type": "tool_use", "id": "a", "name": "b", "input": { "type": "compaction" } })),
            &[],
        );
        assert_eq!(needed("written by hand, and no JSON", &ModelFacts::default()), [""; 0]);
    }

    #[test]
    fn a_model_that_binds_its_thinking_is_always_asked_what_it_drops() {
        let facts = ModelFacts { binds_thinking: true, ..ModelFacts::default() };
        let drops = r#"{"thinking":{"type":"adaptive","block_binding":{}},"speed":"fast"}"#;
        assert_eq!(needed("{}", &facts), [BINDING_CONTROLS]);
        assert_eq!(needed(drops, &facts), [BINDING_CONTROLS, "fast-mode-2026-02-01"]);
    }

    #[test]
    fn each_part_brings_its_header_and_one_header_serves_several_parts() {
        let binding =
            json!({ "type": "adaptive", "block_binding": { "prefix_mismatch_behavior": "drop_block" } });
        check(json!({ "thinking": binding }), &["thinking-binding-controls-2026-08-01"]);
        let edits = json!([{ "type": "clear_tool_uses_20250919" }, { "type": "compact_20260112" }]);
        let both = ["context-management-2025-06-27", "compact-2026-01-12"];
        check(json!({ "context_management": { "edits": edits } }), &both);
        let tools = json!([{ "type": "advisor_20260301", "name": "advisor" }]);
        check(
            json!({ "tools": tools, "speed": "fast", "fallbacks": "default" }),
            &["server-side-fallback-2026-07-01", "fast-mode-2026-02-01", "advisor-tool-2026-03-01"],
        );
    }

    #[test]
    fn a_signed_summary_needs_another_header_than_an_unsigned_one() {
        let unsigned = json!({ "type": "compaction", "content": "So far …", "signature": null });
        check(said(unsigned), &["compact-2026-01-12"]);
        check(
            said(json!({ "type": "compaction", "content": "So far …", "signature": "c2ln" })),
            &["compact-2026-09-04"],
        );
    }

    #[test]
    fn tools_that_change_in_the_middle_are_announced() {
        let by_name =
            json!({ "type": "tool_addition", "tool": { "type": "tool_reference", "name": "tide" } });
        check(said(by_name), &["mid-conversation-tool-changes-2026-07-01"]);
        let definition = json!({ "type": "tool_definition", "definition": { "name": "tide" } });
        check(
            said(json!({ "type": "tool_addition", "tool": definition })),
            &["mid-conversation-tool-changes-2026-07-01", "inline-tools-2026-09-15"],
        );
        let passing = json!([{ "role": "system", "content": "Hurry.", "clear_at": "next_user_message" }]);
        check(json!({ "messages": passing }), &["mid-conversation-system-clear-at-2026-08-21"]);
    }
}
