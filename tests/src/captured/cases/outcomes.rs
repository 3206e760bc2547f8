//! How calls end, by themselves and by a person's hand.

use super::Extent;
use crate::captured::answer::{Call, Script};
use crate::captured::case::{Asked, Case, Injection, Turn, alerts, forecast};
use crate::captured::histories::{TYPES, inline, outcomes, text};
use content::{Outcome, Output};
use invocation::{Decision, StopPlace};
use workbench::contract::{InjectCall, InjectedCall};

pub(super) fn all(extent: Extent, count: usize) -> Vec<Case> {
    let given = given().into_iter().enumerate().flat_map(|(number, (name, outcome))| {
        extent.services(number, count).into_iter().map(move |service| {
            let turns = vec![
                Turn::new(service, Script::calls()),
                Turn::new((service + 5) % count, Script::words()).saying("Thanks."),
            ];
            Case::new(&name, turns).with_outcomes(forecast(), vec![outcome.clone()])
        })
    });
    let decided = decided().into_iter().enumerate().flat_map(|(number, (name, decisions))| {
        extent.services(number + 1, count).into_iter().map(move |service| {
            let calls = vec![Call::of("get_forecast", r#"{"city":"Oslo"}"#)];
            let asked = Asked { stops: vec![StopPlace::BeforeCall], ..Asked::default() };
            let turn = Turn::new(service, Script::calling(calls)).asked("stopped before the call", asked);
            let next = Turn::new((service + 5) % count, Script::words()).saying("Thanks.");
            let back = Turn::new(service, Script::words()).saying("And you?");
            let turns = vec![
                Turn { decisions: decisions.clone(), ..turn },
                next,
                Turn { is_unchanged: false, ..back },
            ];
            Case::new(name, turns)
        })
    });
    let injected = injected().into_iter().enumerate().flat_map(|(number, (name, injection))| {
        extent.services(number + 3, count).into_iter().map(move |service| {
            let next = Turn::new((service + 5) % count, Script::words()).saying("So?");
            let turns = vec![Turn::new(service, Script::calls()), Turn { injected: vec![injection], ..next }];
            Case::new(name, turns)
        })
    });
    given.chain(decided).chain(injected).collect()
}

/// What the first of two calls gives.
fn given() -> Vec<(String, Outcome)> {
    let sorts = outcomes().into_iter().enumerate();
    let sorts = sorts.map(|(number, outcome)| (format!("an outcome of the sort {number}"), outcome));
    let media = TYPES.into_iter().map(|mime| {
        let outcome = Outcome::Returned { output: Output::Media { media: inline(mime) } };
        (format!("a result of the type {mime:?}"), outcome)
    });
    sorts.chain(media).collect()
}

/// What a person decides before a call.
fn decided() -> Vec<(&'static str, Vec<Decision>)> {
    let edited = |raw: &str| Decision::EditArguments { raw: raw.to_owned() };
    let written = |outcome| Decision::WriteResult { outcome };
    let failed = outcomes().into_iter().next().unwrap_or_else(|| text(""));
    vec![
        ("edited arguments", vec![edited(r#"{"city":"Boston"}"#)]),
        ("arguments edited into no JSON", vec![edited(r#"{"city":"#), written(text("12 degrees"))]),
        ("a written result", vec![written(text("12 degrees"))]),
        ("an empty written result", vec![written(text(""))]),
        ("a written failure", vec![written(failed)]),
        ("a call that was declined", vec![Decision::Decline { reason: "Not now.".to_owned() }]),
        ("a call that was dropped", vec![Decision::Drop]),
        ("a call sent to another function", vec![Decision::SendTo { function: alerts(), raw: None }]),
        (
            "one more call",
            vec![
                Decision::AddCall { function: alerts(), raw: r#"{"city":"Oslo"}"#.to_owned() },
                Decision::Continue,
                Decision::Continue,
            ],
        ),
        ("a turn that was stopped", vec![Decision::Stop]),
    ]
}

fn injected() -> Vec<(&'static str, Injection)> {
    vec![("a simulated call with its result", with_result), ("a simulated call that is to be run", to_be_run)]
}

fn with_result() -> InjectCall {
    InjectCall { outcome: Some(text("12 degrees")), ..to_be_run() }
}

/// Session and place are those of the session it is put into.
fn to_be_run() -> InjectCall {
    let call = InjectedCall::Made { function: forecast(), raw: r#"{"city":"Oslo"}"#.to_owned() };
    InjectCall { session: content::SessionId::new(""), after: None, call, outcome: None, keeps_rest: true }
}
