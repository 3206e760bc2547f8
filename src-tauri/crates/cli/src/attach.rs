//! `callwright attach`: an address for the requests of a program that somebody else starts.

use crate::Ended;
use crate::attached::Attached;
use crate::core::Core;
use crate::failure::Failure;
use crate::output::{remark, say};
use clap::Args;
use std::path::PathBuf;
use workbench::Extent;
use workbench::contract::ConnectionLine;

#[derive(Debug, Args)]
pub(crate) struct Attach {
    /// A name for the program
    #[arg(long, default_value = "program")]
    name: String,
    /// Writes the sessions to this file at the end
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) async fn run(args: Attach) -> Result<Ended, Failure> {
    let core = Core::open(Extent::Sessions).await?;
    let ended = attached(&core, &args).await;
    core.close().await;
    ended
}

async fn attached(core: &Core, args: &Attach) -> Result<Ended, Failure> {
    let attached = Attached::named(core, &args.name).await?;
    for ConnectionLine { client, text, .. } in &attached.program.lines {
        say(format_args!("{client}: {text}"))?;
    }
    remark("Start the program with one of these settings. Press Ctrl+C to end.");
    let asked = workbench::asked_to_end().await;
    attached.end(core, args.record.as_deref()).await?;
    asked
        .map(|_| Ended::Well)
        .map_err(|error| Failure::new(format!("can't wait for an interrupt: {error}"), ""))
}
