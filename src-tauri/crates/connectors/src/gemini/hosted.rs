//! Tools that run at Google.

use super::request::Host;
use super::wire::Content;
use crate::outgoing::{Adaptations, Difference, Place, Reason};
use crate::ways::hosted_entries;
use ports::{CompletionRequest, HostedTool};
use serde_json::{Value, json};

pub(super) fn entries(
    request: &CompletionRequest,
    host: Host,
    is_apart: bool,
    adaptations: &mut Adaptations,
) -> Vec<Value> {
    let hosted = &request.settings.hosted;
    if is_apart && !request.functions.is_empty() && !hosted.is_empty() {
        let why = Reason::OnlyWithoutFunctions;
        adaptations.left_out(Place::Setting("hosted"), Difference::ToolsLeftOut, why);
        return Vec::new();
    }
    hosted_entries(hosted, adaptations, |tool| match (tool, host) {
        (HostedTool::WebSearch, _) => Some(json!({ "googleSearch": {} })),
        (HostedTool::WebFetch, _) => Some(json!({ "urlContext": {} })),
        (HostedTool::CodeExecution, _) => Some(json!({ "codeExecution": {} })),
        (HostedTool::FileSearch { stores }, Host::Gemini) => {
            Some(json!({ "fileSearch": { "fileSearchStoreNames": stores } }))
        }
        (HostedTool::FileSearch { .. }, Host::Vertex) => None,
        (HostedTool::Raw { value }, _) => Some(value.clone()),
    })
}

/// Whether the answer must report the invocations of hosted tools: Gemini demands it from version 3 on where they stand
/// beside functions, and where the history reports earlier ones. Vertex does not know the field.
pub(super) fn tells_invocations(has_hosted: bool, host: Host, is_apart: bool, contents: &[Content]) -> bool {
    let told = |part: &Value| part.get("toolCall").is_some() || part.get("toolResponse").is_some();
    let is_told_before = || contents.iter().flat_map(|content| &content.parts).any(told);
    match host {
        Host::Gemini => !is_apart && (has_hosted || is_told_before()),
        Host::Vertex => false,
    }
}
