//! Where wanted calls stand among the other parts of a response.

use crate::dialects::{Unwritable, WantedCall};

/// A part of a response as it was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// The call with this ordinal.
    Call(usize),
    Other,
    /// The first part behind which no call may stand.
    End,
}

/// A part of the response as it is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placed {
    /// The part in this slot.
    Slot(usize),
    /// The wanted call at this position.
    Call(usize),
}

/// Refuses calls that claim to come from a call the response does not have.
pub(crate) fn check(calls: &[WantedCall], count: usize) -> Result<(), Unwritable> {
    match calls.iter().filter_map(|call| call.from).find(|ordinal| *ordinal >= count) {
        Some(ordinal) => Err(Unwritable::NoCall { ordinal }),
        None => Ok(()),
    }
}

/// Arranges wanted calls, in their order, among the other parts, in theirs.
///
/// A call stands where the call it comes from stood. A new one stands behind the one before it in the list, or, if there
/// is none, at the first place of a call. Where nothing was called, calls stand at the end.
pub(crate) fn arrange(slots: &[Slot], calls: &[WantedCall]) -> Vec<Placed> {
    let mut placed = Vec::with_capacity(slots.len() + calls.len());
    let mut next = 0;
    for (at, slot) in slots.iter().enumerate() {
        match slot {
            Slot::Other => placed.push(Placed::Slot(at)),
            Slot::End => {
                placed.extend((next..calls.len()).map(Placed::Call));
                next = calls.len();
                placed.push(Placed::Slot(at));
            }
            Slot::Call(ordinal) => {
                let end = end_of(calls, next, *ordinal);
                placed.extend((next..end).map(Placed::Call));
                next = end;
            }
        }
    }
    placed.extend((next..calls.len()).map(Placed::Call));
    placed
}

/// Behind the last of the calls that stand at the place of this one.
fn end_of(calls: &[WantedCall], begin: usize, ordinal: usize) -> usize {
    let rest = calls.get(begin..).unwrap_or_default();
    let behind = match rest.iter().rposition(|call| call.from == Some(ordinal)) {
        Some(last) => last + 1,
        None if rest.iter().all(|call| call.from.is_none()) => 0,
        None => return begin,
    };
    let new = rest.iter().skip(behind).take_while(|call| call.from.is_none()).count();
    begin + behind + new
}

#[cfg(test)]
mod tests {
    use super::{Placed, Slot, arrange, check};
    use crate::dialects::{Unwritable, WantedCall};

    const SLOTS: [Slot; 5] = [Slot::Other, Slot::Call(0), Slot::Other, Slot::Call(1), Slot::End];

    fn wanted(from: &[Option<usize>]) -> Vec<WantedCall> {
        let call = |from: &Option<usize>| WantedCall {
            from: *from,
            id: "call".to_owned(),
            name: "f".to_owned(),
            arguments: "{}".to_owned(),
            is_text: false,
        };
        from.iter().map(call).collect()
    }

    /// `o` is a slot, a digit the wanted call.
    #[track_caller]
    fn becomes(from: &[Option<usize>], expected: &str) {
        let placed = arrange(&SLOTS, &wanted(from));
        let written: String = placed
            .iter()
            .map(|placed| match placed {
                Placed::Slot(at) if *at == 4 => "e".to_owned(),
                Placed::Slot(_) => "o".to_owned(),
                Placed::Call(at) => at.to_string(),
            })
            .collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn a_call_stands_where_the_call_it_comes_from_stood() {
        becomes(&[Some(0), Some(1)], "o0o1e");
        becomes(&[Some(1)], "oo0e");
        becomes(&[Some(0)], "o0oe");
        becomes(&[], "ooe");
    }

    #[test]
    fn a_new_call_stands_behind_the_one_before_it() {
        becomes(&[Some(0), None, Some(1)], "o01o2e");
        becomes(&[None, Some(0)], "o01oe");
        becomes(&[None], "o0oe");
        becomes(&[None, Some(1)], "oo01e");
    }

    #[test]
    fn the_order_of_the_wanted_calls_is_kept() {
        becomes(&[Some(1), Some(0)], "o01oe");
        becomes(&[Some(0), Some(0)], "o01oe");
    }

    #[test]
    fn calls_stand_at_the_end_where_nothing_was_called() {
        let placed = arrange(&[Slot::Other, Slot::End], &wanted(&[None]));
        assert_eq!(placed, [Placed::Slot(0), Placed::Call(0), Placed::Slot(1)]);
        assert_eq!(arrange(&[], &wanted(&[None])), [Placed::Call(0)]);
    }

    #[test]
    fn a_call_that_the_response_does_not_have_is_refused() {
        assert_eq!(check(&wanted(&[Some(0), None]), 1), Ok(()));
        assert_eq!(check(&wanted(&[Some(1)]), 1), Err(Unwritable::NoCall { ordinal: 1 }));
    }
}
