//! Which result answers which call, also in a history where ids are doubled and results have strayed.

use content::{CallId, FunctionCall, FunctionResult, Item, Message, Role};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Where an item stands: its message and its place in it, both counted from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Spot {
    pub(crate) message: usize,
    pub(crate) item: usize,
}

/// What a result has to do with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Answers(Spot),
    /// The call is answered by another result.
    Repeats(Spot),
    Orphan,
}

impl Link {
    pub(crate) fn call(self) -> Option<Spot> {
        match self {
            Self::Answers(call) | Self::Repeats(call) => Some(call),
            Self::Orphan => None,
        }
    }
}

/// All results of a history and the calls they belong to.
#[derive(Debug)]
pub(crate) struct Pairing {
    links: BTreeMap<Spot, Link>,
    answered: BTreeSet<Spot>,
    heads: Vec<Option<usize>>,
}

impl Pairing {
    /// Results next to their call choose first, so that a stray one can't take their place.
    pub(crate) fn of(history: &[Message]) -> Self {
        let mut by_id: HashMap<&CallId, Vec<(Spot, &FunctionCall)>> = HashMap::new();
        for (spot, call) in calls(history) {
            by_id.entry(&call.id).or_default().push((spot, call));
        }
        let with_id = |result: &FunctionResult| by_id.get(&result.call_id).map_or(&[][..], Vec::as_slice);
        let mut pairing = Self { links: BTreeMap::new(), answered: BTreeSet::new(), heads: heads(history) };
        for (spot, result) in results(history) {
            if let Some(call) = pairing.free_neighbour(spot, result, with_id(result)) {
                pairing.link(spot, Link::Answers(call));
            }
        }
        for (spot, result) in results(history) {
            if !pairing.links.contains_key(&spot) {
                pairing.link(spot, pairing.distant(spot, with_id(result)));
            }
        }
        pairing
    }

    pub(crate) fn link_of(&self, result: Spot) -> Link {
        self.links.get(&result).copied().unwrap_or(Link::Orphan)
    }

    pub(crate) fn links(&self) -> impl Iterator<Item = (Spot, Link)> {
        self.links.iter().map(|(spot, link)| (*spot, *link))
    }

    pub(crate) fn is_answered(&self, call: Spot) -> bool {
        self.answered.contains(&call)
    }

    /// Whether a result stands where every provider looks for it: in the function messages right after the call.
    pub(crate) fn is_in_place(&self, result: Spot, call: Spot) -> bool {
        self.head_of(result.message) == Some(call.message)
    }

    /// The message a function message follows, other function messages not counted.
    pub(crate) fn head_of(&self, message: usize) -> Option<usize> {
        self.heads.get(message).copied().flatten()
    }

    fn link(&mut self, result: Spot, link: Link) {
        if let Link::Answers(call) = link {
            self.answered.insert(call);
        }
        self.links.insert(result, link);
    }

    /// Where one message has two calls with one id, the function tells them apart, then the order.
    fn free_neighbour(
        &self,
        spot: Spot,
        result: &FunctionResult,
        calls: &[(Spot, &FunctionCall)],
    ) -> Option<Spot> {
        let free =
            || calls.iter().filter(|(call, _)| self.is_in_place(spot, *call) && !self.is_answered(*call));
        let same_function = free().find(|(_, call)| call.function == result.function);
        same_function.or_else(|| free().next()).map(|(call, _)| *call)
    }

    /// The call nearest before a result that is not beside its call, or the first one after it.
    fn distant(&self, spot: Spot, calls: &[(Spot, &FunctionCall)]) -> Link {
        let nearest = |candidates: &[Spot]| {
            let before = candidates.iter().rev().find(|call| **call < spot);
            before.or_else(|| candidates.first()).copied()
        };
        let all: Vec<_> = calls.iter().map(|(call, _)| *call).collect();
        let free: Vec<_> = all.iter().copied().filter(|call| !self.is_answered(*call)).collect();
        match (nearest(&free), nearest(&all)) {
            (Some(call), _) => Link::Answers(call),
            (None, Some(call)) => Link::Repeats(call),
            (None, None) => Link::Orphan,
        }
    }
}

/// Every call of a history with its spot.
pub(crate) fn calls(history: &[Message]) -> impl Iterator<Item = (Spot, &FunctionCall)> {
    items(history).filter_map(|(spot, item)| item.call().map(|call| (spot, call)))
}

/// Every result of a history with its spot.
pub(crate) fn results(history: &[Message]) -> impl Iterator<Item = (Spot, &FunctionResult)> {
    items(history).filter_map(|(spot, item)| item.result().map(|result| (spot, result)))
}

pub(crate) fn items(history: &[Message]) -> impl Iterator<Item = (Spot, &Item)> {
    history.iter().enumerate().flat_map(|(message, said)| {
        said.items.iter().enumerate().map(move |(item, inside)| (Spot { message, item }, inside))
    })
}

pub(crate) fn has_calls(message: &Message) -> bool {
    message.calls().next().is_some()
}

/// A function message with a call in it ends what came before, since results after it may be its own.
fn heads(history: &[Message]) -> Vec<Option<usize>> {
    let mut head = None;
    let mut heads = Vec::with_capacity(history.len());
    for (place, message) in history.iter().enumerate() {
        let is_function = message.role == Role::Function;
        heads.push(head.filter(|_| is_function));
        if !is_function || has_calls(message) {
            head = Some(place);
        }
    }
    heads
}
