//! Where two ways are defensible: limits and how they end, order, unknown functions, broken ones, and what is told.

use super::{BOSTON, FORECAST, Lasting, OSLO, both, forecast, function};
use content::{FailureKind, FunctionName, Message, Origin, Outcome};
use conversations::conversation::Conversation;
use invocation::{
    AtFailureLimit, AtRoundLimit, ErrorDetail, Invocation, Limit, OnBroken, OnUnknown, PauseReason,
    TurnEvent, TurnFinding, TurnOutcome, profiles,
};
use ports::FunctionError;
use std::sync::Arc;
use std::sync::atomic::Ordering;

const NOWHERE: &str = r#"{"city": "Atlantis"}"#;

#[tokio::test]
async fn five_calls_of_every_kind_get_one_result_each_and_the_turn_goes_on() {
    let throws = function("broken", |_| Err(FunctionError::broken(&"it threw")));
    let told = Conversation::new()
        .user("All of them.")
        .function(throws)
        .model_calls_all(&[
            ("good", FORECAST, BOSTON),
            ("throws", "test-broken", "{}"),
            ("unknown", "weather-get_tides", "{}"),
            ("malformed", FORECAST, "{"),
            ("integer", "weather-get_forecast", r#"{"city": "Oslo", "day": 1}"#),
        ])
        .model_says("Done.")
        .planned(|plan| plan.policies.on_broken = OnBroken::TellModel)
        .run()
        .await;
    let kinds: Vec<_> = ["throws", "unknown", "malformed"].map(|call| told.failure(call).kind).into();
    let expected = [FailureKind::Reported, FailureKind::UnknownFunction, FailureKind::InvalidArguments];
    assert_eq!(kinds, expected);
    for call in ["good", "integer"] {
        assert!(matches!(told.result(call).outcome, Outcome::Returned { .. }));
    }
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
    told.assert_sound();
}

#[tokio::test]
async fn a_function_that_was_not_advertised_is_refused_and_not_run() {
    let listed = vec![FunctionName::new("clock", "now")];
    let told = forecast().planned(|plan| plan.choice.functions = Some(listed)).run_with_any_answers().await;
    assert_eq!(told.failure("call-1").kind, FailureKind::UnknownFunction);
    assert_eq!(told.started(), Vec::<&str>::new());
}

#[tokio::test]
async fn an_error_names_the_function_and_tells_the_model_to_correct_itself_in_words_of_ones_choice() {
    let conversation = || {
        Conversation::new()
            .user("Tides?")
            .model_calls("call-1", "weather-get_forecst2", "{}")
            .model_says("Sorry.")
    };
    let told = conversation().run().await;
    let message = &told.failure("call-1").message;
    assert!(message.contains("weather-get_forecst2") && message.contains("Correct the name"), "{message}");
    let told = conversation()
        .planned(|plan| {
            plan.policies.templates.unknown_function = Some("No {function}! {reason}".to_owned());
        })
        .run()
        .await;
    assert!(told.failure("call-1").message.starts_with("No weather-get_forecst2! There is no function"));
}

#[tokio::test]
async fn the_details_of_a_failure_are_told_only_where_they_are_wanted_and_always_kept() {
    let asked = |errors| {
        Conversation::new()
            .user("Atlantis?")
            .model_calls("call-1", FORECAST, NOWHERE)
            .model_says("Sorry.")
            .planned(move |plan| plan.policies.errors = errors)
    };
    let told = asked(ErrorDetail::Full).run().await;
    assert!(told.failure("call-1").message.contains("Atlantis"));
    let told = asked(ErrorDetail::Brief).run().await;
    assert_eq!(told.failure("call-1").message, "The function failed.");
    let whole = told.events().find_map(|event| match event {
        TurnEvent::CallEnded { whole: Some(Outcome::Failed { failure }), .. } => {
            Some(failure.message.clone())
        }
        _ => None,
    });
    assert!(whole.expect("the log keeps it").contains("Atlantis"));
    told.assert_sound();
}

/// A model that asks for a city that is not there, again and again, then for one that is.
fn failing(times: usize) -> Conversation {
    let mut conversation = Conversation::new().user("Atlantis?").rounds(20);
    for number in 0..times {
        conversation = conversation.model_calls(&format!("call-{number}"), FORECAST, NOWHERE);
    }
    conversation
}

#[tokio::test]
async fn too_many_failures_in_a_row_end_in_words_or_with_what_the_functions_said() {
    let limited = |ending| {
        failing(3).model_says("Nobody knows.").planned(move |plan| {
            plan.limits.consecutive_failures = Some(2);
            plan.policies.at_failure_limit = ending;
        })
    };
    let told = limited(AtFailureLimit::Words).run().await;
    assert_eq!((told.offered().last().map(Vec::len), told.last_words().as_str()), (Some(0), "Nobody knows."));
    let told = limited(AtFailureLimit::Fail).run().await;
    match told.outcome() {
        Some(TurnOutcome::Failed { message, .. }) => {
            assert!(message.to_string().contains("Atlantis"), "{message}")
        }
        other => panic!("the turn ended as {other:?}"),
    }
    told.assert_sound();
}

#[tokio::test]
async fn a_success_in_between_begins_the_count_of_failures_anew() {
    let told = failing(2)
        .model_calls("good", FORECAST, BOSTON)
        .model_calls("bad-1", FORECAST, NOWHERE)
        .model_calls("bad-2", FORECAST, NOWHERE)
        .model_says("Done.")
        .planned(|plan| plan.limits.consecutive_failures = Some(2))
        .run()
        .await;
    assert!(!told.events().any(|event| matches!(event, TurnEvent::LimitHit { .. })));
}

#[tokio::test]
async fn an_answer_that_says_nothing_at_the_limit_is_replaced_by_words_of_ours() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", FORECAST, BOSTON)
        .model_thinks("I am not sure.")
        .rounds(2)
        .run()
        .await;
    assert_eq!(told.outcome(), Some(&TurnOutcome::LimitReached { limit: Limit::Rounds }));
    assert_eq!(told.last_words(), "The turn ended without an answer: it reached its limit of 2 rounds.");
    told.assert_sound();
}

#[tokio::test]
async fn a_limit_of_calls_or_tokens_makes_the_next_round_the_last() {
    let told = both().model_says("Never said.").planned(|plan| plan.limits.calls = Some(1)).run().await;
    assert_eq!(told.started(), ["call-1"]);
    assert_eq!(told.failure("call-2").kind, FailureKind::NotRun);
    assert_eq!(told.offered().last().map(Vec::len), Some(0));
    let told = forecast().planned(|plan| plan.limits.tokens = Some(12)).run().await;
    assert_eq!((told.offered()[1].len(), told.outcome()), (0, Some(&TurnOutcome::Answered)));
    told.assert_sound();
}

#[tokio::test(start_paused = true)]
async fn a_call_that_runs_when_the_time_is_up_is_called_off_and_the_turn_ends_in_words() {
    let lasting = Lasting::new();
    let told = Conversation::new()
        .user("Slowly.")
        .function(Arc::<Lasting>::clone(&lasting))
        .model_calls_all(&[("call-1", "test-lasting", r#"{"seconds": 60}"#), ("call-2", FORECAST, OSLO)])
        .model_says("Too slow.")
        .planned(|plan| plan.limits.seconds = Some(5))
        .run()
        .await;
    assert_eq!(told.failure("call-1").kind, FailureKind::NotRun);
    assert_eq!(told.failure("call-2").kind, FailureKind::NotRun);
    assert_eq!((told.offered()[1].len(), told.last_words().as_str()), (0, "Too slow."));
    assert_eq!(lasting.running.load(Ordering::SeqCst), 0, "nothing is left running");
    told.assert_sound();
}

#[tokio::test]
async fn past_the_limit_of_semantic_kernel_calls_are_handed_back_and_not_run() {
    let told = Conversation::new()
        .user("Again and again.")
        .model_calls("call-1", FORECAST, BOSTON)
        .model_calls("call-2", FORECAST, OSLO)
        .rounds(1)
        .planned(|plan| plan.policies.at_round_limit = AtRoundLimit::HandBack)
        .run_with_any_answers()
        .await;
    assert_eq!(told.started(), ["call-1"]);
    assert_eq!(told.pauses.first().map(|pause| pause.reason), Some(PauseReason::HandedBack));
    let kernel =
        profiles().into_iter().find(|profile| profile.title == "Semantic Kernel").expect("a profile");
    assert_eq!((kernel.limits.rounds, kernel.policies.at_round_limit), (128, AtRoundLimit::HandBack));
}

#[tokio::test(start_paused = true)]
async fn calls_run_in_order_or_together_and_results_keep_the_order_of_the_calls() {
    for (invocation, expected) in [(Invocation::InOrder, 1), (Invocation::Together, 2)] {
        let lasting = Lasting::new();
        let told = Conversation::new()
            .user("Both.")
            .function(Arc::<Lasting>::clone(&lasting))
            .model_calls_all(&[
                ("call-1", "test-lasting", r#"{"seconds": 2}"#),
                ("call-2", "test-lasting", r#"{"seconds": 1}"#),
            ])
            .model_says("Done.")
            .planned(|plan| plan.policies.invocation = invocation)
            .run()
            .await;
        assert_eq!(lasting.most.load(Ordering::SeqCst), expected, "{invocation:?}");
        let results: Vec<_> =
            told.messages().flat_map(Message::results).map(|result| result.call_id.as_str()).collect();
        assert_eq!(results, ["call-1", "call-2"]);
        told.assert_sound();
    }
}

#[tokio::test]
async fn an_unknown_function_is_told_to_the_model_or_hands_the_call_back() {
    let unknown = |on_unknown| {
        Conversation::new()
            .user("Tides?")
            .model_calls("call-1", "weather-get_tides", "{}")
            .model_says("Sorry.")
            .planned(move |plan| plan.policies.on_unknown = on_unknown)
    };
    let told = unknown(OnUnknown::TellModel).run().await;
    assert_eq!((told.pauses.len(), told.last_words().as_str()), (0, "Sorry."));
    let told = unknown(OnUnknown::HandBack).run_with_any_answers().await;
    assert_eq!(told.pauses[0].reason, PauseReason::HandedBack);
    assert_eq!(told.requests.len(), 1);
}

#[tokio::test]
async fn a_function_that_is_at_fault_ends_the_turn_unless_the_model_is_to_hear_of_it() {
    let broken = || {
        Conversation::new()
            .user("Go.")
            .function(function("broken", |_| Err(FunctionError::broken(&"it threw"))))
            .model_calls("call-1", "test-broken", "{}")
            .model_says("Sorry.")
    };
    let told = broken().run().await;
    assert!(
        matches!(told.outcome(), Some(TurnOutcome::Failed { message, .. }) if message.to_string() == "it threw")
    );
    told.assert_sound();
    let told = broken().planned(|plan| plan.policies.on_broken = OnBroken::TellModel).run().await;
    assert_eq!((told.failure("call-1").message.as_str(), told.last_words().as_str()), ("it threw", "Sorry."));
}

#[tokio::test]
async fn a_result_that_is_too_long_is_cut_for_the_model_and_kept_whole() {
    let told = forecast().planned(|plan| plan.limits.result_letters = Some(10)).run_with_any_answers().await;
    assert!(matches!(
        told.findings().first(),
        Some(TurnFinding::CutResult { kept: 10, whole, .. }) if *whole > 10
    ));
    assert!(told.events().any(|event| matches!(event, TurnEvent::CallEnded { whole: Some(_), .. })));
    assert_eq!(told.result("call-1").origin, Origin::Function);
    told.assert_sound();
}

#[tokio::test]
async fn what_is_worth_a_look_is_noticed_and_changes_nothing() {
    let told = Conversation::new()
        .user("Again and again.")
        .model_calls("call-1", FORECAST, NOWHERE)
        .model_calls("call-2", FORECAST, NOWHERE)
        .model_calls("call-3", FORECAST, BOSTON)
        .model_says("I give up.")
        .run()
        .await;
    let kinds: Vec<_> = told
        .findings()
        .iter()
        .map(|finding| match finding {
            TurnFinding::RepeatedCall { call, times } => format!("{call} for the time {times}"),
            TurnFinding::CallAfterFailures { call, failures, .. } => format!("{call} after {failures}"),
            TurnFinding::UnusedResult { call } => format!("{call} unused"),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, ["call-2 for the time 2", "call-3 after 2", "call-3 unused"]);
    let used = forecast().run().await;
    assert_eq!(used.findings(), []);
}

#[tokio::test]
async fn a_call_that_is_written_into_the_words_is_noticed_and_stays_words() {
    let findings = async |words: &str| {
        let told = Conversation::new().user("The forecast?").model_says(words).run().await;
        assert_eq!(told.last_words(), words);
        told.findings()
    };
    let function = FunctionName::new("weather", "get_forecast");
    let written = [
        "<tool_call>\n{\"name\": \"weather-get_forecast\", \"arguments\": {\"city\": \"Boston\"}}\n</tool_call>",
        "I look. [TOOL_CALLS][{\"name\": \"get_forecast\", \"arguments\": {}}]",
        "```json\n{\"name\": \"weather-get_forecast\", \"parameters\": {}}\n```",
        "{\"name\": \"weather-get_forecast\", \"arguments\": {}}",
    ];
    for words in written {
        assert_eq!(
            findings(words).await,
            [TurnFinding::CallAsText { function: function.clone() }],
            "{words}"
        );
    }
    for words in
        ["I could call get_forecast.", "<tool_call>none that is offered</tool_call>", "{\"name\": \"Ada\"}"]
    {
        assert_eq!(findings(words).await, [], "{words}");
    }
}

#[tokio::test]
async fn broken_arguments_of_a_function_nobody_knows_are_told_as_well() {
    let called = || {
        Conversation::new()
            .user("Tides?")
            .model_calls("call-1", "weather-get_tides", "{")
            .model_says("Sorry.")
    };
    let told = called().run().await;
    let failure = told.failure("call-1");
    assert_eq!(failure.kind, FailureKind::UnknownFunction);
    let both =
        ["There is no function \"weather-get_tides\" here.", "are not a JSON object either: a closing brace"];
    assert!(both.iter().all(|part| failure.message.contains(part)), "{}", failure.message);
    let kernel = invocation::profiles().into_iter().find(|profile| profile.title == "Semantic Kernel");
    let kernel = kernel.expect("the profile").policies;
    let told = called().planned(|plan| plan.policies = kernel).run().await;
    assert_eq!(told.failure("call-1").message, "Error: Function call arguments were invalid JSON.");
}
