//! Tries hostile inputs on what reads them, until it is enough or something breaks. Whatever breaks ends the process, and
//! the input is in the folder. `cargo run -p callwright-tests -- fuzz import 7 600s FOLDER` hunts for ten minutes.

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use support::hostile::hunt::{Extent, Found, Hunt, Target};

const USAGE: &str = "usage: programs fuzz TARGET SEED (CASES | SECONDSs) FOLDER, or programs fuzz TARGET SEED - FOLDER FILE...";

pub(crate) fn run(arguments: &[OsString]) -> Result<()> {
    // A panic in a task of the application would otherwise be told to whoever waits for it, and be an answer.
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        told(panic);
        std::process::abort();
    }));
    let arguments: Option<Vec<&str>> = arguments.iter().map(|word| word.to_str()).collect();
    let arguments = arguments.context(USAGE)?;
    let [target, seed, extent, folder, files @ ..] = arguments.as_slice() else { bail!(USAGE) };
    let target = Target::named(target).context(USAGE)?;
    let mut hunt = Hunt::new(target, seed.parse().context(USAGE)?, Path::new(folder));
    let mut out = std::io::stdout().lock();
    if *extent == "-" {
        for file in files {
            hunt.try_on(&std::fs::read(file).with_context(|| (*file).to_owned())?);
        }
        writeln!(out, "{}: {} files", target.name(), files.len())?;
        return Ok(());
    }
    let extent = match extent.strip_suffix('s') {
        Some(seconds) => Extent::Time(Duration::from_secs(seconds.parse().context(USAGE)?)),
        None => Extent::Cases(extent.parse().context(USAGE)?),
    };
    let Found { cases, answers } = hunt.run(extent);
    writeln!(out, "{}: {cases} inputs, {answers} different answers", target.name())?;
    Ok(())
}
