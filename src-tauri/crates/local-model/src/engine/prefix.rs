//! Which of the contexts that are there has most of a prompt in it already.

use std::cmp::Reverse;

/// A context as far as it matters for the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place<'a, T> {
    /// What it has read.
    pub(super) read: &'a [T],
    pub(super) is_busy: bool,
    /// When it was used last, counted in uses.
    pub(super) used: u64,
}

/// What to do with a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Go on in this context.
    GoOn(usize),
    /// Make a context.
    Make,
    /// All are in use.
    Wait,
}

pub(super) fn common<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left == right).count()
}

/// Goes on where most of what a context has read belongs to the prompt, or most of the prompt was read. Another
/// conversation gets a context of its own while there are few, so that lanes which take turns don't push each other out.
/// How much room a context has does not matter, as it can grow.
pub(super) fn choose<T: PartialEq>(places: &[Place<'_, T>], prompt: &[T], most: usize) -> Choice {
    let free = places.iter().enumerate().filter(|(_, place)| !place.is_busy);
    let best = free.max_by_key(|(_, place)| (common(place.read, prompt), Reverse(place.used)));
    let is_full = places.len() >= most;
    match best {
        Some((index, place)) => {
            let known = common(place.read, prompt) * 4;
            if is_full || known >= place.read.len() * 3 || known >= prompt.len() * 3 {
                Choice::GoOn(index)
            } else {
                Choice::Make
            }
        }
        None if is_full => Choice::Wait,
        None => Choice::Make,
    }
}

/// The context that gives way where memory is short: the one nobody has used for longest.
pub(super) fn dispensable<T>(places: &[Place<'_, T>]) -> Option<usize> {
    let free = places.iter().enumerate().filter(|(_, place)| !place.is_busy);
    free.min_by_key(|(_, place)| place.used).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::{Choice, Place, choose, dispensable};

    const MOST: usize = 3;

    fn place(read: &'static str, used: u64) -> Place<'static, u8> {
        Place { read: read.as_bytes(), is_busy: false, used }
    }

    #[track_caller]
    fn check(places: &[Place<'_, u8>], prompt: &str, expected: Choice) {
        assert_eq!(choose(places, prompt.as_bytes(), MOST), expected);
    }

    #[test]
    fn a_prompt_goes_on_where_most_of_it_was_read() {
        check(&[], "hello", Choice::Make);
        check(&[place("hell", 1), place("help me", 2)], "hello there", Choice::GoOn(0));
        check(&[place("hello there", 1), place("hello there!", 2)], "hello there, you", Choice::GoOn(0));
        check(&[place("", 1)], "hello", Choice::GoOn(0));
    }

    #[test]
    fn a_prompt_that_was_answered_at_length_is_not_read_again() {
        check(&[place("hello? A long answer to it", 1)], "hello?", Choice::GoOn(0));
    }

    #[test]
    fn another_conversation_gets_a_context_of_its_own_while_there_are_few() {
        check(&[place("good morning", 1)], "hello", Choice::Make);
        let full = [place("good morning", 3), place("how are you", 1), place("what now", 2)];
        check(&full, "zebra", Choice::GoOn(1));
        check(&full, "how old", Choice::GoOn(1));
    }

    #[test]
    fn a_context_that_is_busy_is_left_alone() {
        let busy = Place { is_busy: true, ..place("hello", 1) };
        check(&[busy], "hello", Choice::Make);
        check(&[busy, busy, busy], "hello", Choice::Wait);
        assert_eq!(dispensable(&[busy, place("a", 3), place("b", 2)]), Some(2));
        assert_eq!(dispensable(&[busy]), None);
    }
}
