//! What a model is told before the history.

use content::ModelId;
use conversations::conversation::Conversation;
use conversations::told::Told;
use invocation::{Decision, Instructions, Participant, Reach, RequestEdit, StopPlace, TurnPlan};
use std::collections::BTreeMap;

const BOSTON: &str = r#"{"city": "Boston"}"#;

fn forecast() -> Conversation {
    Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", "weather-get_forecast", BOSTON)
        .model_says("12 degrees.")
}

fn instructions(text: &str) -> Option<Instructions> {
    Some(Instructions { text: text.to_owned(), ..Instructions::default() })
}

fn participant(instructions: &str) -> Participant {
    Participant {
        name: "Ann".to_owned(),
        model: ModelId::new("script:test"),
        instructions: instructions.to_owned(),
        functions: None,
    }
}

/// The first message of each request.
fn firsts(told: &Told) -> Vec<String> {
    told.requests.iter().map(|one| one.request.messages[0].text()).collect()
}

fn edited(edit: RequestEdit, reach: Reach) -> Conversation {
    forecast()
        .planned(|plan| plan.instructions = instructions("Be brief."))
        .stops(StopPlace::BeforeRequest)
        .person(Decision::EditRequest { edit: Box::new(edit), reach })
        .person(Decision::Continue)
}

#[tokio::test]
async fn instructions_stand_before_every_request_and_not_in_the_history() {
    let told = forecast().planned(|plan| plan.instructions = instructions("Be brief.")).run().await;
    assert_eq!(firsts(&told), ["Be brief.", "Be brief."]);
    assert!(told.messages().all(|message| message.text() != "Be brief."));
    told.assert_sound();
}

#[tokio::test]
async fn a_participants_own_instructions_follow_those_of_the_session() {
    let told = forecast()
        .planned(|plan| {
            plan.instructions = instructions("Be brief.");
            plan.participants = vec![participant("You are Ann.")];
            plan.speaker = Some("Ann".to_owned());
        })
        .run()
        .await;
    assert_eq!(firsts(&told)[0], "Be brief.\n\nYou are Ann.");
    told.assert_sound();
}

#[tokio::test]
async fn instructions_of_spaces_are_not_sent() {
    let told = forecast().planned(|plan| plan.instructions = instructions(" \n")).run().await;
    assert_eq!(firsts(&told)[0], "How warm is Boston?");
}

#[tokio::test]
async fn instructions_changed_at_a_stop_hold_as_long_as_the_person_says() {
    let edit = || RequestEdit { instructions: Some("Be {{kind}}.".to_owned()), ..RequestEdit::default() };
    let once = edited(edit(), Reach::ThisRequest).run().await;
    assert_eq!(firsts(&once), ["Be {{kind}}.", "Be brief."]);
    once.assert_sound();
    let rest = edited(edit(), Reach::RestOfTurn).run().await;
    assert_eq!(firsts(&rest), ["Be {{kind}}.", "Be {{kind}}."]);
    rest.assert_sound();
    let none = RequestEdit { instructions: Some(String::new()), ..RequestEdit::default() };
    let none = edited(none, Reach::RestOfTurn).run().await;
    assert_eq!(firsts(&none), ["How warm is Boston?", "How warm is Boston?"]);
}

#[tokio::test]
async fn messages_changed_at_a_stop_leave_the_instructions_alone() {
    let told = forecast().stops(StopPlace::BeforeRequest).person(Decision::Stop).run().await;
    let messages = Some(told.messages().take(1).cloned().collect());
    let edit = RequestEdit { messages, ..RequestEdit::default() };
    let told = edited(edit, Reach::ThisRequest).run().await;
    assert_eq!(firsts(&told)[0], "Be brief.");
}

#[tokio::test]
async fn what_a_stop_shows_is_what_is_sent() {
    let told = forecast()
        .planned(|plan| {
            plan.instructions = instructions("Be brief.");
            plan.participants = vec![participant("You are Ann.")];
            plan.speaker = Some("Ann".to_owned());
        })
        .stops(StopPlace::BeforeRequest)
        .person(Decision::Stop)
        .run()
        .await;
    let shown = told.events().find_map(|event| match event {
        invocation::TurnEvent::Paused { state: Some(state), .. } => state.request.clone(),
        _ => None,
    });
    let shown = shown.and_then(|request| request.instructions);
    assert_eq!(shown.as_deref(), Some("Be brief.\n\nYou are Ann."));
}

#[test]
fn a_turn_begins_with_the_values_of_its_moment() {
    let plan = forecast_plan();
    let now = BTreeMap::from([("today", "2026-11-25"), ("city", "Bergen")]);
    let now = now.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let begun = plan.with_values(&now);
    let told = begun.instructions.as_ref().expect("instructions");
    assert_eq!(told.text, "{{today}}: {{city}}, {{unit}}");
    assert_eq!(told.resolved.as_deref(), Some("2026-11-25: Oslo, {{unit}}"));
    assert_eq!(begun.spoken_instructions().as_deref(), Some("2026-11-25: Oslo, {{unit}}\n\nAnn in Oslo"));
}

fn forecast_plan() -> TurnPlan {
    let selection = invocation::SelectionPlan::ranked(4);
    let limits = invocation::TurnLimits::rounds(8);
    TurnPlan {
        instructions: Some(Instructions {
            text: "{{today}}: {{city}}, {{unit}}".to_owned(),
            values: BTreeMap::from([("city".to_owned(), "Oslo".to_owned())]),
            resolved: None,
        }),
        participants: vec![participant("Ann in {{city}}")],
        speaker: Some("Ann".to_owned()),
        ..TurnPlan::plain(ModelId::new("script:test"), limits, selection)
    }
}

#[test]
fn a_plan_of_a_log_from_before_has_no_instructions() {
    let plan = TurnPlan { instructions: None, ..forecast_plan() };
    let written = serde_json::to_value(&plan).expect("it is written");
    assert!(written.get("instructions").is_none());
    assert_eq!(serde_json::from_value::<TurnPlan>(written).expect("it is read"), plan);
}
