//! Which of the contexts that are there has most of a prompt in it already.

use std::cmp::Reverse;

/// A context as far as it matters for the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<'a, T> {
    /// What it has read.
    pub(super) read: &'a [T],
    /// How many tokens it has room for.
    pub(super) room: u32,
    pub(super) is_busy: bool,
    /// When it was used last, counted in uses.
    pub(super) used: u64,
}

/// What to do with a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Go on in this context.
    GoOn(usize),
    /// Make a context, in the place of this one if one is named.
    Make { instead_of: Option<usize> },
    /// All are in use.
    Wait,
}

pub(super) fn common<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left == right).count()
}

/// Goes on where most of what a context has read belongs to the prompt. Another conversation gets a context of its own
/// while there are few, so that lanes which take turns don't push each other out.
pub(super) fn choose<T: PartialEq>(places: &[Place<'_, T>], prompt: &[T], room: u32, most: usize) -> Choice {
    let free = || places.iter().enumerate().filter(|(_, place)| !place.is_busy);
    let fitting = free().filter(|(_, place)| place.room >= room);
    let best = fitting.max_by_key(|(_, place)| (common(place.read, prompt), Reverse(place.used)));
    if let Some((index, place)) = best {
        let known = common(place.read, prompt);
        if places.len() >= most || known * 4 >= place.read.len() * 3 {
            return Choice::GoOn(index);
        }
    }
    if places.len() < most {
        return Choice::Make { instead_of: None };
    }
    match free().min_by_key(|(_, place)| place.used) {
        Some((index, _)) => Choice::Make { instead_of: Some(index) },
        None => Choice::Wait,
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Place, choose};

    const MOST: usize = 3;

    fn place(read: &'static str, used: u64) -> Place<'static, u8> {
        Place { read: read.as_bytes(), room: 100, is_busy: false, used }
    }

    #[track_caller]
    fn check(places: &[Place<'_, u8>], prompt: &str, expected: Choice) {
        assert_eq!(choose(places, prompt.as_bytes(), 50, MOST), expected);
    }

    #[test]
    fn a_prompt_goes_on_where_most_of_it_was_read() {
        check(&[], "hello", Choice::Make { instead_of: None });
        check(&[place("hell", 1), place("help me", 2)], "hello there", Choice::GoOn(0));
        check(&[place("hello there", 1), place("hello there!", 2)], "hello there, you", Choice::GoOn(0));
        check(&[place("", 1)], "hello", Choice::GoOn(0));
    }

    #[test]
    fn another_conversation_gets_a_context_of_its_own_while_there_are_few() {
        check(&[place("good morning", 1)], "hello", Choice::Make { instead_of: None });
        let full = [place("good morning", 3), place("how are you", 1), place("what now", 2)];
        check(&full, "zebra", Choice::GoOn(1));
        check(&full, "how old", Choice::GoOn(1));
    }

    #[test]
    fn a_context_that_is_busy_or_too_small_is_left_alone() {
        let busy = Place { is_busy: true, ..place("hello", 1) };
        check(&[busy], "hello", Choice::Make { instead_of: None });
        check(&[busy, busy, busy], "hello", Choice::Wait);
        let small = Place { room: 10, ..place("hello", 1) };
        check(&[small, busy, Place { used: 0, ..small }], "hello", Choice::Make { instead_of: Some(2) });
    }
}
