//! A walk over requests, without any protocol.

use super::walk::Cause;
use super::{Binding, Mark, Record, Role, ToolMarks, Walk};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn thought(number: usize) -> Mark {
    Mark::of(&json!({ "thinking": number }))
}

/// What is kept of a thought that is made behind these, by their numbers.
fn made_behind(thoughts: &[usize], own: usize) -> Record {
    let mut binding = Binding::new(walk_over(thoughts), Vec::new(), false, BTreeMap::new());
    let record: Value = binding.thought(thought(own)).expect("a record");
    Record::read(&record).expect("it is read")
}

fn walk_over(thoughts: &[usize]) -> Walk {
    let mut walk = Walk::new(&[json!({ "text": "Be brief." })], ToolMarks::default());
    walk.side(Role::User);
    walk.block(&json!({ "text": "Hello." }));
    walk.side(Role::Assistant);
    thoughts.iter().for_each(|number| walk.thought(&thought(*number)));
    walk
}

#[test]
fn thoughts_may_be_missing_from_the_beginning_and_nowhere_else() {
    let fourth = made_behind(&[1, 2, 3], 4);
    let check = |thoughts: &[usize]| walk_over(thoughts).check(&thought(4), &fourth);
    for stands in [&[1, 2, 3][..], &[2, 3], &[3], &[]] {
        assert_eq!(check(stands), Ok(()), "{stands:?}");
    }
    for void in [&[1, 3][..], &[1, 2], &[0, 1, 2, 3], &[0, 3], &[2, 1, 3]] {
        assert_eq!(check(void), Err(Cause::Missing), "{void:?}");
    }
}

#[test]
fn a_thought_that_comes_back_makes_those_void_that_were_made_without_it() {
    let without = made_behind(&[2], 3);
    assert_eq!(walk_over(&[1, 2]).check(&thought(3), &without), Err(Cause::Missing));
    let with = made_behind(&[1, 2, 3], 4);
    assert_eq!(walk_over(&[1, 2, 3]).check(&thought(4), &with), Ok(()));
}
