//! Checks functions that a request names one by one. They must exist.

use super::Turn;
use crate::{RequestEdit, SelectionMode, SelectionPlan};
use content::FunctionName;
use notices::Describe;
use ports::{Catalogue, FunctionChoice};
use std::collections::HashSet;

/// Unknown functions named for a request, by the setting that names them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "absent-functions")]
pub enum Absent {
    #[error("the function choice names unknown functions: {list}")]
    #[advice("Remove them from the choice, or enable their source.")]
    Chosen { list: String },
    #[error("the selection names unknown functions: {list}")]
    #[advice("Unpin or deselect them, or enable their source.")]
    Selected { list: String },
}

impl Turn {
    /// Rejects the request ahead if a person named an unknown function for it.
    pub fn check_named(&self, catalogue: &dyn Catalogue) -> Result<(), Absent> {
        if self.is_last_round() {
            return Ok(());
        }
        let chosen = absent(&self.chosen(), catalogue);
        chosen.map_or(Ok(()), |list| Err(Absent::Chosen { list }))?;
        let is_listed = self.edit().is_some_and(|edit| edit.functions.is_some()) || self.listed().is_some();
        if is_listed { Ok(()) } else { self.plan.selection.check_named(catalogue) }
    }

    /// The functions named by the choice of the request ahead.
    fn chosen(&self) -> Vec<FunctionName> {
        let edit = self.edit();
        let own = self.plan.speaking().and_then(|participant| participant.functions.as_ref());
        let listed = edit.and_then(|edit| edit.functions.as_ref());
        let listed = listed.map_or_else(
            || self.plan.choice.functions.iter().chain(own).flatten().collect::<Vec<_>>(),
            |listed| listed.iter().collect(),
        );
        let choice = edit.and_then(|edit| edit.choice.as_ref()).or(self.plan.choice.at(self.round));
        listed.into_iter().chain(choice.into_iter().flat_map(of_choice)).cloned().collect()
    }
}

impl SelectionPlan {
    /// Rejects a selection in which a person named an unknown function.
    pub fn check_named(&self, catalogue: &dyn Catalogue) -> Result<(), Absent> {
        let mut named = self.pinned.clone();
        if let SelectionMode::Manual { functions } | SelectionMode::External { functions, .. } = &self.mode {
            named.extend(functions.iter().cloned());
        }
        absent(&named, catalogue).map_or(Ok(()), |list| Err(Absent::Selected { list }))
    }
}

impl RequestEdit {
    pub(crate) fn named(&self) -> Vec<FunctionName> {
        let listed = self.functions.iter().flatten();
        listed.chain(self.choice.iter().flat_map(of_choice)).cloned().collect()
    }
}

fn of_choice(choice: &FunctionChoice) -> &[FunctionName] {
    match choice {
        FunctionChoice::Function { name } => std::slice::from_ref(name),
        FunctionChoice::Allowed { functions, .. } => functions,
        FunctionChoice::Auto | FunctionChoice::Required | FunctionChoice::None => &[],
    }
}

/// The unknown names, each with the nearest known one.
pub(crate) fn absent(named: &[FunctionName], catalogue: &dyn Catalogue) -> Option<String> {
    if named.is_empty() {
        return None;
    }
    let specs = catalogue.specs();
    let there: HashSet<_> = specs.iter().map(|spec| &spec.name).collect();
    let mut told = HashSet::new();
    let absent = named.iter().filter(|name| !there.contains(name) && told.insert(*name));
    let absent: Vec<_> = absent
        .map(|name| match catalogue.nearest(name) {
            Some(nearest) => format!("{name} (nearest: {nearest})"),
            None => name.to_string(),
        })
        .collect();
    (!absent.is_empty()).then(|| absent.join(", "))
}
