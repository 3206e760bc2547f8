//! What a person does at a stop, besides going on.

use super::{BOSTON, FORECAST, OSLO, both, forecast};
use content::{CallArguments, CallId, Item, Message, MessageId, ModelId, Origin, Outcome, Output, Role};
use conversations::conversation::{Conversation, Told};
use invocation::{
    CallDecision, Completer, Decision, DecisionKind, Misuse, Participant, PathFault, PausePlace, PauseReason,
    Reach, RequestEdit, StopPlace, TurnEvent, TurnOutcome, TurnRecord,
};
use ports::{FunctionChoice, RequestSettings};
use serde_json::json;

fn other(call: &str, decision: Decision) -> CallDecision {
    CallDecision { call: CallId::new(call), decision }
}

fn text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

fn sent(told: &Told, request: usize) -> Vec<String> {
    told.requests[request].request.messages.iter().map(|message| message.text()).collect()
}

#[tokio::test]
async fn a_request_is_changed_for_this_once_and_the_history_keeps_what_was_said() {
    let settings = RequestSettings { temperature: Some(0.0), seed: Some(7), ..RequestSettings::default() };
    let said = Message {
        id: MessageId::new("new"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: "How warm is Kyoto?".into() }],
        author: content::Author::Person,
        origin: Origin::Person,
    };
    let edit = RequestEdit {
        messages: Some(vec![said]),
        settings: Some(settings.clone()),
        functions: Some(Vec::new()),
        ..RequestEdit::default()
    };
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_says("12 degrees.")
        .stops(StopPlace::BeforeRequest)
        .person(Decision::EditRequest { edit: Box::new(edit), reach: Reach::ThisRequest })
        .run()
        .await;
    assert_eq!(sent(&told, 0), ["How warm is Kyoto?"]);
    assert_eq!(told.requests[0].request.settings, settings);
    assert_eq!(told.requests[0].request.choice, FunctionChoice::None, "nothing is offered");
    assert_eq!(told.messages().next().map(Message::text).as_deref(), Some("How warm is Boston?"));
    told.assert_sound();
}

#[tokio::test]
async fn a_request_changed_for_the_rest_of_the_turn_grows_a_branch_and_stays_changed() {
    let told = forecast().stops(StopPlace::BeforeRequest).person(Decision::Stop).run().await;
    let mut said = Message::clone(told.messages().next().expect("the question"));
    said.items = vec![Item::Text { text: "In Celsius: how warm is Boston?".into() }];
    let settings = RequestSettings { temperature: Some(0.5), ..RequestSettings::default() };
    let edit = RequestEdit { messages: Some(vec![said]), settings: Some(settings), ..RequestEdit::default() };
    let told = forecast()
        .stops(StopPlace::BeforeRequest)
        .person(Decision::EditRequest { edit: Box::new(edit), reach: Reach::RestOfTurn })
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(sent(&told, 1).first().map(String::as_str), Some("In Celsius: how warm is Boston?"));
    let temperatures: Vec<_> = told.requests.iter().map(|one| one.request.settings.temperature).collect();
    assert_eq!(temperatures, [Some(0.5), Some(0.5)]);
    assert_eq!(told.messages().next().map(|message| message.origin), Some(Origin::Edited));
    told.assert_sound();
}

#[tokio::test]
async fn messages_with_an_open_call_are_not_sent() {
    let told = forecast().run().await;
    let messages: Vec<_> = told.messages().take(2).cloned().collect();
    let edit = RequestEdit { messages: Some(messages), ..RequestEdit::default() };
    let told = forecast()
        .stops(StopPlace::BeforeRequest)
        .person(Decision::EditRequest { edit: Box::new(edit), reach: Reach::ThisRequest })
        .person(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(
        told.refused,
        [Misuse::Unsound { reason: PathFault::NoResult { call: CallId::new("call-1") } }]
    );
}

#[tokio::test]
async fn an_edit_that_names_what_is_not_there_is_refused_and_the_turn_stays_at_its_stop() {
    let absent = content::FunctionName::new("weather", "get_forcast");
    let functions = RequestEdit { functions: Some(vec![absent.clone()]), ..RequestEdit::default() };
    let choice = FunctionChoice::Function { name: absent };
    let choice = RequestEdit { choice: Some(choice), ..RequestEdit::default() };
    let nobody = ModelId::new("script:nobody");
    let model = RequestEdit { model: Some(nobody.clone()), ..RequestEdit::default() };
    let mut conversation = forecast().stops(StopPlace::BeforeRequest);
    for edit in [functions, choice, model] {
        for reach in [Reach::ThisRequest, Reach::RestOfTurn] {
            let edit = Box::new(edit.clone());
            conversation = conversation.person(Decision::EditRequest { edit, reach });
        }
    }
    let told = conversation.person(Decision::Continue).person(Decision::Continue).run().await;
    let absent = "weather · get_forcast (nearest: weather · get_forecast)".to_owned();
    let (function, model) = (Misuse::NoFunction { absent }, Misuse::NoModel { model: nobody });
    assert_eq!(told.refused, [&function, &function, &function, &function, &model, &model].map(Clone::clone));
    assert_eq!(told.outcome(), Some(&invocation::TurnOutcome::Answered));
}

#[tokio::test]
async fn a_call_is_sent_to_another_function() {
    let told = forecast()
        .stops(StopPlace::BeforeCall)
        .person(Decision::SendTo {
            function: content::FunctionName::new("arithmetic", "sum"),
            raw: Some(r#"{"numbers": [1, 2]}"#.into()),
        })
        .run()
        .await;
    let call = told.messages().flat_map(Message::calls).next().expect("the call");
    assert_eq!(call.origin, Origin::Edited);
    assert_eq!(told.result("call-1").function, call.function);
    assert_eq!(told.result("call-1").origin, Origin::Function);
    told.assert_sound();
}

#[tokio::test]
async fn pending_calls_are_answered_in_one_go_and_in_any_order() {
    let told = both()
        .stops(StopPlace::BeforeCall)
        .person_about(
            Decision::WriteResult { outcome: text("warm") },
            vec![other("call-2", Decision::Decline { reason: "not that one".into() })],
        )
        .run()
        .await;
    assert_eq!(told.pauses.len(), 1);
    told.assert_result("call-1", Origin::Simulated, &text("warm"));
    told.assert_result("call-2", Origin::Person, &Outcome::declined("not that one"));

    let told = both()
        .stops(StopPlace::BeforeCall)
        .person_about(Decision::Stay, vec![other("call-2", Decision::WriteResult { outcome: text("cold") })])
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!((told.pauses.len(), told.started()), (1, vec!["call-1"]));
    told.assert_result("call-2", Origin::Simulated, &text("cold"));
    told.assert_sound();
}

#[tokio::test]
async fn an_answer_about_a_call_that_does_not_wait_is_refused() {
    let told = both()
        .stops(StopPlace::AfterCall)
        .person_about(Decision::Continue, vec![other("call-1", Decision::Continue)])
        .person_about(Decision::Continue, vec![other("nobody", Decision::Continue)])
        .person(Decision::RunAgain)
        .person(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    let twice = Misuse::DecidedTwice { call: CallId::new("call-1") };
    let missing = Misuse::NoCall { call: CallId::new("nobody") };
    assert_eq!(told.refused, [twice, missing]);
    assert_eq!(told.started(), ["call-1", "call-1", "call-2"]);
    told.assert_sound();
}

#[tokio::test]
async fn an_answer_that_decides_about_one_call_twice_is_refused() {
    let decline = Decision::Decline { reason: "no".into() };
    let told = both()
        .stops(StopPlace::BeforeCall)
        .person_about(Decision::Continue, vec![other("call-2", Decision::Continue), other("call-2", decline)])
        .person(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(told.refused, [Misuse::DecidedTwice { call: CallId::new("call-2") }]);
    told.assert_sound();
}

#[tokio::test]
async fn a_call_is_dropped_and_another_is_added() {
    let add = Decision::AddCall {
        function: content::FunctionName::new("arithmetic", "sum"),
        raw: r#"{"numbers": [1, 2]}"#.into(),
    };
    let told = both()
        .stops(StopPlace::AfterResponse)
        .person(add)
        .person_about(Decision::Continue, vec![other("call-1", Decision::Drop)])
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(told.refused, []);
    let calls: Vec<_> = told.messages().flat_map(Message::calls).map(|call| call.origin).collect();
    assert_eq!(calls, [Origin::Model, Origin::Simulated]);
    let results: Vec<_> = told.messages().flat_map(Message::results).map(|result| result.origin).collect();
    assert_eq!(results, [Origin::Function, Origin::Function]);
    told.assert_sound();
}

#[tokio::test]
async fn the_only_thing_a_model_said_can_not_be_dropped() {
    let told =
        forecast().stops(StopPlace::BeforeCall).person(Decision::Drop).person(Decision::Continue).run().await;
    assert_eq!(told.refused, [Misuse::NotHere { decision: DecisionKind::DropAll }]);
}

#[tokio::test]
async fn a_dropped_call_beside_words_leaves_the_words() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_says_and_calls("Warm, I think.", &[("call-1", FORECAST, BOSTON)])
        .stops(StopPlace::BeforeCall)
        .person(Decision::Drop)
        .run()
        .await;
    assert_eq!(
        (told.last_words().as_str(), told.outcome()),
        ("Warm, I think.", Some(&TurnOutcome::Answered))
    );
    told.assert_sound();
}

#[tokio::test]
async fn arguments_edited_after_a_call_run_it_again() {
    let told = forecast()
        .stops(StopPlace::AfterCall)
        .person(Decision::EditArguments { raw: OSLO.to_owned() })
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(told.last_words(), "It is 3 degrees.");
    told.assert_sound();
}

#[tokio::test]
async fn the_result_an_equal_call_had_before_is_used_again() {
    let told = Conversation::new()
        .user("Twice, please.")
        .model_calls("call-1", FORECAST, r#"{"city": "Boston", "day": 0}"#)
        .model_calls("call-2", FORECAST, r#"{"day": 0, "city": "Boston"}"#)
        .model_says("It is {{call-2/temperature_c}} degrees.")
        .stops(StopPlace::BeforeCall)
        .person(Decision::UseRecorded)
        .person(Decision::Continue)
        .person(Decision::UseRecorded)
        .run()
        .await;
    assert_eq!(told.refused, [Misuse::NotHere { decision: DecisionKind::UseRecorded }]);
    assert_eq!(told.started(), ["call-1"]);
    let first = told.result("call-1").outcome.clone();
    told.assert_result("call-2", Origin::Recorded, &first);
    told.assert_sound();
}

#[tokio::test]
async fn another_model_completes_a_call_and_its_words_become_the_result() {
    let told = forecast()
        .model("script:helper")
        .model_says(r#"{"temperature_c": 40}"#)
        .stops(StopPlace::BeforeCall)
        .person(Decision::HandOver { to: Completer::Model { model: ModelId::new("script:helper") } })
        .run()
        .await;
    assert_eq!(told.last_words(), "It is 40 degrees.");
    let outcome = Outcome::Returned { output: Output::Json { value: json!({ "temperature_c": 40 }) } };
    told.assert_result("call-1", Origin::Model, &outcome);
    let asked = told.requests.iter().find(|one| one.model.as_str() == "script:helper").expect("it is asked");
    let prompt = asked.request.messages.last().map(|message| message.text()).unwrap_or_default();
    assert!(prompt.contains("weather-get_forecast") && prompt.contains(BOSTON), "{prompt}");
    assert!(asked.request.functions.is_empty());
    told.assert_sound();
}

#[tokio::test]
async fn a_call_of_one_participant_is_completed_by_another_and_both_are_named() {
    let participant = |name: &str, model: &str, instructions: &str| Participant {
        name: name.to_owned(),
        model: ModelId::new(model),
        instructions: instructions.to_owned(),
        functions: None,
    };
    let told = forecast()
        .model("script:helper")
        .model_says("fog")
        .planned(|plan| {
            plan.participants = vec![
                participant("Ann", "script:test", "You are Ann."),
                participant("Bob", "script:helper", "You are Bob."),
            ];
            plan.speaker = Some("Ann".to_owned());
        })
        .stops(StopPlace::BeforeCall)
        .person(Decision::HandOver { to: Completer::Participant { name: "Bob".into() } })
        .run()
        .await;
    let author = told.messages().nth(1).map(|message| message.author.clone());
    let ann = content::Author::Participant { name: "Ann".into(), model: ModelId::new("script:test") };
    assert_eq!(author, Some(ann));
    let first: Vec<_> = told.requests.iter().map(|one| one.request.messages[0].text()).collect();
    assert_eq!(first[0], "You are Ann.");
    assert!(first[1].starts_with("You are Bob."));
    assert!(told.events().any(|event| matches!(
        event,
        TurnEvent::HandedOver { to: Completer::Participant { name }, .. } if name == "Bob"
    )));
    told.assert_result("call-1", Origin::Model, &text("fog"));
    told.assert_sound();
}

#[tokio::test]
async fn every_intervention_is_in_the_log_and_the_original_stands_beside_the_edit() {
    let told = forecast()
        .stops(StopPlace::BeforeCall)
        .person(Decision::EditArguments { raw: OSLO.to_owned() })
        .run()
        .await;
    let answers = told.events().filter(|event| matches!(event, TurnEvent::Answered { .. })).count();
    let written: Vec<_> = told
        .records
        .iter()
        .filter_map(|record| match record {
            TurnRecord::Message(message) => message.calls().next().map(|call| call.arguments.raw()),
            TurnRecord::Event(_) => None,
        })
        .collect();
    assert_eq!((answers, written), (1, vec![BOSTON, OSLO]));
    assert!(matches!(
        &told.messages().flat_map(Message::calls).next().expect("a call").arguments,
        CallArguments::Parsed { raw, .. } if raw == OSLO
    ));
    assert_eq!(told.pauses[0].reason, PauseReason::Breakpoint);
    assert_eq!(told.pauses[0].place, PausePlace::BeforeCall { call: CallId::new("call-1") });
}
