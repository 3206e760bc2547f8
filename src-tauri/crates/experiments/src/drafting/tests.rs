use super::{DraftError, DraftLoss, Moment, draft, id_from};
use crate::case::{Case, CaseFunction, CaseId, CaseSettings, CaseStandIn, messages_of};
use crate::replay::{in_order, replay};
use crate::run::{Ending, MadeCall, Run, RunFigures, RunKey, Transcript};
use content::{CallArguments, Usage};
use serde_json::json;

/// A conversation with a good run behind its second message.
const SAID: &str = r#"{
  "format": 1, "id": "said",
  "history": [
    {"role": "user", "text": "How is the weather in Oslo?"},
    {"role": "assistant", "calls": [
      {"function": "weather.get_forecast", "arguments": {"city": "Oslo", "day": 0}, "result": {"returned": {"sky": "grey"}}}]},
    {"role": "assistant", "text": "It is grey."}
  ],
  "functions": [{"name": "weather.get_forecast", "description": "The forecast.", "parameters": {"type": "object"}}],
  "expect": {"rounds": 2}
}"#;

fn functions() -> Vec<CaseFunction> {
    Case::read(SAID).expect("a case").functions
}

#[test]
fn a_good_run_becomes_a_case_that_expects_its_calls_and_freezes_their_results() {
    let messages = messages_of(&Case::read(SAID).expect("a case").history);
    let (history, good) = messages.split_at(1);
    let moment = Moment { history, good };
    let drafted = draft(CaseId::new("oslo"), "Oslo".to_owned(), moment, functions(), CaseSettings::default())
        .expect("a case");
    assert_eq!(drafted.losses, [DraftLoss::Answer]);
    let written = serde_json::to_value(&drafted.case).expect("it is written");
    assert_eq!(written["history"], json!([{ "role": "user", "text": "How is the weather in Oslo?" }]));
    assert_eq!(
        written["expect"],
        json!({ "calls": { "match": "exactly", "list": [{ "function": "weather.get_forecast",
            "arguments": { "city": { "equals": "Oslo" }, "day": { "equals": 0 } } }] }, "says": ["something"] })
    );
    assert_eq!(written["results"][0]["answer"], json!({ "returned": { "sky": "grey" } }));
    // The file is what a set is read from.
    assert_eq!(Case::read(&written.to_string()).expect("a case"), drafted.case);
}

#[test]
fn results_that_a_stand_in_gives_again_are_not_frozen() {
    let messages = messages_of(&Case::read(SAID).expect("a case").history);
    let (history, good) = messages.split_at(1);
    let drafted = |stand_in: CaseStandIn| {
        let functions =
            functions().into_iter().map(|one| CaseFunction { stand_in: Some(stand_in.clone()), ..one });
        let moment = Moment { history, good };
        let id = CaseId::new("oslo");
        let drafted = draft(id, String::new(), moment, functions.collect(), CaseSettings::default());
        drafted.expect("a case").case
    };
    let template = drafted(CaseStandIn::Template("{{ city }}".to_owned()));
    assert_eq!((template.results.len(), template.check().is_ok()), (0, true));
    let recorded = drafted(CaseStandIn::Recorded);
    assert_eq!((recorded.results.len(), recorded.check().is_ok()), (1, true));
}

#[test]
fn a_moment_between_calls_has_the_calls_before_it_in_its_history() {
    let messages = messages_of(&Case::read(SAID).expect("a case").history);
    let (history, good) = messages.split_at(3);
    let moment = Moment { history, good };
    let drafted = draft(CaseId::new("oslo"), String::new(), moment, functions(), CaseSettings::default())
        .expect("a case");
    let written = serde_json::to_value(&drafted.case).expect("it is written");
    assert_eq!(written["history"][1]["calls"][0]["result"], json!({ "returned": { "sky": "grey" } }));
    assert_eq!(written["expect"]["calls"]["list"], json!([]));
}

#[test]
fn a_function_that_is_gone_is_added_without_its_definition() {
    let messages = messages_of(&Case::read(SAID).expect("a case").history);
    let (history, good) = messages.split_at(1);
    let moment = Moment { history, good };
    let drafted = draft(CaseId::new("oslo"), String::new(), moment, Vec::new(), CaseSettings::default())
        .expect("a case");
    let gone = DraftLoss::Definition { function: "weather.get_forecast".to_owned() };
    assert_eq!(drafted.losses, [DraftLoss::Answer, gone]);
    drafted.case.check().expect("it can be run");
}

#[test]
fn nothing_asked_and_nothing_done_make_no_case() {
    let messages = messages_of(&Case::read(SAID).expect("a case").history);
    let check = |history, good, expected| {
        let moment = Moment { history, good };
        let drafted = draft(CaseId::new("a"), String::new(), moment, functions(), CaseSettings::default());
        assert_eq!(drafted.expect_err("no case"), expected);
    };
    check(&messages[..0], &messages[1..], DraftError::NothingAsked);
    check(&messages[..1], &messages[..0], DraftError::NothingDone);
}

#[test]
fn an_id_is_made_of_a_title_in_any_language() {
    assert_eq!(id_from("What is the weather in Boston?").as_str(), "what-is-the-weather-in-boston");
    assert_eq!(id_from("天气").as_str(), "case");
}

#[test]
fn a_run_is_a_conversation_again_and_its_first_difference_has_a_place() {
    let case = SAID.replace(
        r#""expect": {"rounds": 2}"#,
        r#""expect": {"calls": {"match": "exactly", "list": [
            {"function": "weather.get_forecast", "arguments": {"city": {"equals": "Boston"}, "day": {"equals": 0}}}]}}"#,
    );
    let mut case = Case::read(&case).expect("a case");
    case.history.truncate(1);
    let arguments = CallArguments::read(r#"{"city": "Oslo", "day": 0}"#);
    let call = MadeCall { function: "weather.get_forecast".to_owned(), arguments, round: Some(1) };
    let run = Run {
        key: RunKey { case: case.id.clone(), lane: "a".to_owned(), repeat: 1 },
        transcript: Transcript {
            rounds: 2,
            calls: vec![call.into()],
            text: Some("Grey.".to_owned()),
            ending: Ending::Finished,
        },
        usage: Usage::default(),
        milliseconds: 1,
        figures: RunFigures::default(),
        judgements: Vec::new(),
    };
    let replayed = replay(&case, &run);
    let roles: Vec<_> = replayed.iter().map(|message| format!("{:?}", message.role)).collect();
    assert_eq!(roles, ["User", "Assistant", "Function", "Assistant"]);
    let fault = in_order(case.expect.faults_of(&run)).into_iter().next().expect("a fault");
    assert_eq!((fault.call(), fault.part()), (Some(0), "calls.list[0].arguments /city".to_owned()));
}
