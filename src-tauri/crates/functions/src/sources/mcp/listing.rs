//! The tools of a server, as it lists them. A tool that can't be offered is told, and the others are.

use super::connect::told;
use super::state::McpTool;
use ports::SourceProblem;
use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ErrorCode, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::{Peer, ServiceError};
use serde_json::Value;
use std::collections::HashSet;

/// A tool that can be offered.
pub(super) struct ListedTool {
    /// What is shown of it.
    pub(super) tool: McpTool,
    pub(super) description: String,
    pub(super) parameters: Value,
    pub(super) is_read_only: bool,
}

/// A whole list.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) tools: Vec<ListedTool>,
    pub(super) problems: Vec<SourceProblem>,
}

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unlisted {
    #[error("the connection was closed")]
    Lost,
    #[error("its list of tools does not come")]
    Late,
    #[error("its tools can't be listed: {0}")]
    Refused(String),
}

/// Asks for all of it, page by page.
pub(super) async fn list_tools(peer: &Peer<RoleClient>) -> Result<Listing, Unlisted> {
    let mut listing = Listing::default();
    let mut cursor = None;
    loop {
        let params = PaginatedRequestParams::default().with_cursor(cursor.clone());
        let request = ListToolsRequest {
            method: Default::default(),
            params: Some(params),
            extensions: Default::default(),
        };
        let page = match peer.send_request(ClientRequest::ListToolsRequest(request)).await {
            Ok(page) => serde_json::to_value(page).map_err(|error| Unlisted::Refused(error.to_string()))?,
            // A server may have no tools at all.
            Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                return Ok(listing);
            }
            Err(ServiceError::TransportClosed) => return Err(Unlisted::Lost),
            Err(error) => return Err(Unlisted::Refused(told(&error))),
        };
        let Some(tools) = page.get("tools").and_then(Value::as_array) else {
            return Err(Unlisted::Refused("what it answers is no list of tools".to_owned()));
        };
        listing.add(tools);
        let next = page.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
        if next.is_none() || next == cursor {
            return Ok(listing);
        }
        cursor = next;
    }
}

impl Listing {
    fn add(&mut self, tools: &[Value]) {
        let mut names: HashSet<String> = self.tools.iter().map(|listed| listed.tool.name.clone()).collect();
        for tool in tools {
            match read(tool) {
                Ok(listed) if names.insert(listed.tool.name.clone()) => self.tools.push(listed),
                Ok(listed) => {
                    let twice = format!("the tool {} is in its list twice", listed.tool.name);
                    self.problems.push(SourceProblem::new(twice, "The first of the two is offered."));
                }
                Err(reason) => {
                    self.problems.push(SourceProblem::new(
                        reason,
                        "Its server has to be mended. Its other tools work.",
                    ));
                }
            }
        }
    }
}

/// A tool without a name or a schema can't be called. Whatever else of it is not of its form is left out.
fn read(tool: &Value) -> Result<ListedTool, String> {
    let text = |name: &str| tool.get(name).and_then(Value::as_str).map(str::to_owned);
    let name = text("name").ok_or("a tool in its list has no name")?;
    let parameters = tool.get("inputSchema").filter(|schema| schema.is_object());
    let parameters = parameters.ok_or_else(|| format!("the tool {name} has no schema for its parameters"))?;
    let hints = tool.get("annotations");
    let hint = |name: &str| hints.and_then(|hints| hints.get(name)).and_then(Value::as_bool);
    let said =
        |name: &str, yes: &str, no: &str| hint(name).map(|is_so| if is_so { yes } else { no }.to_owned());
    let words = [
        said("readOnlyHint", "reads only", "changes things"),
        said("destructiveHint", "may destroy", "only adds"),
        said("idempotentHint", "twice is as good as once", "each call counts"),
        said("openWorldHint", "reaches the outside world", "stays within itself"),
    ];
    let title = hints.and_then(|hints| hints.get("title")).and_then(Value::as_str).map(str::to_owned);
    Ok(ListedTool {
        tool: McpTool {
            title: text("title").or(title),
            hints: words.into_iter().flatten().collect(),
            has_output_schema: tool.get("outputSchema").is_some_and(Value::is_object),
            name,
        },
        description: text("description").unwrap_or_default(),
        parameters: parameters.clone(),
        is_read_only: hint("readOnlyHint") == Some(true),
    })
}
