//! The tools of a server, as it lists them. A tool that can't be offered is told, and the others are.

use super::greeting::Era;
use super::service_error::describe_service_error;
use super::state::McpTool;
use super::wire::{MirrorError, Mirrors};
use crate::checked::{SchemaError, check_schema, size_of};
use limits::{Limit, MCP_LISTED, MCP_LISTING, MCP_PAGES, MCP_PROBLEMS, MCP_TOOL, MCP_TOOLS};
use notices::{Describe, Notice};
use ports::{Effect, SourceProblem};
use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ErrorCode, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::{Peer, ServiceError};
use serde_json::Value;
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Letters shown of a name that is left out.
const MAX_SHOWN_NAME_LETTERS: usize = 100;
/// A longer title is none.
const MAX_TITLE_LETTERS: usize = 1_000;

/// A tool that can be offered.
pub(super) struct ListedTool {
    /// What is shown of it.
    pub(super) tool: McpTool,
    pub(super) description: String,
    pub(super) parameters: Value,
    pub(super) effect: Effect,
    /// The schema of its structured results, where it declares one that can be read.
    pub(super) returns: Option<Value>,
    /// Whether a model may call it. One that is not for models is shown all the same.
    pub(super) is_for_models: bool,
}

/// A whole list.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) tools: Vec<ListedTool>,
    /// Tools that have a name and can't be offered, each with the reason.
    pub(super) refused: Vec<McpTool>,
    pub(super) problems: Vec<SourceProblem>,
    /// How long it holds, where its server says so. Who may share it needs no heed: a list is kept with its connection,
    /// and the next login has another.
    pub(super) lasts: Option<Duration>,
}

/// Why there is none.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "unlisted")]
pub(crate) enum Unlisted {
    #[error("the connection was closed")]
    Lost,
    #[error("its list of tools does not come")]
    Late,
    #[error("its tools can't be listed: {reason}")]
    Refused {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("its tools can't be listed: what it answers is no list of tools")]
    NoList,
}

/// A tool that can't be offered.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "tool")]
#[advice("The other tools of the server work. This one needs a fix in the server.")]
pub(crate) enum ToolError {
    #[error("a tool in its list has no name")]
    Nameless,
    #[error("the name of the tool {name:?} has signs that can't be written")]
    UnwritableName { name: String },
    #[error("the tool {name} has no schema for its parameters")]
    NoSchema { name: String },
    #[error("the tool {name} is larger than {MCP_TOOL} with its schema and is left out")]
    TooLarge { name: String },
    #[error("the schema of the tool {name} does not take an object")]
    NotObject { name: String },
    #[error("the schema of the tool {name} is no JSON schema: {reason}")]
    Schema {
        name: String,
        #[notice(cause)]
        reason: SchemaError,
    },
    #[error("the tool {name} is left out: {reason}")]
    Header {
        name: String,
        #[notice(cause)]
        reason: MirrorError,
    },
    #[error("the tool {name} is in its list twice")]
    #[advice("The first of the two is offered.")]
    Twice { name: String },
}

/// A list that is not read or not reported to its end.
#[derive(Debug, Describe)]
#[notice(prefix = "tool-list")]
pub(crate) enum ShortenedList {
    #[notice(
        "its list of tools goes on beyond {limit}: {listed} were listed so far, and {offered} are offered"
    )]
    #[advice("Set the server up to offer fewer tools, or have its list fixed.")]
    Beyond { limit: Limit, listed: usize, offered: usize },
    #[notice("its list of tools goes in a circle: {listed} were listed so far, and {offered} are offered")]
    #[advice("Set the server up to offer fewer tools, or have its list fixed.")]
    Circle { listed: usize, offered: usize },
    #[notice("{more} more tools are left out, beyond {MCP_PROBLEMS} that are told")]
    #[advice("Have the ones above fixed first.")]
    Problems { more: usize },
}

/// What a server says of the effects of a tool.
#[derive(Clone, Copy, Debug, Describe)]
#[notice(prefix = "tool-hint")]
pub(crate) enum ToolHint {
    #[notice("reads only")]
    ReadsOnly,
    #[notice("changes things")]
    Changes,
    #[notice("destructive")]
    MayDestroy,
    #[notice("only adds")]
    OnlyAdds,
    #[notice("idempotent")]
    Idempotent,
    #[notice("not idempotent")]
    EachCallCounts,
    #[notice("open world")]
    OpenWorld,
    #[notice("closed world")]
    ClosedWorld,
    #[notice("is for the pages of its server, not for models")]
    PagesOnly,
}

/// Asks for all of it, page by page, and no further than its server may go.
pub(super) async fn list_tools(
    peer: &Peer<RoleClient>,
    (era, mirrors): (Era, &Mirrors),
) -> Result<Listing, Unlisted> {
    let until = Instant::now() + MCP_LISTING.time();
    let (mut listing, mut reading) = (Listing::default(), Reading::default());
    mirrors.begin();
    loop {
        let page = match timeout_at(until, page(peer, reading.cursor.clone())).await {
            Ok(Ok(Some(page))) => page,
            // A server may have no tools at all.
            Ok(Ok(None)) => return Ok(listing),
            Ok(Err(unlisted)) => return Err(unlisted),
            Err(_) if reading.cursors.is_empty() => return Err(Unlisted::Late),
            Err(_) => {
                listing.end_early(&reading, &Early::Beyond(MCP_LISTING));
                break;
            }
        };
        let Some(tools) = page.get("tools").and_then(Value::as_array) else {
            return Err(Unlisted::NoList);
        };
        reading.listed += tools.len();
        let added = tools.iter().try_for_each(|tool| listing.add(tool, &mut reading));
        listing.lasts = shorter(listing.lasts, page.get("ttlMs").and_then(Value::as_u64));
        let next = page.get("nextCursor").and_then(Value::as_str);
        match added.and_then(|()| reading.go_on(next)) {
            Ok(true) => {}
            Ok(false) => break,
            Err(early) => {
                listing.end_early(&reading, &early);
                break;
            }
        }
    }
    if era == Era::Stateless {
        listing.leave_out(mirrors);
    }
    listing.shorten_problems();
    Ok(listing)
}

/// One page, unless the server knows of no tools.
async fn page(peer: &Peer<RoleClient>, cursor: Option<String>) -> Result<Option<Value>, Unlisted> {
    let params = PaginatedRequestParams::default().with_cursor(cursor);
    let request =
        ListToolsRequest { method: Default::default(), params: Some(params), extensions: Default::default() };
    match peer.send_request(ClientRequest::ListToolsRequest(request)).await {
        Ok(page) => {
            serde_json::to_value(page).map(Some).map_err(|error| Unlisted::Refused { reason: error.notice() })
        }
        Err(ServiceError::McpError(error)) if error.code == ErrorCode::METHOD_NOT_FOUND => Ok(None),
        Err(ServiceError::TransportClosed) => Err(Unlisted::Lost),
        Err(error) => Err(Unlisted::Refused { reason: notices::said(&describe_service_error(&error)) }),
    }
}

/// How far a list was read.
#[derive(Default)]
struct Reading {
    /// Where the next page begins.
    cursor: Option<String>,
    /// Where each page so far has said that the next one begins.
    cursors: HashSet<String>,
    names: HashSet<String>,
    /// The tools on all pages so far, and the size of those that are offered.
    listed: usize,
    bytes: usize,
}

/// Why a list is not read to its end.
enum Early {
    Beyond(Limit),
    Circle,
}

impl Reading {
    /// Whether there is another page. Some servers name the same one again when they are at their end.
    fn go_on(&mut self, next: Option<&str>) -> Result<bool, Early> {
        let Some(next) = next.filter(|next| self.cursor.as_deref() != Some(next)) else { return Ok(false) };
        if !self.cursors.insert(next.to_owned()) {
            return Err(Early::Circle);
        }
        if self.cursors.len() >= MCP_PAGES.size() {
            return Err(Early::Beyond(MCP_PAGES));
        }
        self.cursor = Some(next.to_owned());
        Ok(true)
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
            let reason = ToolError::Header { name: name.clone(), reason };
            self.refuse(Refused { name: Some(name), reason });
        }
    }

    /// Takes a tool in, if it is one and there is room for it.
    fn add(&mut self, tool: &Value, reading: &mut Reading) -> Result<(), Early> {
        if self.tools.len() >= MCP_TOOLS.size() {
            return Err(Early::Beyond(MCP_TOOLS));
        }
        match read(tool) {
            Ok((listed, bytes)) if reading.names.insert(listed.tool.name.clone()) => {
                reading.bytes += bytes;
                if reading.bytes > MCP_LISTED.size() {
                    return Err(Early::Beyond(MCP_LISTED));
                }
                self.tools.push(listed);
            }
            Ok((listed, _)) => {
                self.problems.push(SourceProblem::of(&ToolError::Twice { name: listed.tool.name }));
            }
            Err(refused) => self.refuse(refused),
        }
        Ok(())
    }

    fn refuse(&mut self, Refused { name, reason }: Refused) {
        let is_new = |name: &String| !self.refused.iter().any(|tool| tool.name == *name);
        if let Some(name) = name.filter(is_new).filter(|_| self.refused.len() < MCP_PROBLEMS.size()) {
            let left_out = Some(reason.notice());
            self.refused.push(McpTool {
                name,
                title: None,
                hints: Vec::new(),
                has_output_schema: false,
                left_out,
            });
        }
        self.problems.push(SourceProblem::of(&reason));
    }

    /// What was read is offered, and the person is told that there is more.
    fn end_early(&mut self, reading: &Reading, early: &Early) {
        let (listed, offered) = (reading.listed, self.tools.len());
        let shortened = match early {
            Early::Beyond(limit) => ShortenedList::Beyond { limit: *limit, listed, offered },
            Early::Circle => ShortenedList::Circle { listed, offered },
        };
        self.problems.insert(0, SourceProblem::of(&shortened));
    }

    fn shorten_problems(&mut self) {
        let more = self.problems.len().saturating_sub(MCP_PROBLEMS.size());
        if more > 0 {
            self.problems.truncate(MCP_PROBLEMS.size());
            self.problems.push(SourceProblem::of(&ShortenedList::Problems { more }));
        }
    }
}

/// Why a tool can't be offered.
struct Refused {
    /// Nothing, where it has none.
    name: Option<String>,
    reason: ToolError,
}

/// Arguments are an object, so a schema for something else fits no call.
fn takes_objects(schema: &Value) -> bool {
    match schema.get("type") {
        None => true,
        Some(Value::Array(types)) => types.iter().any(|one| one == "object"),
        Some(one) => one == "object",
    }
}

/// A tool without a name or a schema can't be called. Whatever else of it is not of its form is left out.
fn read(tool: &Value) -> Result<(ListedTool, usize), Refused> {
    let text = |name: &str| tool.get(name).and_then(Value::as_str).map(str::to_owned);
    let whole = text("name").filter(|name| !name.trim().is_empty());
    let whole = whole.ok_or(Refused { name: None, reason: ToolError::Nameless })?;
    let name: String = whole.chars().take(MAX_SHOWN_NAME_LETTERS).collect();
    let refused = |reason: ToolError| Refused { name: Some(name.clone()), reason };
    if whole.chars().any(char::is_control) {
        return Err(refused(ToolError::UnwritableName { name: name.clone() }));
    }
    let parameters = tool.get("inputSchema").filter(|schema| schema.is_object());
    let parameters = parameters.ok_or_else(|| refused(ToolError::NoSchema { name: name.clone() }))?;
    let description = text("description").unwrap_or_default();
    let output = tool.get("outputSchema").filter(|schema| schema.is_object() || schema.is_boolean());
    let bytes = whole.len() + description.len() + size_of(parameters) + output.map_or(0, size_of);
    if bytes > MCP_TOOL.size() {
        return Err(refused(ToolError::TooLarge { name: name.clone() }));
    }
    if !takes_objects(parameters) {
        return Err(refused(ToolError::NotObject { name: name.clone() }));
    }
    if let Err(reason) = check_schema(parameters) {
        return Err(refused(ToolError::Schema { name: name.clone(), reason }));
    }
    let hints = tool.get("annotations");
    let hint = |name: &str| hints.and_then(|hints| hints.get(name)).and_then(Value::as_bool);
    let of = |name: &str, yes, no| hint(name).map(|is_so| if is_so { yes } else { no });
    let effects = [
        of("readOnlyHint", ToolHint::ReadsOnly, ToolHint::Changes),
        of("destructiveHint", ToolHint::MayDestroy, ToolHint::OnlyAdds),
        of("idempotentHint", ToolHint::Idempotent, ToolHint::EachCallCounts),
        of("openWorldHint", ToolHint::OpenWorld, ToolHint::ClosedWorld),
    ];
    // Without a word on it, a tool is for everybody.
    let visibility = tool.get("_meta").and_then(|meta| meta.get("ui")).and_then(|ui| ui.get("visibility"));
    let is_for_models =
        visibility.and_then(Value::as_array).is_none_or(|who| who.iter().any(|one| one == "model"));
    let pages_only = (!is_for_models).then_some(ToolHint::PagesOnly);
    let title = hints.and_then(|hints| hints.get("title")).and_then(Value::as_str).map(str::to_owned);
    let listed = ListedTool {
        tool: McpTool {
            title: text("title").or(title).filter(|title| title.len() <= MAX_TITLE_LETTERS),
            hints: effects.into_iter().flatten().chain(pages_only).map(|hint| hint.notice()).collect(),
            has_output_schema: output.is_some(),
            name: whole,
            left_out: None,
        },
        description,
        parameters: parameters.clone(),
        effect: match hint("readOnlyHint") {
            Some(true) => Effect::ReadsOnly,
            Some(false) => Effect::Changes,
            // These say how a tool changes something.
            None if hint("destructiveHint").or(hint("idempotentHint")).is_some() => Effect::Changes,
            None => Effect::Unknown,
        },
        returns: output.filter(|schema| check_schema(schema).is_ok()).cloned(),
        is_for_models,
    };
    Ok((listed, bytes))
}
