//! `callwright search`: finds what was said in any session.

use crate::core::{Core, with};
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use crate::{Ended, time};
use ::search::{Found, Hit, HitKind, Order};
use clap::Args;
use serde::Serialize;
use std::time::Duration;
use tokio::time::Instant;
use workbench::Extent;
use workbench::contract::{CommandName, IndexState, Search as Query, SearchOutcome, Searched};

/// How long a search waits until the index has read every session.
const INDEX_TIMEOUT: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words, "phrases", -exclusions and filters such as status:failed
    #[arg(required = true, allow_hyphen_values = true)]
    query: Vec<String>,
    /// How many hits are wanted, 200 at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=200))]
    limit: u8,
    /// The newest first, instead of the best
    #[arg(long)]
    newest: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Printed<'a> {
    total: u64,
    /// Whether every session had been read.
    complete: bool,
    hits: Vec<PrintedHit<'a>>,
}

#[derive(Serialize)]
struct PrintedHit<'a> {
    session: &'a str,
    title: &'a str,
    kind: HitKind,
    at: String,
    message: Option<&'a str>,
    function: Option<String>,
    text: String,
}

pub(crate) async fn run(args: Search) -> Result<Ended, Failure> {
    let Search { query, limit, newest, json } = args;
    let order = if newest { Order::Newest } else { Order::Best };
    let query = Query {
        text: query.join(" "),
        session: None,
        order,
        offset: 0,
        limit: usize::from(limit),
        zone: time::zone(),
    };
    let searched = with(Extent::Sessions, async |core: &Core| settled(core, query).await).await?;
    let complete = searched.index == IndexState::Current;
    if let IndexState::Failed { message, advice } = &searched.index {
        let advice = advice.as_ref().map(workbench::english).unwrap_or_default();
        remark(Failure::new(workbench::english(message), advice));
    } else if !complete {
        remark("Some sessions were not read yet. Search again in a moment.");
    }
    let found = match searched.outcome {
        SearchOutcome::Found { found } => found,
        SearchOutcome::NotUnderstood { fault } => {
            let advice = fault.instead.map(|instead| format!("Write {instead}.")).unwrap_or_default();
            return Err(Failure::new(workbench::english(&fault.message), advice));
        }
    };
    if json {
        let hits = found.hits.iter().map(|hit| printed(hit, &found)).collect();
        say_json(&Printed { total: found.total, complete, hits })?;
    } else {
        show(&found)?;
    }
    // As `grep` does.
    Ok(if found.hits.is_empty() { Ended::WithFindings } else { Ended::Well })
}

/// The reply once every session has been read, or the last one in time.
async fn settled(core: &Core, query: Query) -> Result<Searched, Failure> {
    let began = Instant::now();
    loop {
        let searched: Searched = core.call(CommandName::Search, query.clone()).await?;
        let is_reading = matches!(searched.index, IndexState::Reading { .. });
        if !is_reading || began.elapsed() > INDEX_TIMEOUT {
            return Ok(searched);
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

fn printed<'a>(hit: &'a Hit, found: &'a Found) -> PrintedHit<'a> {
    PrintedHit {
        session: hit.session.as_str(),
        title: title(hit, found),
        kind: hit.kind,
        at: time::written(hit.at),
        message: hit.message.as_ref().map(|message| message.as_str()),
        function: hit.function.as_ref().map(crate::ask::name_of),
        text: text(hit),
    }
}

fn show(found: &Found) -> Result<(), Failure> {
    for hit in &found.hits {
        let at = time::shown(hit.at);
        say(format_args!("{}  {at}  {}\n    {}", hit.session, title(hit, found), text(hit)))?;
    }
    let shown = found.hits.len() as u64;
    if shown < found.total {
        remark(format_args!("{shown} of {} hits. Ask for more with --limit.", found.total));
    }
    Ok(())
}

fn title<'a>(hit: &Hit, found: &'a Found) -> &'a str {
    let session = found.sessions.iter().find(|session| session.session == hit.session);
    session.map_or("", |session| session.title.as_str())
}

fn text(hit: &Hit) -> String {
    let snippets =
        hit.snippets.iter().map(|snippet| snippet.text.split_whitespace().collect::<Vec<_>>().join(" "));
    snippets.collect::<Vec<_>>().join(" … ")
}
