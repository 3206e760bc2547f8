//! What is expected of an answer that comes in pieces.

mod odd;

use super::{Assembler, CallPiece, ITEMS, Place};
use crate::names::{NameRule, WireNames};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, Origin, ProviderState,
};
use ports::{ConnectorError, Effect, FunctionInput, FunctionSpec, ItemKind, StreamEvent};
use proptest::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn forecast() -> FunctionName {
    FunctionName::new("weather", "get_forecast")
}

fn assembler_after(taken: &[&str]) -> Assembler {
    let spec = FunctionSpec {
        name: forecast(),
        description: String::new(),
        parameters: json!({}),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    };
    let taken = taken.iter().map(|&id| CallId::new(id)).collect();
    Assembler::new(WireNames::of_functions(NameRule::COMMON, &[Arc::new(spec)]), taken)
}

fn assembler() -> Assembler {
    assembler_after(&[])
}

fn call(id: &str, function: CalledFunction, arguments: &str) -> Item {
    let arguments = CallArguments::read(arguments);
    let (id, origin) = (CallId::new(id), Origin::Model);
    Item::FunctionCall { call: FunctionCall { id, function, arguments, origin, provider_state: None } }
}

fn forecast_call(id: &str, arguments: &str) -> Item {
    call(id, CalledFunction::Known { name: forecast() }, arguments)
}

fn unknown_call(id: &str, raw: &str, arguments: &str) -> Item {
    call(id, CalledFunction::Unknown { raw: raw.to_owned() }, arguments)
}

fn piece<'a>(id: &'a str, name: &'a str, arguments: &'a str) -> CallPiece<'a> {
    CallPiece { id, name, arguments }
}

/// What becomes of the pieces of calls, each with its place.
fn events_of(mut assembler: Assembler, pieces: &[(Place, CallPiece<'_>)]) -> Vec<StreamEvent> {
    for &(place, piece) in pieces {
        assembler.call(place, piece).expect("a short answer");
    }
    assembler.finish_all();
    assembler.events
}

fn finished(events: Vec<StreamEvent>) -> Vec<Item> {
    let items = events.into_iter().filter_map(|event| match event {
        StreamEvent::ItemFinished { item, .. } => Some(*item),
        StreamEvent::ItemStarted { .. }
        | StreamEvent::TextDelta { .. }
        | StreamEvent::ReasoningDelta { .. }
        | StreamEvent::ArgumentsDelta { .. }
        | StreamEvent::Usage(_)
        | StreamEvent::Adapted(_)
        | StreamEvent::Odd { .. }
        | StreamEvent::Replaced(_)
        | StreamEvent::Others { .. }
        | StreamEvent::Finished(_) => None,
    });
    items.collect()
}

#[track_caller]
fn check(pieces: &[(Place, CallPiece<'_>)], expected: &[Item]) {
    assert_eq!(finished(events_of(assembler(), pieces)), expected);
}

const FIRST: Place = Place::At(0);
const SECOND: Place = Place::At(1);
const NAME: &str = "weather-get_forecast";

#[test]
fn s08_pieces_of_one_call_become_one_call_with_id_plugin_function_and_arguments() {
    check(
        &[
            (FIRST, piece("a", NAME, "")),
            (FIRST, piece("", "", r#"{"city":"#)),
            (FIRST, piece("", "", r#""Oslo"}"#)),
        ],
        &[forecast_call("a", r#"{"city":"Oslo"}"#)],
    );
}

#[test]
fn s09_an_empty_id_or_name_takes_back_neither_id_nor_name() {
    check(
        &[
            (FIRST, piece("a", "", "")),
            (FIRST, piece("", NAME, "")),
            (FIRST, piece("", "", "{")),
            (FIRST, piece("", "", "}")),
        ],
        &[forecast_call("a", "{}")],
    );
}

#[test]
fn s10_calls_in_turns_are_not_mixed_up_even_if_one_learns_its_id_after_its_name() {
    check(
        &[
            (FIRST, piece("a", NAME, r#"{"x""#)),
            (SECOND, piece("", "other", r#"{"y""#)),
            (FIRST, piece("", "", ":1}")),
            (SECOND, piece("b", "", "")),
            (SECOND, piece("", "", ":2}")),
        ],
        &[forecast_call("a", r#"{"x":1}"#), unknown_call("b", "other", r#"{"y":2}"#)],
    );
}

#[test]
fn s11_a_call_whose_arguments_are_not_json_is_kept_with_id_name_and_reason() {
    let raw = r#"{"city":"Oslo"}}"#;
    check(&[(FIRST, piece("a", NAME, raw))], &[forecast_call("a", raw)]);
    let reason = notices::said("trailing characters at line 1 column 16");
    assert_eq!(CallArguments::read(raw), CallArguments::Malformed { raw: raw.to_owned(), reason });
}

#[test]
fn s12_a_call_that_is_streamed_without_arguments_has_none() {
    check(&[(FIRST, piece("a", NAME, ""))], &[forecast_call("a", "")]);
}

#[test]
fn s13_text_and_calls_are_shown_as_they_come_and_kept_in_that_order() {
    let mut assembler = assembler();
    assembler.text(Place::Last, "Let me ").expect("short");
    assembler.text(Place::Last, "see.").expect("short");
    assembler.call(FIRST, piece("a", NAME, "{}")).expect("short");
    assembler.text(Place::Last, "And also").expect("short");
    assembler.call(SECOND, piece("b", NAME, "")).expect("short");
    assembler.finish_all();

    let function = CalledFunction::Known { name: forecast() };
    let started = |index, id: &str| StreamEvent::ItemStarted {
        index,
        kind: ItemKind::Call { id: CallId::new(id), function: function.clone() },
    };
    let said = |index, text: &str| StreamEvent::TextDelta { index, text: text.to_owned() };
    let text = |text: &str| Item::Text { text: text.to_owned() };
    let expected = [
        StreamEvent::ItemStarted { index: 0, kind: ItemKind::Text },
        said(0, "Let me "),
        said(0, "see."),
        StreamEvent::finished(0, text("Let me see.")),
        started(1, "a"),
        StreamEvent::ArgumentsDelta { index: 1, text: "{}".to_owned() },
        StreamEvent::ItemStarted { index: 2, kind: ItemKind::Text },
        said(2, "And also"),
        StreamEvent::finished(2, text("And also")),
        started(3, "b"),
        StreamEvent::finished(1, forecast_call("a", "{}")),
        StreamEvent::finished(3, forecast_call("b", "")),
    ];
    assert_eq!(assembler.events, expected);
}

#[test]
fn s14_the_size_of_the_pieces_does_not_matter() {
    let arguments = r#"{"city":"Tromsø","days":[1,2]}"#;
    let whole = finished(events_of(assembler(), &[(FIRST, piece("a", NAME, arguments))]));
    let mut letters = vec![(FIRST, piece("a", NAME, ""))];
    letters.extend(arguments.split("").map(|letter| (FIRST, piece("", "", letter))));
    check(&letters, &whole);
}

#[test]
fn a_call_without_an_id_gets_one_that_the_history_does_not_know() {
    let events = events_of(
        assembler_after(&["call_1"]),
        &[(FIRST, piece("", NAME, "{}")), (SECOND, piece("", NAME, ""))],
    );
    assert_eq!(finished(events), [forecast_call("call_2", "{}"), forecast_call("call_3", "")]);
}

#[test]
fn an_id_that_is_in_use_gets_a_number_behind_it() {
    let pieces = [(FIRST, piece("a", NAME, "{}")), (SECOND, piece("a", NAME, "{}"))];
    let events = events_of(assembler_after(&["a"]), &pieces);
    assert_eq!(finished(events), [forecast_call("a~2", "{}"), forecast_call("a~3", "{}")]);
}

#[test]
fn an_id_that_comes_late_counts_although_another_was_shown() {
    let events = events_of(assembler(), &[(FIRST, piece("", NAME, "{")), (FIRST, piece("b", "", "}"))]);
    let shown = CalledFunction::Known { name: forecast() };
    let kind = ItemKind::Call { id: CallId::new("call_1"), function: shown };
    assert_eq!(events.first(), Some(&StreamEvent::ItemStarted { index: 0, kind }));
    assert_eq!(finished(events), [forecast_call("b", "{}")]);
}

#[test]
fn whole_calls_that_all_claim_the_first_place_stay_calls_of_their_own() {
    check(
        &[(FIRST, piece("a", NAME, r#"{"n":1}"#)), (FIRST, piece("b", NAME, r#"{"n":2}"#))],
        &[forecast_call("a", r#"{"n":1}"#), forecast_call("b", r#"{"n":2}"#)],
    );
    check(
        &[(Place::Last, piece("", NAME, "{}")), (Place::Last, piece("", NAME, "{}"))],
        &[forecast_call("call_1", "{}"), forecast_call("call_2", "{}")],
    );
}

#[test]
fn an_id_and_a_name_of_their_own_are_a_call_of_their_own_also_without_arguments() {
    check(
        &[(FIRST, piece("a", NAME, "")), (FIRST, piece("b", NAME, ""))],
        &[forecast_call("a", ""), forecast_call("b", "")],
    );
    check(
        &[(FIRST, piece("a", NAME, "{")), (FIRST, piece("b", NAME, "{}"))],
        &[forecast_call("a", "{"), forecast_call("b", "{}")],
    );
}

#[test]
fn a_name_that_comes_in_pieces_is_one_name() {
    let (begins, ends) = NAME.split_at(11);
    check(
        &[(FIRST, piece("a", begins, "")), (FIRST, piece("", ends, "")), (FIRST, piece("", "", "{}"))],
        &[forecast_call("a", "{}")],
    );
    let letters: Vec<_> = NAME.split("").map(|letter| (FIRST, piece("a", letter, ""))).collect();
    check(&letters, &[forecast_call("a", "")]);
    check(
        &[(FIRST, piece("a", "tide_", "")), (FIRST, piece("", "table", "{}"))],
        &[unknown_call("a", "tide_table", "{}")],
    );
}

#[test]
fn a_name_that_is_repeated_or_grows_is_not_written_twice() {
    check(&[(FIRST, piece("a", NAME, "{")), (FIRST, piece("a", NAME, "}"))], &[forecast_call("a", "{}")]);
    check(
        &[(FIRST, piece("a", "weather", "")), (FIRST, piece("a", NAME, "{}"))],
        &[forecast_call("a", "{}")],
    );
}

#[test]
fn pieces_without_a_number_go_on_with_the_last_call_whatever_was_said_since() {
    let mut assembler = assembler();
    assembler.call(Place::Last, piece("a", NAME, "{")).expect("short");
    assembler.text(Place::Last, "hm").expect("short");
    assembler.call(Place::Last, piece("", "", "}")).expect("short");
    assembler.finish_all();
    let items = finished(assembler.events);
    assert_eq!(items, [forecast_call("a", "{}"), Item::Text { text: "hm".to_owned() }]);
}

#[test]
fn the_last_word_on_arguments_fills_in_what_was_missed() {
    let mut assembler = assembler();
    assembler.call(FIRST, piece("a", NAME, r#"{"n""#)).expect("short");
    assembler.events.clear();
    assembler.whole_arguments(FIRST, r#"{"n":1}"#).expect("short");
    let events = std::mem::take(&mut assembler.events);
    assert_eq!(events, [StreamEvent::ArgumentsDelta { index: 0, text: ":1}".to_owned() }]);
    assembler.whole_arguments(FIRST, r#"{"n":2}"#).expect("short");
    assembler.finish(FIRST);
    assert_eq!(finished(assembler.events), [forecast_call("a", r#"{"n":2}"#)]);
}

#[test]
fn a_provider_state_stays_with_the_call_or_the_thought_it_came_with() {
    let state = |number: u8| ProviderState::unclaimed("p", json!(number));
    let mut assembler = assembler();
    assembler.reasoning(FIRST, "Hm.").expect("short");
    assembler.keep_state(FIRST, state(1)).expect("short");
    assembler.call(SECOND, piece("a", NAME, "{}")).expect("short");
    assembler.keep_state(SECOND, state(2)).expect("short");
    assembler.keep_state(Place::At(2), state(3)).expect("short");
    assembler.finish_all();
    let states = finished(assembler.events).into_iter().map(|item| match item {
        Item::Reasoning { provider_state, .. } => provider_state,
        Item::FunctionCall { call } => call.provider_state,
        Item::Text { .. } | Item::Media { .. } | Item::FunctionResult { .. } | Item::Unknown { .. } => None,
    });
    assert_eq!(states.collect::<Vec<_>>(), [1, 2, 3].map(|number| Some(state(number))));
}

#[test]
fn an_answer_without_an_end_is_refused_before_it_fills_the_memory() {
    let mut assembler = assembler();
    let piece_of_text = "x".repeat(1 << 20);
    let results = (0..65).map(|_| assembler.text(Place::Last, &piece_of_text));
    assert_eq!(results.last(), Some(Err(ConnectorError::TooLong { limit: "64 MB" })));

    let mut assembler = self::assembler();
    let results = (0..=ITEMS as u64).map(|at| assembler.text(Place::At(at), "x"));
    assert_eq!(results.last(), Some(Err(ConnectorError::TooLong { limit: "4096 items" })));
}

/// A piece of an answer: its place, and text, a thought or a piece of a call.
fn pieces() -> impl Strategy<Value = Vec<(Option<u64>, u8, String, String)>> {
    let place = prop_oneof![Just(None), (0..3_u64).prop_map(Some)];
    let id = prop_oneof![Just(String::new()), "[ab]"];
    let text = prop_oneof![Just(String::new()), Just("{}".to_owned()), "[{}\"a:1~]{1,3}"];
    proptest::collection::vec((place, 0..5_u8, id, text), 0..24)
}

proptest! {
    #[test]
    fn whatever_comes_nothing_said_is_lost_and_no_id_is_given_twice(pieces in pieces()) {
        let mut assembler = assembler_after(&["a"]);
        let mut said = 0;
        for (place, kind, id, text) in &pieces {
            let place = place.map_or(Place::Last, Place::At);
            said += text.len();
            match kind {
                0 => assembler.text(place, text).expect("short"),
                1 => assembler.reasoning(place, text).expect("short"),
                2 => {
                    said -= text.len();
                    assembler.finish(place)
                }
                _ => assembler.call(place, piece(id, if *kind == 3 { NAME } else { "" }, text)).expect("short"),
            }
        }
        assembler.finish_all();

        let mut started = BTreeMap::new();
        let mut kept = 0;
        let mut ids = BTreeSet::from([CallId::new("a")]);
        for event in assembler.events {
            match event {
                StreamEvent::ItemStarted { index, .. } => {
                    prop_assert_eq!(started.insert(index, true), None, "an item begins once");
                }
                StreamEvent::TextDelta { index, .. }
                | StreamEvent::ReasoningDelta { index, .. }
                | StreamEvent::ArgumentsDelta { index, .. } => {
                    prop_assert_eq!(started.get(&index), Some(&true), "a piece belongs to an open item");
                }
                StreamEvent::ItemFinished { index, item } => {
                    prop_assert_eq!(started.insert(index, false), Some(true), "an item ends once");
                    kept += match *item {
                        Item::Text { text } | Item::Reasoning { text, .. } => text.len(),
                        Item::FunctionCall { call } => {
                            prop_assert!(ids.insert(call.id), "an id is given once");
                            call.arguments.raw().len()
                        }
                        Item::Media { .. } | Item::FunctionResult { .. } | Item::Unknown { .. } => 0,
                    };
                }
                StreamEvent::Odd { .. } => {}
                StreamEvent::Others { .. } | StreamEvent::Replaced(_) | StreamEvent::Usage(_) | StreamEvent::Adapted(_) | StreamEvent::Finished(_) => prop_assert!(false, "not the assembler's to say"),
            }
        }
        prop_assert_eq!(kept, said);
        prop_assert!(started.values().all(|is_open| !is_open), "every item ends");
    }
}
