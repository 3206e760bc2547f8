//! What comparing meanings needs: a runtime and a model, which the application fetches itself.

use anyhow::{Context, Result};

use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project};

/// Runs the program of the product that fetches them. It does nothing where they are there.
pub(crate) fn fetch_models(project: &Project, profile: Profile, output: &Output) -> Result<()> {
    let mut fetch = process::command(project.binary(profile, "callwright-parts"));
    fetch.arg(project.models());
    process::run(fetch, output)
        .context("could not fetch what comparing meanings needs; is the network reachable?")
}
