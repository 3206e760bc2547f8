//! Runs the cases of a set in this process, and says what is missing of it.

use crate::ask::model_named;
use crate::core::Core;
use crate::failure::Failure;
use crate::output::remark;
use content::ModelId;
use experiments::{LanePlan, Varied, grid};
use std::collections::BTreeMap;
use std::path::Path;
use workbench::cases::{CasesError, MAX_BROKEN_IN_A_ROW, Ran};
use workbench::contract::{CommandName, Overview};
use workbench::english;

/// The lanes of the models that a person named, or of the first one there is, with each value of each setting.
pub(super) fn lanes(
    overview: &Overview,
    models: &[String],
    varied: &[Varied],
) -> Result<Vec<LanePlan>, Failure> {
    let mut named: Vec<ModelId> = Vec::new();
    for model in chosen(overview, models)? {
        if !named.contains(&model) {
            named.push(model);
        }
    }
    let varied = varied.iter().cloned().map(|one| one.with_files(text_of)).collect::<Result<Vec<_>, _>>()?;
    Ok(grid(&named, &varied).map_err(CasesError::from)?)
}

/// A text that varies, from a file.
fn text_of(path: &str) -> Result<String, Failure> {
    let path = Path::new(path);
    disk::read_text(path, limits::SETTINGS_FILE).map_err(|error| Failure::unread(path, &error))
}

fn chosen(overview: &Overview, models: &[String]) -> Result<Vec<ModelId>, Failure> {
    if models.is_empty() {
        let first = overview.models.first().map(|profile| vec![profile.model.clone()]);
        return first.ok_or_else(|| Failure::new("there is no model", "Add a service in the window."));
    }
    models.iter().map(|name| model_named(overview, name)).collect()
}

pub(super) async fn overview(core: &Core) -> Result<Overview, Failure> {
    core.ask(CommandName::Overview).await
}

/// Says what is missing and why.
pub(super) fn remark_missing(ran: &Ran) {
    let mut reasons: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for broken in &ran.broken {
        *reasons.entry((&broken.key.lane, english(&broken.reason))).or_default() += 1;
    }
    for ((lane, reason), count) in reasons {
        remark(format_args!("{lane}: {count} runs broke off and count nowhere: {reason}"));
    }
    match &ran.spending {
        Some(spending) if ran.is_used_up => {
            remark(format_args!("The budget is used up ({spending}); {} runs are not made.", ran.missing));
        }
        Some(_) | None if ran.missing > 0 => remark(format_args!(
            "{} runs are not made: {MAX_BROKEN_IN_A_ROW} runs of their lane in a row broke off.",
            ran.missing
        )),
        Some(_) | None => {}
    }
    if !ran.broken.is_empty() {
        remark("--out FILE with --resume makes the missing runs alone.");
    }
}
