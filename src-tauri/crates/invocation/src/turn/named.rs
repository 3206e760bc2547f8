//! What is named for a request, one by one, and has to be there.

use super::Turn;
use crate::RequestEdit;
use content::FunctionName;
use ports::{Catalogue, FunctionChoice};
use std::collections::HashSet;

impl Turn {
    /// The functions that a person has named for the request ahead.
    pub fn named(&self) -> Vec<FunctionName> {
        if self.is_last_round() {
            return Vec::new();
        }
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

/// Those of them that are not there, each with the one that is most like it.
pub fn absent(named: &[FunctionName], catalogue: &dyn Catalogue) -> Option<String> {
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
