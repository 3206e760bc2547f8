//! What a name means that was not offered: read leniently, repaired where there is one meaning, refused with help.

mod nearest;

use content::{Failure, FailureKind, FunctionName};
use nearest::{Near, letters, nearest};
use ports::{NameRepair, NameStyle, Offered, OfferedNames, RepairReason};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How functions are named to a model, and how far the name it writes may be from that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NamePolicy {
    pub style: NameStyle,
    pub on_repair: OnRepair,
    /// What may stand between the two parts of a name, tried in this order.
    pub separators: Vec<String>,
    pub nearest: NearestName,
}

/// What happens to a name that could be repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnRepair {
    /// Nothing: the model is told that there is no such function, and which are nearest.
    Refuse,
    /// The turn stops before the call, and a person says whether it was meant so.
    Ask,
    Allow,
}

/// What happens to a name that is merely like another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum NearestName {
    /// It is named in the error.
    Suggest,
    /// It is taken, where no other is nearly as like.
    Take,
}

impl NamePolicy {
    /// Names have to be right to the letter, as most frameworks have it.
    pub fn exact() -> Self {
        let separators = ["-", ".", "_", "__", "/", "::", ":", " "].map(str::to_owned).to_vec();
        Self {
            style: NameStyle::default(),
            on_repair: OnRepair::Refuse,
            separators,
            nearest: NearestName::Suggest,
        }
    }

    /// What a name means among those that were offered.
    pub(crate) fn read(&self, raw: &str, offered: Offered<'_>) -> Reading {
        let functions = offered.functions;
        if self.on_repair == OnRepair::Refuse {
            return Reading::Unclear(unknown(raw, offered));
        }
        let steps = [
            self.by_separator(raw, functions),
            by_function(raw, functions),
            by_spelling(raw, functions),
            self.by_likeness(raw, functions),
        ];
        for (why, found) in steps {
            match found.as_slice() {
                [] => {}
                [only] => {
                    let (before, after) = (raw.to_owned(), (*only).clone());
                    return Reading::Repaired(NameRepair { before, after, why });
                }
                several => return Reading::Unclear(ambiguous(raw, several, offered.names)),
            }
        }
        Reading::Unclear(unknown(raw, offered))
    }

    /// Splits at every place of each separator, because the separator may be part of either name.
    fn by_separator<'a>(
        &self,
        raw: &str,
        offered: &'a [FunctionName],
    ) -> (RepairReason, Vec<&'a FunctionName>) {
        for separator in self.separators.iter().filter(|separator| !separator.is_empty()) {
            let parts = raw
                .match_indices(separator.as_str())
                .filter_map(|(at, found)| Some((raw.get(..at)?.trim(), raw.get(at + found.len()..)?.trim())));
            let parts: Vec<_> = parts.collect();
            let is_meant = |name: &&FunctionName| {
                let plugin = name.plugin.as_ref().map(|plugin| plugin.as_str());
                parts.iter().any(|(left, right)| plugin == Some(*left) && name.function == *right)
            };
            let found: Vec<_> = offered.iter().filter(is_meant).collect();
            if !found.is_empty() {
                return (RepairReason::Separator { separator: separator.clone() }, found);
            }
        }
        (RepairReason::Spelling, Vec::new())
    }

    fn by_likeness<'a>(
        &self,
        raw: &str,
        offered: &'a [FunctionName],
    ) -> (RepairReason, Vec<&'a FunctionName>) {
        let mut near = nearest(raw, offered).into_iter();
        let best = match self.nearest {
            NearestName::Take => near.next().filter(Near::is_close),
            NearestName::Suggest => None,
        };
        let second = near.next();
        let best = best.filter(|best| second.is_none_or(|second| second.is_far_from(best)));
        let distance = best.map_or(0, |best| best.distance);
        (RepairReason::Nearest { distance }, best.map(|best| best.name).into_iter().collect())
    }
}

/// The one that was meant, most likely, where a function is not there.
pub(crate) fn most_like(name: &FunctionName, names: &[FunctionName]) -> Option<FunctionName> {
    let by_both = nearest(&name.to_string(), names).into_iter().next();
    let by_itself = nearest(&name.function, names).into_iter().next();
    let alike = by_both.into_iter().chain(by_itself).find(|near| near.distance * 3 <= near.length);
    alike.map(|near| near.name.clone())
}

/// Names the function that was asked for and the nearest ones there are, so that a model can do better. The model reads
/// it with the next request, which may offer others.
pub(crate) fn unknown(asked: &str, offered: Offered<'_>) -> Failure {
    let near = nearest(asked, offered.functions);
    let hint = if near.is_empty() {
        "Call only functions that are offered, or answer in words.".to_owned()
    } else {
        let near: Vec<_> = near.iter().map(|near| offered.names.write(near.name)).collect();
        format!("Available and nearest: {}. Correct the name, or answer in words.", near.join(", "))
    };
    unknown_function(format!("There is no function {asked:?} here. {hint}"))
}

fn ambiguous(raw: &str, meant: &[&FunctionName], names: &OfferedNames) -> Failure {
    let meant: Vec<_> = meant.iter().map(|name| names.write(name)).collect();
    unknown_function(format!(
        "{raw:?} could mean any of {}. Call one of them by its full name.",
        meant.join(", ")
    ))
}

/// What was made of a name.
#[derive(Debug, PartialEq)]
pub(crate) enum Reading {
    Repaired(NameRepair),
    Unclear(Failure),
}

fn by_function<'a>(raw: &str, offered: &'a [FunctionName]) -> (RepairReason, Vec<&'a FunctionName>) {
    let found = offered.iter().filter(|name| name.function == raw.trim()).collect();
    (RepairReason::FunctionAlone, found)
}

/// A match of the whole name comes before one of the function's name alone.
fn by_spelling<'a>(raw: &str, offered: &'a [FunctionName]) -> (RepairReason, Vec<&'a FunctionName>) {
    let asked = letters(raw);
    let whole: Vec<_> = offered.iter().filter(|name| letters(&name.to_string()) == asked).collect();
    let found = if whole.is_empty() {
        offered.iter().filter(|name| letters(&name.function) == asked).collect()
    } else {
        whole
    };
    (RepairReason::Spelling, if asked.is_empty() { Vec::new() } else { found })
}

fn unknown_function(message: String) -> Failure {
    Failure { kind: FailureKind::UnknownFunction, message }
}

impl Near<'_> {
    /// One letter in five may be wrong, and never more than three.
    fn is_close(&self) -> bool {
        self.distance <= (self.length / 5).clamp(1, 3) && self.length > 3
    }

    fn is_far_from(&self, other: &Self) -> bool {
        self.distance >= other.distance + 2
    }
}

#[cfg(test)]
mod tests;
