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
pub(crate) enum Placed<'a, P> {
    /// As it was received.
    Part(&'a P),
    Call(&'a WantedCall),
}

/// Refuses calls that claim to come from a call the response does not have.
pub(crate) fn check(calls: &[WantedCall], count: usize) -> Result<(), Unwritable> {
    match calls.iter().filter_map(|call| call.from).find(|ordinal| *ordinal >= count) {
        Some(ordinal) => Err(Unwritable::NoCall { ordinal }),
        None => Ok(()),
    }
}

/// Whether the wanted calls are those of the response, one by one.
pub(crate) fn are_kept<C>(calls: &[WantedCall], own: &[C], is: impl Fn(&C, &WantedCall) -> bool) -> bool {
    let is_kept =
        |(at, (wanted, own)): (usize, (&WantedCall, &C))| wanted.from == Some(at) && is(own, wanted);
    calls.len() == own.len() && calls.iter().zip(own).enumerate().all(is_kept)
}

/// Arranges wanted calls, in their order, among the other parts, in theirs.
///
/// A call stands where the call it comes from stood. A new one stands behind the one before it in the list, or, if there
/// is none, at the first place of a call. Where nothing was called, calls stand at the end.
pub(crate) fn arrange<'a, P>(
    parts: &'a [P],
    slot: impl Fn(&P) -> Slot,
    calls: &'a [WantedCall],
) -> Vec<Placed<'a, P>> {
    let mut placed = Vec::with_capacity(parts.len() + calls.len());
    let mut left = calls;
    for part in parts {
        let slot = slot(part);
        let (here, behind) = left.split_at(match slot {
            Slot::Other => 0,
            Slot::End => left.len(),
            Slot::Call(ordinal) => count_at(left, ordinal),
        });
        placed.extend(here.iter().map(Placed::Call));
        left = behind;
        if !matches!(slot, Slot::Call(_)) {
            placed.push(Placed::Part(part));
        }
    }
    placed.extend(left.iter().map(Placed::Call));
    placed
}

/// How many of the calls stand at the place of this one.
fn count_at(calls: &[WantedCall], ordinal: usize) -> usize {
    let behind = match calls.iter().rposition(|call| call.from == Some(ordinal)) {
        Some(last) => last + 1,
        None if calls.iter().all(|call| call.from.is_none()) => 0,
        None => return 0,
    };
    behind + calls.iter().skip(behind).take_while(|call| call.from.is_none()).count()
}

#[cfg(test)]
mod tests {
    use super::{Placed, Slot, arrange, check};
    use crate::dialects::{Unwritable, WantedCall};

    const SLOTS: [Slot; 5] = [Slot::Other, Slot::Call(0), Slot::Other, Slot::Call(1), Slot::End];

    fn wanted(from: &[Option<usize>]) -> Vec<WantedCall> {
        let call = |(at, from): (usize, &Option<usize>)| WantedCall {
            from: *from,
            id: at.to_string(),
            name: "f".to_owned(),
            arguments: "{}".to_owned(),
            is_text: false,
        };
        from.iter().enumerate().map(call).collect()
    }

    /// `o` is a part, a digit the wanted call.
    #[track_caller]
    fn becomes(from: &[Option<usize>], expected: &str) {
        let wanted = wanted(from);
        let placed = arrange(&SLOTS, |slot| *slot, &wanted);
        let written: String = placed
            .iter()
            .map(|placed| match placed {
                Placed::Part(Slot::End) => "e".to_owned(),
                Placed::Part(_) => "o".to_owned(),
                Placed::Call(call) => call.id.clone(),
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
        let wanted = wanted(&[None]);
        let placed = arrange(&[Slot::Other, Slot::End], |slot| *slot, &wanted);
        assert_eq!(placed, [Placed::Part(&Slot::Other), Placed::Call(&wanted[0]), Placed::Part(&Slot::End)]);
        assert_eq!(arrange(&[], |slot: &Slot| *slot, &wanted), [Placed::Call(&wanted[0])]);
    }

    #[test]
    fn a_call_that_the_response_does_not_have_is_refused() {
        assert_eq!(check(&wanted(&[Some(0), None]), 1), Ok(()));
        assert_eq!(check(&wanted(&[Some(1)]), 1), Err(Unwritable::NoCall { ordinal: 1 }));
    }
}
