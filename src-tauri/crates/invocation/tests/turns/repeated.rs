//! A call that a model makes again right after it has returned, and an answer that says nothing.

use super::{BOSTON, FORECAST, OSLO, function};
use content::{CalledFunction, FunctionCall, FunctionName, Origin, Outcome, Output};
use conversations::conversation::{Conversation, registry};
use conversations::told::Told;
use functions::Registry;
use invocation::{
    ApprovalRule, Approvals, CallCount, Decision, Limit, OnRepeat, PauseReason, Permission, Policies,
    StopPlace, Turn, TurnEvent, TurnOutcome, profiles,
};
use notices::Notice;
use ports::{Ask, Catalogue, Function, FunctionChoice, FunctionSpec, Offered, Resolution};
use std::sync::Arc;

/// The model makes the same call so often, each time in another spelling, and then says this.
fn again(times: usize, words: &str) -> Conversation {
    let spellings = [r#"{"city": "Oslo", "day": 1}"#, r#"{ "day": 1.0, "city": "Oslo" }"#];
    let calls = (1..=times).map(|number| (format!("call-{number}"), spellings[number % 2]));
    let asked = Conversation::new().user("How warm is Oslo?");
    calls.fold(asked, |asked, (id, spelling)| asked.model_calls(&id, FORECAST, spelling)).model_says(words)
}

/// Which call the result of each call was taken from, where it was.
fn answered_from(told: &Told) -> Vec<(&str, &str)> {
    let taken = told.events().filter_map(|event| match event {
        TurnEvent::CallEnded { call, answered_from: Some(first), .. } => {
            Some((call.as_str(), first.as_str()))
        }
        _ => None,
    });
    taken.collect()
}

fn offers(told: &Told) -> Vec<bool> {
    told.offered().iter().map(|names| !names.is_empty()).collect()
}

#[tokio::test]
async fn a_call_made_again_is_answered_from_its_first_result_and_does_not_run() {
    let told = again(2, "Mild.").run().await;
    assert_eq!((told.started(), answered_from(&told)), (vec!["call-1"], vec![("call-2", "call-1")]));
    let Outcome::Returned { output: first } = &told.result("call-1").outcome else { panic!("it returned") };
    let second = told.result("call-2");
    let Outcome::Returned { output: Output::Several { parts } } = &second.outcome else {
        panic!("{second:?}")
    };
    let [json @ Output::Json { .. }, Output::Text { text }] = parts.as_slice() else { panic!("{parts:?}") };
    assert_eq!((json, second.origin), (first, Origin::Application));
    assert!(text.contains("was not run again"), "{text}");
    assert_eq!(offers(&told), [true; 3]);
    assert_eq!((told.outcome(), told.last_words().as_str()), (Some(&TurnOutcome::Answered), "Mild."));
    told.assert_sound();
}

#[tokio::test]
async fn the_third_of_equal_calls_is_answered_in_the_same_way_and_the_next_request_is_for_words() {
    let told = again(3, "Mild.").run().await;
    assert_eq!(told.started(), ["call-1"]);
    assert_eq!(answered_from(&told), [("call-2", "call-1"), ("call-3", "call-1")]);
    assert_eq!(told.result("call-3").outcome, told.result("call-2").outcome);
    assert_eq!(offers(&told), [true, true, true, false]);
    assert_eq!(told.requests[3].request.choice, FunctionChoice::None);
    let limits = told.events().filter(|event| matches!(event, TurnEvent::LimitHit { .. }));
    assert_eq!(limits.collect::<Vec<_>>(), [&TurnEvent::LimitHit { limit: Limit::Repeats }]);
    assert_eq!((told.outcome(), told.last_words().as_str()), (Some(&TurnOutcome::Answered), "Mild."));
    told.assert_sound();
}

#[tokio::test]
async fn a_model_that_makes_the_same_call_in_the_place_of_words_ends_its_turn() {
    let told = again(5, "Too late.").run().await;
    assert_eq!((told.started(), told.requests.len()), (vec!["call-1"], 4));
    assert_eq!(told.outcome(), Some(&TurnOutcome::LimitReached { limit: Limit::Repeats }));
    let expected = "The turn ended without an answer: it reached its limit of 2 repeats of one call.";
    assert_eq!(told.last_words(), expected);
    told.assert_sound();
}

#[tokio::test]
async fn a_call_runs_again_where_another_one_ran_in_between() {
    let told = Conversation::new()
        .user("How warm is it?")
        .model_calls("call-1", FORECAST, OSLO)
        .model_calls("call-2", FORECAST, BOSTON)
        .model_calls("call-3", FORECAST, OSLO)
        .model_calls_all(&[("call-4", FORECAST, BOSTON), ("call-5", FORECAST, OSLO)])
        .model_calls_all(&[("call-6", FORECAST, OSLO), ("call-7", FORECAST, BOSTON)])
        .model_says("Mild.")
        .run()
        .await;
    assert_eq!(told.started(), ["call-1", "call-2", "call-3", "call-4", "call-5", "call-7"]);
    assert_eq!(answered_from(&told), [("call-6", "call-5")]);
    told.assert_sound();
}

#[tokio::test]
async fn of_calls_that_run_at_the_same_time_none_is_the_last() {
    let told = Conversation::new()
        .user("How warm is it?")
        .model_calls_all(&[("call-1", FORECAST, BOSTON), ("call-2", FORECAST, OSLO)])
        .model_calls("call-3", FORECAST, OSLO)
        .model_calls_all(&[("call-4", FORECAST, BOSTON), ("call-5", FORECAST, OSLO)])
        .model_says("Mild.")
        .planned(|plan| plan.policies.invocation = invocation::Invocation::Together)
        .run()
        .await;
    assert_eq!(told.started(), ["call-1", "call-2", "call-3", "call-4"]);
    assert_eq!(answered_from(&told), [("call-5", "call-3")]);
    told.assert_sound();
}

#[tokio::test]
async fn equal_calls_of_one_answer_are_meant_and_run() {
    let told = Conversation::new()
        .user("Twice, please.")
        .model_calls_all(&[("call-1", FORECAST, OSLO), ("call-2", FORECAST, OSLO)])
        .model_calls_all(&[("call-3", FORECAST, OSLO), ("call-4", FORECAST, OSLO)])
        .model_calls("call-5", FORECAST, OSLO)
        .model_says("Mild.")
        .run()
        .await;
    assert_eq!(told.started(), ["call-1", "call-2"]);
    let taken = [("call-3", "call-2"), ("call-4", "call-2"), ("call-5", "call-2")];
    assert_eq!((answered_from(&told), offers(&told)), (taken.to_vec(), vec![true, true, true, false]));
    told.assert_sound();
}

#[tokio::test]
async fn a_call_that_failed_or_was_declined_is_made_again_and_runs() {
    let told = Conversation::new()
        .user("How warm is Atlantis?")
        .model_calls("call-1", FORECAST, r#"{"city": "Atlantis"}"#)
        .model_calls("call-2", FORECAST, r#"{"city": "Atlantis"}"#)
        .model_says("I don't know.")
        .run()
        .await;
    assert_eq!((told.started(), answered_from(&told)), (vec!["call-1", "call-2"], vec![]));
    let told = again(2, "Mild.")
        .stops(StopPlace::BeforeCall)
        .person(Decision::Decline { reason: String::new() })
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!((told.started(), answered_from(&told)), (vec!["call-2"], vec![]));
    told.assert_sound();
}

#[tokio::test]
async fn a_function_that_is_asked_until_something_changes_needs_the_policy_to_run_it_again() {
    let told = again(4, "Mild.").planned(|plan| plan.policies.on_repeat = OnRepeat::Run).run().await;
    assert_eq!(told.started(), ["call-1", "call-2", "call-3", "call-4"]);
    assert_eq!((answered_from(&told), offers(&told)), (vec![], vec![true; 5]));
    let of_profiles = profiles().into_iter().map(|profile| profile.policies.on_repeat);
    let expected = [OnRepeat::AnswerFromFirst, OnRepeat::Run, OnRepeat::Run];
    assert_eq!(of_profiles.collect::<Vec<_>>(), expected, "the libraries run it again");
}

#[tokio::test]
async fn nobody_is_asked_to_allow_a_call_that_does_not_run() {
    let asks =
        ApprovalRule { function: "weather.*".to_owned(), arguments: None, permission: Permission::Ask };
    let told = again(2, "Mild.")
        .planned(|plan| plan.approvals = Approvals { rules: vec![asks], otherwise: Permission::Always })
        .person(Decision::Continue)
        .run()
        .await;
    let reasons = |told: &Told| told.pauses.iter().map(|pause| pause.reason).collect::<Vec<_>>();
    assert_eq!((reasons(&told), told.started()), (vec![PauseReason::Approval], vec!["call-1"]));
    let told =
        again(2, "Mild.").catalogue(Arc::new(Asking(registry()))).person(Decision::Continue).run().await;
    assert_eq!((reasons(&told), told.started()), (vec![PauseReason::ConsentNeeded], vec!["call-1"]));
    told.assert_sound();
}

/// Functions that each want a person's consent.
struct Asking(Registry);

impl Catalogue for Asking {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.0.specs()
    }

    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution {
        let mut resolution = self.0.resolve(call, offered);
        if let Resolution::Runnable { asks, .. } = &mut resolution {
            asks.push(Ask::Consent { to: vec![Notice::as_written("look out of the window")] });
        }
        resolution
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        self.0.function(name)
    }
}

#[tokio::test]
async fn a_person_who_stops_at_a_repeated_call_can_let_it_run() {
    let told = again(2, "Mild.").stops(StopPlace::OnRepeatedCall).person(Decision::Continue).run().await;
    assert_eq!((told.started(), answered_from(&told)), (vec!["call-1", "call-2"], vec![]));
    told.assert_sound();
}

#[tokio::test]
async fn a_result_that_a_person_wrote_answers_the_same_call_again() {
    let output = Output::Text { text: "3 degrees".to_owned() };
    let told = again(2, "Cold.")
        .stops_at(invocation::Breakpoint {
            is_one_shot: true,
            ..invocation::Breakpoint::at("once", StopPlace::BeforeCall)
        })
        .person(Decision::WriteResult { outcome: Outcome::Returned { output } })
        .run()
        .await;
    assert_eq!((told.started(), answered_from(&told)), (vec![], vec![("call-2", "call-1")]));
    told.assert_sound();
}

#[tokio::test]
async fn a_function_with_nothing_to_say_is_answered_for_all_the_same() {
    let told = Conversation::new()
        .user("Go.")
        .function(function("quiet", |_| Ok(Output::Nothing)))
        .model_calls("call-1", "test-quiet", "{}")
        .model_calls("call-2", "test-quiet", "")
        .model_says("Done.")
        .run()
        .await;
    assert_eq!(told.started(), ["call-1"]);
    let Outcome::Returned { output } = &told.result("call-2").outcome else { panic!("it returned") };
    assert_eq!(output.parts().first(), Some(&Output::Nothing));
}

#[tokio::test]
async fn a_turn_written_down_before_there_was_a_choice_stands_where_it_stood() {
    let told = again(3, "Mild.")
        .catalogue(Arc::new(Asking(registry())))
        .planned(|plan| plan.policies.on_repeat = OnRepeat::Run)
        .person(Decision::Continue)
        .person(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    // Written down without the choice, it is read as one that answers from the first result.
    let mut plan = told.began_with();
    plan.policies.on_repeat = OnRepeat::default();
    for kept in 1..=told.records.len() {
        let id = told.turn.id().clone();
        let then = Turn::retrace(id.clone(), told.began_with(), Vec::new(), &told.records[..kept]);
        let now = Turn::retrace(id, plan.clone(), Vec::new(), &told.records[..kept]);
        let stands = |turn: &Turn| (turn.next(), turn.standing().cloned(), turn.outcome().cloned());
        assert_eq!((now.history(), stands(&now)), (then.history(), stands(&then)), "after {kept}");
    }
    assert_eq!(told.started(), ["call-1", "call-2", "call-3"]);
}

#[test]
fn policies_without_the_choice_are_ours() {
    let mut written = serde_json::to_value(Policies::ours()).expect("policies are JSON");
    written.as_object_mut().expect("an object").remove("onRepeat").expect("it is written");
    assert_eq!(serde_json::from_value::<Policies>(written).expect("and can be read"), Policies::ours());
}

#[tokio::test]
async fn a_turn_whose_model_ends_without_a_word_is_not_answered_and_says_what_was_called() {
    let told = Conversation::new()
        .user("How warm is it?")
        .model_calls("call-1", FORECAST, OSLO)
        .model_calls_all(&[("call-2", FORECAST, BOSTON), ("call-3", "weather-get_tides", "{}")])
        .model_thinks("I know it now.")
        .run()
        .await;
    let known = CalledFunction::Known { name: FunctionName::new("weather", "get_forecast") };
    let unknown = CalledFunction::Unknown { raw: "weather-get_tides".to_owned() };
    let called = vec![CallCount { function: known, times: 2 }, CallCount { function: unknown, times: 1 }];
    assert_eq!(told.outcome(), Some(&TurnOutcome::Silent { called }));
    told.assert_sound();
}

#[tokio::test]
async fn an_answer_of_white_space_is_none_either() {
    let told = Conversation::new().user("Well?").model_says(" \n").run().await;
    assert_eq!(told.outcome(), Some(&TurnOutcome::Silent { called: Vec::new() }));
}
