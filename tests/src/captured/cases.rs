//! What is asked: everything a request can depend on, each with every service, or a little of each.

pub mod functions;
mod outcomes;
mod pairs;
mod settings;

use super::answer::Script;
use super::case::{Case, Turn};
use super::histories::{Written, files, odd};
use super::service::Served;

/// How much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Each service as the first of three pairs, and something of everything else with one service.
    Sample,
    /// Everything with every service.
    Full,
}

impl Extent {
    /// The services something is asked of, of so many.
    fn services(self, number: usize, count: usize) -> Vec<usize> {
        match self {
            // A step that has no divisor in common with the count comes by all of them.
            Self::Sample if number.is_multiple_of(STEP) => vec![number / STEP * 7 % count],
            Self::Sample => Vec::new(),
            Self::Full => (0..count).collect(),
        }
    }
}

/// A sample has one thing of so many.
const STEP: usize = 3;

/// Every case for these services, always the same.
pub fn all(extent: Extent, services: &[Served]) -> Vec<Case> {
    let count = services.len();
    let mut cases = pairs::all(extent, services);
    cases.extend(imports(extent, count));
    cases.extend(settings::all(extent, count));
    cases.extend(functions::all(extent, count));
    cases.extend(outcomes::all(extent, count));
    cases
}

/// Goes on with a history that came about elsewhere, in words and with calls, and then elsewhere again.
fn imports(extent: Extent, count: usize) -> Vec<Case> {
    let histories = files().into_iter().chain(odd()).enumerate();
    let cases = histories.flat_map(|(number, Written { name, text, planted })| {
        extent.services(number, count).into_iter().map(move |service| {
            let turns = vec![
                Turn::new(service, Script::calls()).saying("Go on."),
                Turn::new((service + 3) % count, Script::words()).saying("Thanks."),
            ];
            Case::imported(&name, text.clone(), planted.clone(), turns)
        })
    });
    cases.collect()
}
