//! Calls that come in as no call should: nothing of them is lost, and nothing is joined without a word.

use super::{
    FIRST, NAME, SECOND, assembler, assembler_after, events_of, finished, forecast_call, piece, unknown_call,
};
use crate::assembler::{CallPiece, Place};
use content::{CallId, Item};
use ports::{Oddity, StreamEvent};

/// The calls, and what is told of the way they came in.
#[track_caller]
fn check(pieces: &[(Place, CallPiece<'_>)], calls: &[Item], told: &[(&str, Oddity)]) {
    check_events(events_of(assembler(), pieces), calls, told);
}

#[track_caller]
fn check_events(events: Vec<StreamEvent>, calls: &[Item], told: &[(&str, Oddity)]) {
    let odd = events.iter().filter_map(|event| match event {
        StreamEvent::Odd { call, oddity } => Some((call.as_str(), oddity.clone())),
        StreamEvent::ItemStarted { .. }
        | StreamEvent::TextDelta { .. }
        | StreamEvent::ReasoningDelta { .. }
        | StreamEvent::ArgumentsDelta { .. }
        | StreamEvent::ItemFinished { .. }
        | StreamEvent::Usage(_)
        | StreamEvent::Adapted(_)
        | StreamEvent::Replaced(_)
        | StreamEvent::Others { .. }
        | StreamEvent::Finished(_) => None,
    });
    assert_eq!(odd.collect::<Vec<_>>(), told);
    assert_eq!(finished(events), calls);
}

fn changed(others: &[&str]) -> Oddity {
    Oddity::IdChanged { others: others.iter().map(|&id| id.to_owned()).collect() }
}

fn twice(of: &str) -> Oddity {
    Oddity::IdTwice { of: CallId::new(of) }
}

#[test]
fn calls_that_come_one_after_the_other_under_one_number_are_all_there() {
    let two = [forecast_call("a", ""), forecast_call("b", "")];
    check(&[(FIRST, piece("a", NAME, "")), (FIRST, piece("b", NAME, ""))], &two, &[]);
    // The id alone, and the name behind it.
    check(
        &[
            (FIRST, piece("a", "", "")),
            (FIRST, piece("", NAME, "")),
            (FIRST, piece("b", "", "")),
            (FIRST, piece("", NAME, "")),
        ],
        &two,
        &[],
    );
}

#[test]
fn arguments_go_to_the_call_whose_id_they_name() {
    for place in [FIRST, Place::Last] {
        check(
            &[
                (place, piece("a", NAME, "")),
                (place, piece("b", NAME, "")),
                (place, piece("a", "", r#"{"n""#)),
                (place, piece("b", "", r#"{"n":2"#)),
                (place, piece("a", "", ":1}")),
                (place, piece("b", "", "}")),
            ],
            &[forecast_call("a", r#"{"n":1}"#), forecast_call("b", r#"{"n":2}"#)],
            &[],
        );
    }
}

#[test]
fn arguments_that_name_no_call_are_given_out_in_order_and_told_as_unclear() {
    check(
        &[
            (FIRST, piece("a", NAME, "")),
            (FIRST, piece("b", NAME, "")),
            (FIRST, piece("", "", r#"{"n":1}"#)),
            (FIRST, piece("", "", r#"{"n""#)),
            (FIRST, piece("", "", ":2}")),
        ],
        &[forecast_call("a", r#"{"n":1}"#), forecast_call("b", r#"{"n":2}"#)],
        &[("a", Oddity::ArgumentsUnclear), ("b", Oddity::ArgumentsUnclear)],
    );
    // One call has none, so there is nothing to be unclear about.
    check(
        &[(FIRST, piece("a", NAME, "")), (FIRST, piece("b", NAME, "")), (FIRST, piece("", "", "{}"))],
        &[forecast_call("a", ""), forecast_call("b", "{}")],
        &[],
    );
}

#[test]
fn a_call_that_is_overtaken_before_it_is_complete_says_so() {
    check(
        &[(FIRST, piece("a", NAME, r#"{"n""#)), (FIRST, piece("b", NAME, "{}"))],
        &[forecast_call("a", r#"{"n""#), forecast_call("b", "{}")],
        &[("a", Oddity::Overtaken)],
    );
    // It may still go on, where its id is named.
    check(
        &[
            (FIRST, piece("a", NAME, r#"{"n""#)),
            (FIRST, piece("b", NAME, "{}")),
            (FIRST, piece("a", "", ":1}")),
        ],
        &[forecast_call("a", r#"{"n":1}"#), forecast_call("b", "{}")],
        &[],
    );
}

#[test]
fn an_id_that_changes_with_every_piece_is_one_call_under_the_first_and_told() {
    check(
        &[(FIRST, piece("a", NAME, "{")), (FIRST, piece("b", "", "\"n\":{}")), (FIRST, piece("c", "", "}"))],
        &[forecast_call("a", r#"{"n":{}}"#)],
        &[("a", changed(&["b", "c"]))],
    );
    check(
        &[(FIRST, piece("a", NAME, "{}")), (FIRST, piece("b", "", ""))],
        &[forecast_call("a", "{}")],
        &[("a", changed(&["b"]))],
    );
}

#[test]
fn a_name_that_changes_under_one_id_is_another_call_and_told() {
    check(
        &[(FIRST, piece("a", NAME, "{}")), (FIRST, piece("a", "other", "{}"))],
        &[forecast_call("a", "{}"), unknown_call("a~2", "other", "{}")],
        &[("a~2", twice("a"))],
    );
}

#[test]
fn a_call_that_is_complete_is_followed_by_another_under_its_id_and_told() {
    for second in [FIRST, SECOND] {
        check(
            &[(FIRST, piece("a", NAME, r#"{"n":1}"#)), (second, piece("a", NAME, r#"{"n":2}"#))],
            &[forecast_call("a", r#"{"n":1}"#), forecast_call("a~2", r#"{"n":2}"#)],
            &[("a~2", twice("a"))],
        );
    }
}

#[test]
fn an_id_of_ours_is_told() {
    check(&[(FIRST, piece("", NAME, "{}"))], &[forecast_call("call_1", "{}")], &[("call_1", Oddity::NoId)]);
    let late = [(FIRST, piece("", NAME, "{")), (FIRST, piece("b", "", "}"))];
    check(&late, &[forecast_call("b", "{}")], &[]);
    let in_use = Oddity::IdInUse { raw: "a".to_owned() };
    let events = events_of(assembler_after(&["a"]), &[(FIRST, piece("a", NAME, "{}"))]);
    check_events(events, &[forecast_call("a~2", "{}")], &[("a~2", in_use)]);
}
