//! `callwright sessions`: lists the sessions, and finds one that a person names.

use crate::core::{Core, with};
use crate::failure::Failure;
use crate::output::{say, say_json};
use crate::{Ended, time};
use ::sessions::SessionSummary;
use clap::Args;
use content::{ModelId, SessionId};
use serde::Serialize;
use workbench::Extent;
use workbench::contract::{CommandName, Overview};

#[derive(Debug, Args)]
pub(crate) struct Sessions {
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed<'a> {
    session: &'a str,
    title: &'a str,
    created: String,
    changed: String,
    models: Vec<&'a str>,
    tags: &'a [String],
}

pub(crate) async fn run(args: Sessions) -> Result<Ended, Failure> {
    let overview: Overview =
        with(Extent::Sessions, async |core: &Core| core.ask(CommandName::Overview).await).await?;
    if args.json {
        say_json(&overview.sessions.iter().map(listed).collect::<Vec<_>>())?;
        return Ok(Ended::Well);
    }
    for session in &overview.sessions {
        say(format_args!("{}  {}  {}", session.id, time::shown(session.changed), session.title))?;
    }
    Ok(Ended::Well)
}

fn listed(summary: &SessionSummary) -> Listed<'_> {
    let SessionSummary { id, title, created, changed, models, tags } = summary;
    let (created, changed) = (time::written(*created), time::written(*changed));
    Listed {
        session: id.as_str(),
        title,
        created,
        changed,
        models: models.iter().map(ModelId::as_str).collect(),
        tags,
    }
}

/// The session with this id, a beginning of its id, or its title.
pub(crate) async fn named(core: &Core, name: &str) -> Result<SessionId, Failure> {
    let overview: Overview = core.ask(CommandName::Overview).await?;
    let which = |is_meant: &dyn Fn(&SessionSummary) -> bool| -> Vec<SessionId> {
        overview
            .sessions
            .iter()
            .filter(|session| is_meant(session))
            .map(|session| session.id.clone())
            .collect()
    };
    let exactly = which(&|session| session.id.as_str() == name || session.title == name);
    let found =
        if exactly.is_empty() { which(&|session| session.id.as_str().starts_with(name)) } else { exactly };
    match &found[..] {
        [session] => Ok(session.clone()),
        [] => Err(Failure::new(
            format!("there is no session {name:?}"),
            "List them with `callwright sessions`.",
        )),
        [_, ..] => {
            let count = found.len();
            Err(Failure::new(
                format!("{name:?} names {count} sessions"),
                "Give a whole id of `callwright sessions`.",
            ))
        }
    }
}
