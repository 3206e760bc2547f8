//! What a part is about that only its provider understands: a name for people, and its own words in short.
//!
//! Parts are told by their shape, not by who made them: several services speak one protocol, and imported ones have no
//! maker.

use content::OpaquePart;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The longest detail, in letters.
const MAX_DETAIL_LETTERS: usize = 240;

/// A part for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PartSummary {
    pub title: String,
    /// What was looked for, run or found. Empty where the part has no words of its own.
    pub detail: String,
}

/// Tells what an item holds that is kept as it came. Nothing, where no provider wrote it.
pub fn summary(item: &Value) -> Option<PartSummary> {
    let OpaquePart { part, .. } = OpaquePart::read(item)?;
    let (title, detail) = typed(part).or_else(|| keyed(part)).unwrap_or_else(|| unknown(part));
    let one_line = detail.split_whitespace().collect::<Vec<_>>().join(" ");
    let detail = match one_line.char_indices().nth(MAX_DETAIL_LETTERS) {
        Some((end, _)) => format!("{}…", &one_line[..end]),
        None => one_line,
    };
    Some(PartSummary { title, detail })
}

type Told = (String, String);

/// Parts that say of what type they are.
fn typed(part: &Value) -> Option<Told> {
    let kind = part.get("type")?.as_str()?;
    let (title, detail) = match kind {
        "server_tool_use" => (tool(text(part, "/name")), input(part)),
        "mcp_tool_use" | "mcp_call" => ("Call at an MCP server", named_call(part)),
        "web_search_tool_result" => ("Pages found", found(part)),
        "web_fetch_tool_result" => ("Page read", first(part, &["/content/url", "/content/error_code"])),
        "tool_search_tool_result" => ("Functions found", names(part, "/content/tool_references")),
        "code_execution_tool_result"
        | "bash_code_execution_tool_result"
        | "text_editor_code_execution_tool_result" => ("What code wrote", output(part)),
        "mcp_tool_result" => ("Result from an MCP server", texts(part, "/content")),
        "compaction" => ("Summary of what was said before", text(part, "/content").to_owned()),
        "container" => ("Container of code", text(part, "/id").to_owned()),
        "container_upload" => ("File for code", text(part, "/file_id").to_owned()),
        "fallback" => ("Another model went on", first(part, &["/to/model", "/model"])),
        "tool_addition" => ("Function added", text(part, "/tool/name").to_owned()),
        "tool_removal" => ("Function removed", text(part, "/tool/name").to_owned()),
        "web_search_call" => {
            ("Web search", first(part, &["/action/query", "/action/url", "/action/pattern"]))
        }
        "file_search_call" => ("File search", list(part, "/queries")),
        "code_interpreter_call" => ("Code", text(part, "/code").to_owned()),
        "tool_search_call" => ("Search for functions", arguments(part)),
        "tool_search_output" => ("Functions found", names(part, "/tools")),
        "additional_tools" => ("Functions added", names(part, "/tools")),
        "program" => ("Program", text(part, "/code").to_owned()),
        "program_output" => ("What the program gave", text(part, "/result").to_owned()),
        "mcp_list_tools" => ("Functions of an MCP server", names(part, "/tools")),
        "mcp_approval_request" => ("Question of an MCP server", named_call(part)),
        "mcp_approval_response" => ("Answer to an MCP server", String::new()),
        "image_generation_call" => ("Picture", text(part, "/revised_prompt").to_owned()),
        "computer_call" => ("Use of a computer", first(part, &["/action/type"])),
        "shell_call" | "local_shell_call" => {
            ("Command", list(part, "/action/commands") + &list(part, "/action/command"))
        }
        "apply_patch_call" => ("Change of a file", text(part, "/operation/path").to_owned()),
        "configuration_update" => ("Change of settings", String::new()),
        _ => return None,
    };
    Some((title.to_owned(), detail))
}

/// Parts that are told by the one field they have.
fn keyed(part: &Value) -> Option<Told> {
    let fields = part.as_object()?;
    let (title, detail) = if fields.contains_key("executableCode") {
        ("Code", text(part, "/executableCode/code").to_owned())
    } else if fields.contains_key("codeExecutionResult") {
        ("What code wrote", text(part, "/codeExecutionResult/output").to_owned())
    } else if let Some(call) = fields.get("toolCall") {
        (tool(text(call, "/toolType")), call.get("args").map(values).unwrap_or_default())
    } else if let Some(response) = fields.get("toolResponse") {
        ("Result of a tool of the provider", text(response, "/toolType").to_owned())
    } else {
        return None;
    };
    Some((title.to_owned(), detail))
}

/// A part that is younger than this version: its own word for itself.
fn unknown(part: &Value) -> Told {
    let kind = part.get("type").and_then(Value::as_str);
    let key = || part.as_object().and_then(|fields| fields.keys().next()).map(String::as_str);
    (kind.or_else(key).unwrap_or_default().replace('_', " "), String::new())
}

fn tool(name: &str) -> &'static str {
    match name {
        "web_search" | "GOOGLE_SEARCH_WEB" | "GOOGLE_SEARCH_IMAGE" => "Web search",
        "web_fetch" | "URL_CONTEXT" => "Page to read",
        "code_execution" | "bash_code_execution" | "text_editor_code_execution" => "Code",
        "tool_search_tool_regex" | "tool_search_tool_bm25" => "Search for functions",
        "FILE_SEARCH" => "File search",
        _ => "Tool of the provider",
    }
}

fn text<'a>(part: &'a Value, pointer: &str) -> &'a str {
    part.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

fn first(part: &Value, pointers: &[&str]) -> String {
    pointers
        .iter()
        .map(|pointer| text(part, pointer))
        .find(|text| !text.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// The words in what a tool was given.
fn input(part: &Value) -> String {
    let said =
        first(part, &["/input/query", "/input/url", "/input/code", "/input/command", "/input/pattern"]);
    if said.is_empty() { part.get("input").map(values).unwrap_or_default() } else { said }
}

fn arguments(part: &Value) -> String {
    part.get("arguments").map(values).unwrap_or_default()
}

/// All plain values in an object, one after the other.
fn values(value: &Value) -> String {
    let inner = |values: Vec<String>| {
        values.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
    };
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(all) => inner(all.iter().map(values).collect()),
        Value::Object(fields) => inner(fields.values().map(values).collect()),
    }
}

fn named_call(part: &Value) -> String {
    let given = part.get("input").or_else(|| part.get("arguments")).map(values).unwrap_or_default();
    format!("{} {given}", text(part, "/name"))
}

fn list(part: &Value, pointer: &str) -> String {
    part.pointer(pointer).map(values).unwrap_or_default()
}

/// The names of functions in a list, those in namespaces among them.
fn names(part: &Value, pointer: &str) -> String {
    fn collect(tools: &Value, names: &mut Vec<String>) {
        for tool in tools.as_array().into_iter().flatten() {
            match tool.get("tools") {
                Some(inner) => collect(inner, names),
                None => names.push(first(tool, &["/name", "/tool_name", "/type"])),
            }
        }
    }
    let mut found = Vec::new();
    part.pointer(pointer).into_iter().for_each(|tools| collect(tools, &mut found));
    found.join(", ")
}

fn found(part: &Value) -> String {
    let pages = part.get("content").and_then(Value::as_array);
    let Some(pages) = pages else { return first(part, &["/content/error_code"]) };
    let titles: Vec<_> = pages.iter().map(|page| first(page, &["/title", "/url"])).collect();
    titles.join(", ")
}

fn output(part: &Value) -> String {
    first(part, &["/content/stdout", "/content/stderr", "/content/error_code", "/content/content"])
}

fn texts(part: &Value, pointer: &str) -> String {
    match part.pointer(pointer) {
        Some(Value::Array(blocks)) => {
            blocks.iter().map(|block| text(block, "/text")).collect::<Vec<_>>().join(" ")
        }
        Some(other) => values(other),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{PartSummary, summary};
    use content::OpaquePart;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(part: Value, title: &str, detail: &str) {
        let expected = PartSummary { title: title.to_owned(), detail: detail.to_owned() };
        assert_eq!(summary(&OpaquePart::wrap("any", part)), Some(expected));
    }

    #[test]
    fn blocks_of_anthropic_are_named_by_what_they_did() {
        let search = json!({ "type": "server_tool_use", "name": "web_search", "input": { "query": "tide  in\nLysvik" } });
        check(search, "Web search", "tide in Lysvik");
        let pages = json!([{ "title": "Tides", "url": "https://a" }, { "url": "https://b" }]);
        check(
            json!({ "type": "web_search_tool_result", "content": pages }),
            "Pages found",
            "Tides, https://b",
        );
        let refused = json!({ "type": "web_search_tool_result_error", "error_code": "max_uses_exceeded" });
        check(
            json!({ "type": "web_search_tool_result", "content": refused }),
            "Pages found",
            "max_uses_exceeded",
        );
        let references = json!({ "tool_references": [{ "type": "tool_reference", "tool_name": "tide" }] });
        check(json!({ "type": "tool_search_tool_result", "content": references }), "Functions found", "tide");
        check(
            json!({ "type": "compaction", "content": "So far." }),
            "Summary of what was said before",
            "So far.",
        );
    }

    #[test]
    fn items_of_responses_and_parts_of_gemini_are_named_as_well() {
        check(json!({ "type": "web_search_call", "action": { "query": "tide" } }), "Web search", "tide");
        check(json!({ "type": "program", "code": "await a()" }), "Program", "await a()");
        let space = json!({ "type": "namespace", "name": "harbour", "tools": [{ "name": "tide" }, { "name": "berth" }] });
        let tools = json!([space, { "type": "custom", "name": "exec" }]);
        check(json!({ "type": "additional_tools", "tools": tools }), "Functions added", "tide, berth, exec");
        check(
            json!({ "type": "tool_search_call", "arguments": { "paths": ["tide"] } }),
            "Search for functions",
            "tide",
        );
        check(json!({ "executableCode": { "code": "1 + 1" } }), "Code", "1 + 1");
        let call = json!({ "toolType": "GOOGLE_SEARCH_WEB", "args": { "queries": ["tide", "berth"] } });
        check(json!({ "toolCall": call }), "Web search", "tide, berth");
    }

    #[test]
    fn what_is_new_says_its_own_word_and_what_nobody_made_says_nothing() {
        check(json!({ "type": "dream_call", "dream": 1 }), "dream call", "");
        check(json!({ "hologram": {} }), "hologram", "");
        check(
            json!({ "type": "program", "code": "x".repeat(300) }),
            "Program",
            &format!("{}…", "x".repeat(240)),
        );
        assert_eq!(summary(&json!({ "never": "understood" })), None);
    }
}
