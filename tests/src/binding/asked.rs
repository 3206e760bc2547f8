//! A request, as far as it can be told without knowing what was said before.

use super::models::{Model, RETIRED};
use super::refusal::Refusal;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Allows `thinking.block_binding`, and reports what was done to the request.
pub const BINDING_CONTROLS: &str = "thinking-binding-controls-2026-08-01";
/// Allows tools to be added and removed by their names.
pub const TOOL_CHANGES: &str = "mid-conversation-tool-changes-2026-07-01";
/// The same, and tools that a message defines.
pub const INLINE_TOOLS: &str = "inline-tools-2026-09-15";
/// Allows `clear_at`.
pub const CLEAR_AT: &str = "mid-conversation-system-clear-at-2026-08-21";
/// Allows `output_config` in a system message.
pub const OUTPUT_CONFIG: &str = "mid-conversation-output-config-2026-07-01";

/// Header values that are known. Others are refused.
const BETAS: [&str; 14] = [
    BINDING_CONTROLS,
    TOOL_CHANGES,
    INLINE_TOOLS,
    CLEAR_AT,
    OUTPUT_CONFIG,
    "interleaved-thinking-2025-05-14",
    "context-management-2025-06-27",
    "thinking-display-updates-2026-08-18",
    "prompt-caching-2024-07-31",
    "pdfs-2024-09-25",
    "token-counting-2024-11-01",
    "token-efficient-tools-2025-02-19",
    "extended-cache-ttl-2025-04-11",
    "cache-diagnosis-2026-04-07",
];

/// The newest version, in which temperature and its like are gone.
pub const NEWEST_VERSION: &str = "2026-10-21";
const VERSIONS: [&str; 2] = ["2023-06-01", NEWEST_VERSION];

const FIELDS: [&str; 17] = [
    "model",
    "messages",
    "max_tokens",
    "system",
    "tools",
    "tool_choice",
    "thinking",
    "output_config",
    "metadata",
    "stop_sequences",
    "stream",
    "cache_control",
    "service_tier",
    "inference_geo",
    "temperature",
    "top_p",
    "top_k",
];

/// One request.
#[derive(Clone, Debug)]
pub struct Asked {
    pub version: String,
    pub betas: BTreeSet<String>,
    pub model: &'static Model,
    pub body: Value,
}

impl Asked {
    /// Header names are in lower case.
    pub fn read(headers: &BTreeMap<String, String>, body: &str) -> Result<Self, Refusal> {
        let Some(version) = headers.get("anthropic-version") else {
            return Err(Refusal::invalid("anthropic-version: header is required"));
        };
        if !VERSIONS.contains(&version.as_str()) {
            let message = format!("anthropic-version: \"{version}\" is not a valid version");
            return Err(Refusal::invalid(message));
        }
        let has_key = |name: &&str| headers.get(*name).is_some_and(|key| !key.is_empty());
        if !["x-api-key", "authorization"].iter().any(has_key) {
            return Err(Refusal::unauthenticated());
        }
        let betas: BTreeSet<String> = headers
            .get("anthropic-beta")
            .map(|list| list.split(',').map(|value| value.trim().to_owned()).collect())
            .unwrap_or_default();
        if let Some(unknown) = betas.iter().find(|value| !BETAS.contains(&value.as_str())) {
            let message = format!("Unexpected value(s) `{unknown}` for the `anthropic-beta` header.");
            return Err(Refusal::invalid(message));
        }
        let body: Value = serde_json::from_str(body)
            .map_err(|error| Refusal::invalid(format!("The request body is not valid JSON: {error}")))?;
        let model = model(&body)?;
        let asked = Self { version: version.clone(), betas, model, body };
        asked.check_fields()?;
        Ok(asked)
    }

    pub fn has_beta(&self, value: &str) -> bool {
        self.betas.contains(value)
    }

    pub fn is_streamed(&self) -> bool {
        self.body["stream"] == Value::Bool(true)
    }

    fn check_fields(&self) -> Result<(), Refusal> {
        let fields = self.body.as_object().into_iter().flat_map(|body| body.keys());
        let unknown = fields.into_iter().find(|field| !FIELDS.contains(&field.as_str()));
        unknown
            .map_or(Ok(()), |field| Err(Refusal::invalid(format!("{field}: Extra inputs are not permitted"))))
    }
}

fn model(body: &Value) -> Result<&'static Model, Refusal> {
    let Some(id) = body["model"].as_str() else {
        return Err(Refusal::invalid("model: Field required"));
    };
    let model = Model::named(id).filter(|model| model.id != RETIRED);
    model.ok_or_else(|| Refusal::not_found(format!("model: {id}")))
}
