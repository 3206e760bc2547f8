//! Sessions and scripts that are in the data folder before the window opens.

use anyhow::Result;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use support::crowd;
use workbench::contract::{ImportSession, RenameSession};
use workbench::{Config, System, Workbench};

pub(super) const MESSAGES: u32 = 10_000;
/// A message is about as long as a screen.
const MESSAGE_BYTES: usize = 2_000;
pub(super) const LONG: &str = "Ten thousand messages";
pub(super) const SHORT: &str = "A short one";
pub(super) const LARGE: &str = "A large result";
pub(super) const RESULT_BYTES: usize = 20_000_000;

/// The models of the figures, by their titles.
pub(super) const STEADY: &str = "Steady";
pub(super) const AT_ONCE: &str = "All at once";
/// So many pieces in each answer of the steady model, one each so many milliseconds.
const STEADY_DELTAS: u32 = 2_500;
const STEADY_EVERY: u32 = 6;
pub(super) const DELTAS_AT_ONCE: u32 = 12_000;

pub(super) async fn fill(home: &Path) -> Result<()> {
    let scripts = home.join("scripts");
    std::fs::create_dir_all(&scripts)?;
    std::fs::write(scripts.join("steady.jsonl"), script(STEADY, STEADY_DELTAS, STEADY_EVERY)?)?;
    std::fs::write(scripts.join("at-once.jsonl"), script(AT_ONCE, DELTAS_AT_ONCE, 0)?)?;
    crowd::add_models(home)?;
    let app = Workbench::new(Config::in_folder(home), System::real());
    crowd::add_functions_and_sessions(&app).await?;
    for (title, text) in [(LARGE, large()), (SHORT, short().to_string()), (LONG, long()?)] {
        let args = ImportSession { text, format: None, title: None };
        let session = app.session_import(args).await.map_err(|error| anyhow::anyhow!("{error}"))?.session.id;
        let named = RenameSession { session, title: title.to_owned() };
        app.session_rename(named).await.map_err(|error| anyhow::anyhow!("{error}"))?;
    }
    app.close().await;
    Ok(())
}

fn script(title: &str, deltas: u32, every: u32) -> Result<String> {
    let mut lines = json!({ "format": 1, "title": title }).to_string() + "\n";
    for number in 0..deltas {
        let delta = if number % 40 == 39 { "so on.\n\n" } else { "and so on " };
        writeln!(lines, "{}", json!({ "type": "text", "delta": delta, "after": every }))?;
    }
    writeln!(lines, "{}", json!({ "type": "end" }))?;
    Ok(lines)
}

/// Questions, calls, results and answers, one message a line.
fn long() -> Result<String> {
    let mut lines = String::new();
    for number in 0..MESSAGES {
        let words = format!("Message {number} of a long session. ");
        let text = words.repeat(MESSAGE_BYTES / words.len());
        let id = format!("call_{}", number / 4);
        let message = match number % 4 {
            0 => json!({ "role": "user", "content": text }),
            1 => json!({ "role": "assistant", "content": null, "tool_calls": [{
                "id": id, "type": "function",
                "function": { "name": "read_file", "arguments": json!({ "path": text }).to_string() }
            }] }),
            2 => json!({ "role": "tool", "tool_call_id": id, "content": text }),
            _ => json!({ "role": "assistant", "content": format!("**{words}**\n\n{text}") }),
        };
        writeln!(lines, "{message}")?;
    }
    Ok(lines)
}

fn short() -> Value {
    json!([{ "role": "user", "content": "Hello" }, { "role": "assistant", "content": "Hello, too" }])
}

/// A result that is one JSON value.
fn large() -> String {
    let note = "so long that nobody reads it; ".repeat(8);
    let row =
        |number: usize| json!({ "id": number, "name": format!("row {number}"), "price": 12.5, "note": note });
    let each = row(100_000).to_string().len() + 1;
    let rows: Vec<_> = (0..RESULT_BYTES / each).map(row).collect();
    let contents = json!({ "contents": [
        { "role": "user", "parts": [{ "text": "Read the table" }] },
        { "role": "model", "parts": [{ "functionCall": { "name": "read_table", "args": {} } }] },
        { "role": "user", "parts": [{ "functionResponse": { "name": "read_table", "response": { "rows": rows } } }] },
        { "role": "model", "parts": [{ "text": "It is long." }] },
    ] });
    contents.to_string()
}
