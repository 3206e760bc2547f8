//! Holds the calls of a run against those expected.

use super::argument::problems;
use super::{ExpectedCall, ExpectedCalls, Fault, Matching, Others};
use crate::run::MadeCall;
use content::CallArguments;
use std::sync::Arc;

/// The cost of a missing or an extra call in an alignment. Pairing two different functions costs both.
const GAP_COST: usize = 4;
/// The highest price of a pair of calls of the same function, below the price of leaving both out.
const DIFFERENT_ARGUMENTS: usize = 6;

pub(super) fn faults(expected: &ExpectedCalls, made: &[Arc<MadeCall>]) -> Vec<Fault> {
    let (list, matching) = (&expected.list, expected.matching);
    match matching {
        // Most runs are as expected, and an alignment compares every call with every other.
        Matching::Exactly if is_same(list, made) => Vec::new(),
        Matching::InOrder if is_subsequence(list, made) => Vec::new(),
        Matching::Exactly | Matching::InOrder => aligned(list, made, matching),
        Matching::AnyOrder | Matching::Superset | Matching::Subset => unordered(list, made, matching),
    }
}

impl Matching {
    /// Whether a call that is expected has to be made.
    fn needs_all(self) -> bool {
        match self {
            Self::Exactly | Self::InOrder | Self::AnyOrder | Self::Superset => true,
            Self::Subset => false,
        }
    }

    /// Whether a call that pairs with nothing expected is a fault.
    fn refuses_others(self) -> bool {
        match self {
            Self::Exactly | Self::AnyOrder | Self::Subset => true,
            Self::InOrder | Self::Superset => false,
        }
    }
}

/// Everything in which a call differs from the one expected in its place.
fn differences(at: usize, expected: &ExpectedCall, index: usize, call: &MadeCall) -> Vec<Fault> {
    if expected.function != call.function {
        return vec![Fault::OtherFunction {
            expected: at,
            call: index,
            wanted: expected.function.clone(),
            called: call.function.clone(),
        }];
    }
    let arguments = match &call.arguments {
        CallArguments::Parsed { value, .. } => value,
        CallArguments::Malformed { reason, .. } => {
            let (function, reason) = (call.function.clone(), reason.to_string());
            return vec![Fault::Malformed { call: index, function, reason }];
        }
    };
    let is_open = expected.others == Others::Ignored;
    let argument = |(path, problem)| {
        let function = call.function.clone();
        Fault::Argument { expected: at, call: index, function, path, problem }
    };
    problems(&expected.arguments, is_open, arguments).into_iter().map(argument).collect()
}

fn fits(expected: &ExpectedCall, call: &MadeCall) -> bool {
    differences(0, expected, 0, call).is_empty()
}

impl ExpectedCall {
    /// Whether a call is the one that is expected.
    pub(crate) fn fits(&self, call: &MadeCall) -> bool {
        fits(self, call)
    }
}

fn missing(at: usize, expected: &ExpectedCall, before: Option<usize>) -> Fault {
    Fault::MissingCall { expected: at, function: expected.function.clone(), before }
}

fn unexpected(index: usize, call: &MadeCall) -> Fault {
    Fault::UnexpectedCall { call: index, function: call.function.clone() }
}

fn is_same(list: &[ExpectedCall], made: &[Arc<MadeCall>]) -> bool {
    list.len() == made.len() && list.iter().zip(made).all(|(expected, call)| fits(expected, call))
}

fn is_subsequence(list: &[ExpectedCall], made: &[Arc<MadeCall>]) -> bool {
    let mut made = made.iter();
    list.iter().all(|expected| made.by_ref().any(|call| fits(expected, call)))
}

/// Pairs both lists in order at the lowest price, so that one missing call does not make all later ones wrong.
fn aligned(list: &[ExpectedCall], made: &[Arc<MadeCall>], matching: Matching) -> Vec<Fault> {
    let surplus = if matching.refuses_others() { GAP_COST } else { 0 };
    let pair = |row: usize, column: usize| {
        let found = differences(row, &list[row], column, &made[column]);
        let price = match found.first() {
            None => 0,
            Some(Fault::OtherFunction { .. }) => GAP_COST + surplus.max(1),
            Some(_) => (1 + found.len()).min(DIFFERENT_ARGUMENTS).min(GAP_COST + surplus),
        };
        (price, found)
    };
    // The price of the rest of both lists, from each place on.
    let mut prices = vec![vec![0; made.len() + 1]; list.len() + 1];
    for row in (0..=list.len()).rev() {
        for column in (0..=made.len()).rev() {
            prices[row][column] = match (row < list.len(), column < made.len()) {
                (false, false) => 0,
                (true, false) => GAP_COST + prices[row + 1][column],
                (false, true) => surplus + prices[row][column + 1],
                (true, true) => (pair(row, column).0 + prices[row + 1][column + 1])
                    .min(GAP_COST + prices[row + 1][column])
                    .min(surplus + prices[row][column + 1]),
            };
        }
    }
    let (mut row, mut column, mut faults) = (0, 0, Vec::new());
    while row < list.len() || column < made.len() {
        let here = prices[row][column];
        if row < list.len() && column < made.len() {
            let (price, found) = pair(row, column);
            if here == price + prices[row + 1][column + 1] {
                faults.extend(found);
                (row, column) = (row + 1, column + 1);
                continue;
            }
        }
        if row < list.len() && here == GAP_COST + prices[row + 1][column] {
            faults.push(missing(row, &list[row], Some(column)));
            row += 1;
        } else {
            faults.extend(matching.refuses_others().then(|| unexpected(column, &made[column])));
            column += 1;
        }
    }
    faults
}

/// Pairs as many calls as possible, whatever their order.
fn unordered(list: &[ExpectedCall], made: &[Arc<MadeCall>], matching: Matching) -> Vec<Fault> {
    let (needs_all, refuses_others) = (matching.needs_all(), matching.refuses_others());
    let partners = largest_pairing(list, made);
    let is_taken = |index: &usize| partners.contains(&Some(*index));
    let mut open: Vec<_> = (0..list.len()).filter(|at| partners[*at].is_none()).collect();
    let mut left: Vec<_> = (0..made.len()).filter(|index| !is_taken(index)).collect();
    let mut faults = Vec::new();
    // A call that is left over and one that is open are told as one with other arguments, the nearest first.
    while !open.is_empty() && !left.is_empty() {
        let pairs = open.iter().flat_map(|at| left.iter().map(move |index| (*at, *index)));
        let same = pairs.filter(|(at, index)| list[*at].function == made[*index].function);
        let nearest = same.map(|(at, index)| (differences(at, &list[at], index, &made[index]), at, index));
        let Some((found, at, index)) = nearest.min_by_key(|(found, at, index)| (found.len(), *at, *index))
        else {
            break;
        };
        faults.extend(found);
        open.retain(|other| *other != at);
        left.retain(|other| *other != index);
    }
    // Exactly these calls are wanted, so one that is left over stands in the place of one that is open.
    if needs_all && refuses_others {
        let swapped = open.len().min(left.len());
        let pairs = open.drain(..swapped).zip(left.drain(..swapped));
        faults.extend(pairs.flat_map(|(at, index)| differences(at, &list[at], index, &made[index])));
    }
    if needs_all {
        faults.extend(open.into_iter().map(|at| missing(at, &list[at], None)));
    }
    if refuses_others {
        faults.extend(left.into_iter().map(|index| unexpected(index, &made[index])));
    }
    faults
}

/// For each call expected the call that is paired with it. Loosened expectations overlap, so pairs are changed as long
/// as that makes room for one more.
fn largest_pairing(list: &[ExpectedCall], made: &[Arc<MadeCall>]) -> Vec<Option<usize>> {
    let fitting: Vec<Vec<bool>> =
        list.iter().map(|expected| made.iter().map(|call| fits(expected, call)).collect()).collect();
    let mut owners: Vec<Option<usize>> = vec![None; made.len()];
    for at in 0..list.len() {
        let mut seen = vec![false; made.len()];
        place(at, &fitting, &mut owners, &mut seen);
    }
    let mut partners = vec![None; list.len()];
    for (index, owner) in owners.iter().enumerate() {
        if let Some(at) = owner {
            partners[*at] = Some(index);
        }
    }
    partners
}

fn place(at: usize, fitting: &[Vec<bool>], owners: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for index in 0..owners.len() {
        if !fitting[at][index] || seen[index] {
            continue;
        }
        seen[index] = true;
        if owners[index].is_none_or(|owner| place(owner, fitting, owners, seen)) {
            owners[index] = Some(at);
            return true;
        }
    }
    false
}
