//! A data folder with as many functions, sessions and models as a person collects in months.

use anyhow::Result;
use functions::sources::pasted::{Definition, PastedSettings};
use ports::{Effect, FunctionInput};
use serde_json::{Value, json};
use std::path::Path;
use workbench::Workbench;
use workbench::contract::ImportSession;

/// Beside those that ship.
pub const FUNCTIONS: usize = 1_020;
pub const SESSIONS: usize = 500;
pub const MODELS: usize = 40;

/// A service with many models, which nobody asks.
pub fn add_models(home: &Path) -> Result<()> {
    let models: Vec<_> = (0..MODELS).map(|number| format!("acme-model-{number:03}-preview")).collect();
    let service = json!({
        "id": "crowd", "kind": "openai-compatible", "title": "Acme", "address": "http://127.0.0.1:9/v1",
        "key": { "type": "none" }, "headers": [], "models": models, "proxy": { "type": "direct" },
        "certificates": null, "delivery": "streamed", "idleSeconds": null,
    });
    let services = json!({ "format": 1, "services": [service] });
    Ok(std::fs::write(home.join("services.json"), services.to_string())?)
}

pub async fn add_functions_and_sessions(app: &Workbench) -> Result<()> {
    let verbs = ["list", "get", "create", "update", "delete", "archive"];
    let definition = |number: usize| {
        let verb = verbs.get(number % verbs.len()).unwrap_or(&"get");
        Definition {
            name: format!("{verb}_records_of_regional_office_{number:04}"),
            description: format!("{verb} the records of office {number} by their numbers."),
            parameters: json!({ "type": "object", "properties": { "id": { "type": "string" } } }),
            effect: Effect::ReadsOnly,
            input: FunctionInput::default(),
            returns: None,
        }
    };
    let definitions = (0..FUNCTIONS).map(definition).collect();
    let pasted = PastedSettings { id: String::new(), title: "Offices".to_owned(), definitions };
    app.definitions_save(pasted).await.map_err(|error| anyhow::anyhow!("{error}"))?;
    for number in 0..SESSIONS {
        let args = ImportSession { text: conversation(number).to_string(), format: None, title: None };
        app.session_import(args).await.map_err(|error| anyhow::anyhow!("{error}"))?;
    }
    Ok(())
}

fn conversation(number: usize) -> Value {
    json!([
        { "role": "user", "content": format!("What becomes of order {number}?") },
        { "role": "assistant", "content": "It is on its way." },
    ])
}
