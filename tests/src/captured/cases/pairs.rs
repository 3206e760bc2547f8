//! From one service to another and back, for every pair.

use super::Extent;
use crate::captured::answer::{Call, Name, Script};
use crate::captured::case::{Asked, Case, Turn};
use crate::captured::service::Served;
use ports::RequestSettings;

pub(super) fn all(extent: Extent, services: &[Served]) -> Vec<Case> {
    let count = services.len();
    let pairs = (0..count).flat_map(|first| (1..count).map(move |step| (first, step)));
    let chosen = pairs.filter(|(first, step)| match extent {
        Extent::Sample => [1, 13, step_to_alike(services, *first).unwrap_or(7)].contains(step),
        Extent::Full => true,
    });
    chosen.map(|(first, step)| case(first, (first + step) % count, first + step)).collect()
}

/// How far it is to the next service that speaks the same protocol but one, where there is any: the one right behind
/// is asked in any case.
fn step_to_alike(services: &[Served], first: usize) -> Option<usize> {
    let protocol = services.get(first)?.protocol;
    let mut behind = services.iter().cycle().skip(first).take(services.len()).enumerate().skip(2);
    behind.find(|(_, served)| served.protocol == protocol).map(|(step, _)| step)
}

fn case(first: usize, second: usize, number: usize) -> Case {
    let scripts = scripts();
    let (name, script) = scripts.get(number % scripts.len()).expect("a script").clone();
    let (other, answer) = scripts.get((number + 3) % scripts.len()).expect("a script").clone();
    let delivered = |turn: Turn, is_streamed: bool| {
        let settings = RequestSettings { streaming: Some(is_streamed), ..RequestSettings::default() };
        let way = if is_streamed { "streamed" } else { "whole" };
        turn.asked(way, Asked { settings, ..Asked::default() })
    };
    let turns = vec![
        delivered(Turn::new(first, script), number.is_multiple_of(2)),
        delivered(Turn::new(second, answer), number.is_multiple_of(3)),
        delivered(Turn::new(first, Script::words()), true).saying("And tomorrow?"),
        delivered(Turn::new(second, Script::words()), true).saying("Thanks."),
    ];
    Case::new(format!("{name} at one, {other} at the next, and both again"), turns)
}

/// What a model does in a turn.
fn scripts() -> Vec<(&'static str, Script)> {
    let malformed = r#"{"city": "Oslo", "day":"#;
    let twice = vec![Call::of("get_forecast", r#"{"city":"Oslo"}"#), Call::of("get_forecast", malformed)];
    let unknown = vec![Call::named(Name::Raw("weather.get_tides"), r#"{"port":"Oslo"}"#)];
    let custom = vec![Call { is_custom: true, ..Call::of("get_forecast", "Oslo, tomorrow") }];
    vec![
        ("two calls", Script::calls()),
        ("two calls and no word", Script::calls().without_text()),
        ("two calls and a part of its own", Script::calls().with_own_part()),
        ("calls without a thought", Script::calls().without_thought()),
        ("malformed arguments", Script::calling(twice)),
        ("a call of nothing there is", Script::calling(unknown)),
        ("a call with a text", Script::calling(custom)),
        ("words alone", Script::words()),
        ("no arguments", Script::calling(vec![Call::of("now", "")])),
    ]
}
