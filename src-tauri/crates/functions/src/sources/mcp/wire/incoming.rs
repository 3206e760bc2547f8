//! One message of a server, read as well as it can be.

use super::super::fault::ServerNote;
use super::outline::Outline;
use super::waiting::Waiting;
use content::{JsonObject, Lossy, parse_lossy};
use limits::MCP_MESSAGE;
use rmcp::model::{ErrorCode, ErrorData, InitializeResult, RequestId, ServerJsonRpcMessage, ServerResult};
use serde_json::{Value, json};

/// What one text holds.
pub(super) struct Incoming {
    /// More than one, where the text is a batch.
    pub(super) messages: Vec<ServerJsonRpcMessage>,
    /// Whether the text says by itself what is in `messages`.
    pub(super) is_sound: bool,
    /// What the person is told of it.
    pub(super) remark: Option<ServerNote<'static>>,
}

/// Reads a text. An answer that can't be read becomes an error for the caller that waits for it.
pub(super) fn read(text: &str, waiting: &Waiting) -> Incoming {
    let whole = text;
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Ok(message) = serde_json::from_str::<ServerJsonRpcMessage>(text) {
        let (message, is_sound) = settled(message, waiting);
        let is_sound = is_sound && !whole.starts_with('\u{feff}');
        return Incoming { messages: vec![message], is_sound, remark: None };
    }
    match parse_lossy(text) {
        Ok(Lossy { value, is_repaired }) => {
            let values = if let Value::Array(values) = value { values } else { vec![value] };
            let messages = values.into_iter().filter_map(|value| message_of(value, waiting)).collect();
            let remark = is_repaired.then_some(ServerNote::Repaired);
            Incoming { messages, is_sound: false, remark }
        }
        Err(error) => unreadable(text, &error.to_string(), waiting),
    }
}

/// A text that can't be read for this reason.
fn unreadable(text: &str, reason: &str, waiting: &Waiting) -> Incoming {
    let note = ServerNote::Unreadable { reason: notices::said(reason) };
    lost(&Outline::of(text.as_bytes()), unread(reason), note, waiting)
}

/// A message that is longer than is kept.
pub(super) fn too_long(outline: &Outline, waiting: &Waiting) -> Incoming {
    lost(outline, longer(), ServerNote::TooLong, waiting)
}

fn lost(outline: &Outline, error: ErrorData, remark: ServerNote<'static>, waiting: &Waiting) -> Incoming {
    let asked = if outline.is_answer { waiting.meant(outline.id.clone()) } else { None };
    let messages = asked.map(|id| ServerJsonRpcMessage::error(error, Some(id)));
    let remark = outline.is_message.then_some(remark);
    Incoming { messages: messages.into_iter().collect(), is_sound: false, remark }
}

/// Of an error whose server gave none that could be one, or that no server sent.
pub(in super::super) const NO_CODE: ErrorCode = ErrorCode(0);

/// The error for a caller whose answer came and is lost.
pub(super) fn unread(reason: &str) -> ErrorData {
    let message = format!("What was asked for was done, and the answer can't be read: {reason}");
    ErrorData::new(NO_CODE, message, None)
}

/// The error for a caller whose answer is longer than what is kept.
pub(super) fn longer() -> ErrorData {
    let message = format!(
        "What was asked for was done, and the answer is longer than {MCP_MESSAGE}, which is the most that is read. Ask for less at once."
    );
    ErrorData::new(NO_CODE, message, None)
}

/// A message whose form is not quite that of one.
fn message_of(value: Value, waiting: &Waiting) -> Option<ServerJsonRpcMessage> {
    let Value::Object(mut message) = value else { return None };
    let id = message.remove("id").and_then(|id| serde_json::from_value::<RequestId>(id).ok());
    if message.contains_key("method") {
        message.retain(|name, _| name != "result" && name != "error");
        message.insert("jsonrpc".to_owned(), json!("2.0"));
        if let Some(id) = id {
            message.insert("id".to_owned(), id.into_json_value());
        }
        return serde_json::from_value(Value::Object(message)).ok();
    }
    let error = message.remove("error").filter(|error| !error.is_null());
    let answer = match (error, message.remove("result")) {
        (Some(error), _) => ServerJsonRpcMessage::error(error_of(&error), id),
        (None, Some(result)) => {
            ServerJsonRpcMessage::response(serde_json::from_value(result).ok()?, waiting.meant(id)?)
        }
        (None, None) => {
            ServerJsonRpcMessage::error(unread("it holds neither a result nor an error"), Some(id?))
        }
    };
    Some(settled(answer, waiting).0)
}

fn error_of(error: &Value) -> ErrorData {
    let given = error.get("code").filter(|code| !code.is_null());
    let code = given.and_then(Value::as_i64).and_then(|code| i32::try_from(code).ok());
    let mut message = text_of(error.get("message").unwrap_or(error));
    if let (None, Some(given)) = (code, given) {
        message += &format!(" (code {})", text_of(given));
    }
    ErrorData::new(code.map_or(NO_CODE, ErrorCode), message, error.get("data").cloned())
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// An answer that reaches its caller and says something, and whether it did already.
fn settled(mut message: ServerJsonRpcMessage, waiting: &Waiting) -> (ServerJsonRpcMessage, bool) {
    let mut is_sound = true;
    if let ServerJsonRpcMessage::Error(error) = &mut message {
        let meant = waiting.meant(error.id.clone());
        is_sound = meant == error.id;
        error.id = meant;
        if error.error.message.trim().is_empty() {
            is_sound = false;
            let code = error.error.code.0;
            error.error.message = json!({ "code": code, "message": "" }).to_string().into();
        }
    } else if let ServerJsonRpcMessage::Response(response) = &mut message
        && let ServerResult::CustomResult(result) = &response.result
        && let Some(begun) = begun(&result.0)
    {
        is_sound = false;
        response.result = ServerResult::InitializeResult(begun);
    }
    (message, is_sound)
}

/// The greeting of a server, where a part of it is not of its form: PHP writes an empty object as `[]`, and some forget
/// their version.
fn begun(result: &Value) -> Option<InitializeResult> {
    let version = result.get("protocolVersion")?.as_str()?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let about = result.get("serverInfo");
    let about = |name: &str| text(about.and_then(|about| about.get(name)));
    let offered = result.get("capabilities").and_then(Value::as_object);
    let offered =
        offered.into_iter().flatten().filter(|(_, offer)| !matches!(offer, Value::Null | Value::Bool(false)));
    let capabilities: JsonObject = offered
        .map(|(name, offer)| (name.clone(), if offer.is_object() { offer.clone() } else { json!({}) }))
        .collect();
    let greeting = |capabilities: Value| {
        let about = json!({ "name": about("name"), "version": about("version") });
        let said = json!({ "protocolVersion": version, "capabilities": capabilities, "serverInfo": about });
        serde_json::from_value::<InitializeResult>(said).ok()
    };
    // Where even that is not understood, its tools are asked for all the same.
    let begun = greeting(Value::Object(capabilities)).or_else(|| greeting(json!({ "tools": {} })))?;
    let instructions = text(result.get("instructions"));
    Some(if instructions.is_empty() { begun } else { begun.with_instructions(instructions) })
}

#[cfg(test)]
mod tests;
