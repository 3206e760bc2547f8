//! Definitions and prompts a person brings, and functions run by hand.

use content::{FunctionName, ModelId, Origin, Outcome, Output};
use functions::sources::pasted::PastedSettings;
use functions::sources::prompt::{ParameterKind, PromptParameter, PromptSettings};
use invocation::{Decision, FilterEffect, FilterKind, FilterPlan, PausePlace, TurnEvent, TurnOutcome};
use ports::{Ask, Progress};
use serde_json::{Value, json};
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use workbench::contract::{
    ConfigureSession, FunctionRun, NamedOwnSource, Note, Nothing, ReadPasted, RunFunction,
};

fn script(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A model that makes one call and then is content.
fn calling(name: &str, arguments: &Value) -> String {
    script(&[
        json!({ "format": 1, "title": "One call" }),
        json!({ "type": "call", "id": "c1", "name": name }),
        json!({ "type": "arguments", "delta": arguments.to_string() }),
        json!({ "type": "end" }),
        json!({ "type": "text", "delta": "Done." }),
        json!({ "type": "end" }),
    ])
}

fn saying(words: &[&str]) -> String {
    let deltas = words.iter().map(|word| json!({ "type": "text", "delta": word }));
    let lines: Vec<_> = std::iter::once(json!({ "format": 1, "title": "Says it" }))
        .chain(deltas)
        .chain([json!({ "type": "end" })])
        .collect();
    script(&lines)
}

fn result(session: &Followed) -> (Outcome, Origin) {
    let mut results = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => {
            message.results().next().map(|result| (result.outcome.clone(), result.origin))
        }
        _ => None,
    });
    results.next_back().expect("a result")
}

fn text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

#[tokio::test]
async fn a_definition_that_was_pasted_runs_at_once_and_a_person_is_its_answer() {
    let app = TestApp::new();
    app.write_script("tide.jsonl", &calling("get_tide", &json!({ "port": "Bergen" })));
    let pasted = json!({ "tools": [{ "name": "get_tide", "description": "Tells the tide of a port.",
        "input_schema": { "type": "object", "properties": { "port": { "type": "string" } }, "required": ["port"] } }] });
    let read =
        app.workbench.definitions_read(ReadPasted { text: pasted.to_string() }).await.expect("it is read");
    let settings =
        PastedSettings { id: String::new(), title: "Mine".to_owned(), definitions: read.definitions };
    let kept = app.workbench.definitions_save(settings).await.expect("it is kept");
    let mut session = app.session("script:tide", &[]).await;
    session.says("What is the tide in the port of Bergen?").await;
    let (_, pause) = session.pause(1).await;
    assert!(matches!(pause.place, PausePlace::BeforeCall { .. }), "{pause:?}");
    session.answers(1, Decision::WriteResult { outcome: text("high at noon") }).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    assert_eq!(result(&session), (text("high at noon"), Origin::Simulated));
    app.workbench.source_remove(NamedOwnSource { source: kept.id }).await.expect("it is removed");
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(overview.functions.iter().all(|spec| spec.name.function != "get_tide"));
}

fn prompt() -> PromptSettings {
    PromptSettings {
        id: String::new(),
        name: "greet".to_owned(),
        description: "Greets somebody from a city.".to_owned(),
        parameters: vec![PromptParameter {
            name: "city".to_owned(),
            description: "Where they are from".to_owned(),
            kind: ParameterKind::Text,
            is_required: true,
            default: None,
        }],
        template: "Greet somebody from {{ city }}.".to_owned(),
        instructions: None,
        model: ModelId::new("script:greets"),
        temperature: None,
        answers_json: false,
    }
}

#[tokio::test]
async fn a_prompt_is_called_like_a_function_and_filters_for_prompts_see_it_first() {
    let app = TestApp::new();
    app.write_script("greets.jsonl", &saying(&["Good ", "morning"]));
    app.write_script("asks.jsonl", &calling("prompts-greet", &json!({ "city": "Oslo" })));
    app.workbench.prompt_save(prompt()).await.expect("it is kept");
    let mut session = app.session("script:asks", &[]).await;
    let mut plan = session.plan().await;
    plan.breakpoints.clear();
    plan.filters = vec![FilterPlan {
        name: "moves".to_owned(),
        function: None,
        kind: FilterKind::ReplaceInPrompt { find: "Oslo".to_owned(), replacement: "Bergen".to_owned() },
        is_enabled: true,
    }];
    let configured = ConfigureSession { session: session.session.clone(), plan };
    app.workbench.session_configure(configured).await.expect("the plan is taken");
    session.says("Greet somebody from a city, please").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    assert_eq!(result(&session), (text("Good morning"), Origin::Function));
    let mut passages = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Filtered { passage }, .. } } => {
            Some(passage)
        }
        _ => None,
    });
    let changed = passages.any(|passage| {
        passage.effect == FilterEffect::ChangedPrompt { text: "Greet somebody from Bergen.".to_owned() }
    });
    assert!(changed);
    assert!(
        session
            .progress
            .iter()
            .any(|progress| matches!(progress, Progress::Text { text } if text.starts_with("Good")))
    );
}

async fn run(app: &TestApp, arguments: &str, is_recorded: bool) -> FunctionRun {
    let args = RunFunction {
        run: "run-1".to_owned(),
        function: FunctionName::new("arithmetic", "add_numbers"),
        arguments: arguments.to_owned(),
        session: None,
        is_recorded,
        is_allowed: false,
    };
    app.workbench.function_run(args).await.expect("an answer")
}

#[tokio::test]
async fn a_function_run_by_hand_gets_what_was_written_or_nothing_at_all() {
    let app = TestApp::new();
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    let spec = overview.functions.iter().find(|spec| spec.name.function == "add_numbers").expect("it ships");
    let names: Vec<_> =
        spec.parameters["properties"].as_object().expect("parameters").keys().cloned().collect();
    let [first, second] = names.as_slice() else { panic!("two parameters: {names:?}") };
    let good = run(&app, &json!({ first: 2, second: "3" }).to_string(), true).await;
    assert!(matches!(&good.outcome, Some(Outcome::Returned { .. })), "{good:?}");
    assert_eq!(good.bound.map(|bound| bound.changes.len()), Some(1));
    assert_eq!(good.origin, Some(Origin::Function));
    let broken = run(&app, "{\"a\": ", false).await;
    assert!(matches!(broken.outcome, Some(Outcome::Failed { .. })));
    assert_eq!(broken.origin, None);
    let null = run(&app, &json!({ first: null, second: 3 }).to_string(), false).await;
    assert!(matches!(null.outcome, Some(Outcome::Failed { .. })) && !null.findings.is_empty());
    let recorded = app.home.path().join("recordings");
    assert_eq!(std::fs::read_dir(recorded).expect("recordings").count(), 1);
}

#[tokio::test]
async fn a_definition_run_by_hand_says_that_nothing_is_behind_it() {
    let app = TestApp::new();
    let text =
        json!([{ "type": "function", "name": "get_tide", "parameters": { "type": "object" } }]).to_string();
    let read = app.workbench.definitions_read(ReadPasted { text }).await.expect("it is read");
    let settings =
        PastedSettings { id: String::new(), title: "Mine".to_owned(), definitions: read.definitions };
    app.workbench.definitions_save(settings).await.expect("it is kept");
    let args = RunFunction {
        run: "run-1".to_owned(),
        function: FunctionName::without_plugin("get_tide"),
        arguments: "{}".to_owned(),
        session: None,
        is_recorded: false,
        is_allowed: false,
    };
    let asked = app.workbench.function_run(args).await.expect("an answer");
    assert_eq!(asked.outcome, None);
    assert!(matches!(asked.asks.as_slice(), [Ask::Result { because: Some(_) }]));
}
