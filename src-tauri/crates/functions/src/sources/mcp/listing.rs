//! The tools of a server, as it lists them. A tool that can't be offered is told, and the others are.

use super::connect::told;
use super::greeting::Era;
use super::state::McpTool;
use super::wire::Mirrors;
use ports::SourceProblem;
use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ErrorCode, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::{Peer, ServiceError};
use serde_json::Value;
use std::collections::HashSet;
use std::time::Duration;

/// A tool that can be offered.
pub(super) struct ListedTool {
    /// What is shown of it.
    pub(super) tool: McpTool,
    pub(super) description: String,
    pub(super) parameters: Value,
    pub(super) is_read_only: bool,
    /// Whether a model may call it. One that is not for models is shown all the same.
    pub(super) is_for_models: bool,
}

/// A whole list.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) tools: Vec<ListedTool>,
    pub(super) problems: Vec<SourceProblem>,
    /// How long it holds, where its server says so. Who may share it needs no heed: a list is kept with its connection,
    /// and the next login has another.
    pub(super) lasts: Option<Duration>,
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
pub(super) async fn list_tools(
    peer: &Peer<RoleClient>,
    (era, mirrors): (Era, &Mirrors),
) -> Result<Listing, Unlisted> {
    let mut listing = Listing::default();
    mirrors.begin();
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
        listing.lasts = shorter(listing.lasts, page.get("ttlMs").and_then(Value::as_u64));
        let next = page.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
        if next.is_none() || next == cursor {
            if era == Era::Stateless {
                listing.leave_out(mirrors);
            }
            return Ok(listing);
        }
        cursor = next;
    }
}

/// The shorter of two times, the second of which is in milliseconds. A server that names none leaves it to its news.
fn shorter(before: Option<Duration>, milliseconds: Option<u64>) -> Option<Duration> {
    let now = milliseconds.filter(|milliseconds| *milliseconds > 0).map(Duration::from_millis);
    before.into_iter().chain(now).min()
}

impl Listing {
    /// Leaves out the tools whose arguments can't be put into the headers they are to be put into.
    fn leave_out(&mut self, mirrors: &Mirrors) {
        for (name, reason) in mirrors.left_out() {
            self.tools.retain(|listed| listed.tool.name != name);
            self.problems.push(SourceProblem::new(
                format!("the tool {name} is left out: {reason}"),
                "Its server has to be mended. Its other tools work.",
            ));
        }
    }

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
    // Without a word on it, a tool is for everybody.
    let visibility = tool.get("_meta").and_then(|meta| meta.get("ui")).and_then(|ui| ui.get("visibility"));
    let is_for_models =
        visibility.and_then(Value::as_array).is_none_or(|who| who.iter().any(|one| one == "model"));
    let pages_only = (!is_for_models).then(|| "is for the pages of its server, not for models".to_owned());
    let title = hints.and_then(|hints| hints.get("title")).and_then(Value::as_str).map(str::to_owned);
    Ok(ListedTool {
        tool: McpTool {
            title: text("title").or(title),
            hints: words.into_iter().flatten().chain(pages_only).collect(),
            has_output_schema: tool
                .get("outputSchema")
                .is_some_and(|schema| schema.is_object() || schema.is_boolean()),
            name,
        },
        description: text("description").unwrap_or_default(),
        parameters: parameters.clone(),
        is_read_only: hint("readOnlyHint") == Some(true),
        is_for_models,
    })
}
