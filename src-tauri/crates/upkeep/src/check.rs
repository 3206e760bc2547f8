//! Looks through a history for what a provider would refuse and what a person should know.

mod calls;
mod essence;
mod results;
mod shape;

pub use essence::essence;
pub(crate) use shape::is_blank;

use crate::pairing::{Pairing, Spot};
use crate::remark::Words;
use crate::{Finding, FindingKind, Inspection, Place, RepairAction};
use content::Message;
use notices::Describe;

/// Everything worth saying about a history, from its start to its end.
pub fn check(history: &[Message], inspection: &Inspection) -> Vec<Finding> {
    let view = View { history, pairing: Pairing::of(history), inspection: *inspection };
    let mut remarks = calls::remarks(&view);
    remarks.extend(results::remarks(&view));
    remarks.extend(shape::remarks(&view));
    remarks.sort_by_key(|remark| (remark.message, remark.item));
    remarks.into_iter().filter_map(|remark| remark.into_finding(history)).collect()
}

/// What every check looks at.
struct View<'a> {
    history: &'a [Message],
    pairing: Pairing,
    inspection: Inspection,
}

/// A finding before its message has a name.
struct Remark {
    message: usize,
    item: Option<usize>,
    kind: FindingKind,
    words: Words,
    action: Option<RepairAction>,
}

impl Remark {
    /// One about an item.
    fn at(spot: Spot, kind: FindingKind, words: Words, action: Option<RepairAction>) -> Self {
        Self { message: spot.message, item: Some(spot.item), kind, words, action }
    }

    /// One about a whole message.
    fn about(message: usize, kind: FindingKind, words: Words, action: Option<RepairAction>) -> Self {
        Self { message, item: None, kind, words, action }
    }

    fn into_finding(self, history: &[Message]) -> Option<Finding> {
        let message = history.get(self.message)?.id.clone();
        Some(Finding {
            kind: self.kind,
            severity: self.kind.severity(),
            place: Place { message, item: self.item },
            message: self.words.notice(),
            repair: self.action.map(Into::into),
        })
    }
}
