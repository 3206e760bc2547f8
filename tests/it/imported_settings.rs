//! Settings of requests that are imported: with what the session goes on, and what is said about it.

use crate::requests::with_service;
use content::ModelId;
use formats::Format;
use invocation::TurnPlan;
use ports::{Effort, FunctionChoice, ResponseFormat};
use serde_json::{Value, json};
use sessions::SessionEvent;
use support::app::TestApp;
use support::provider::Provider;
use workbench::contract::{
    BeginImport, ImportPiece, ImportSession, ImportedModel, ImportedSession, NamedSession, Note, Nothing,
};

async fn import(app: &TestApp, request: &Value) -> (ImportedSession, TurnPlan) {
    let args = ImportSession { text: request.to_string(), format: None, title: None };
    let imported = app.workbench.session_import(args).await.expect("it is read");
    let plan = app.follow(&imported.session.id).await.plan().await;
    (imported, plan)
}

/// What is understood and what is lost, in the words of the request.
#[track_caller]
fn check(imported: &ImportedSession, understood: &[&str], lost: &[&str]) {
    let names: Vec<_> = imported.settings.iter().map(|setting| setting.name.as_str()).collect();
    let losses: Vec<_> = imported.losses.iter().map(|loss| loss.what.to_string()).collect();
    assert_eq!(
        (names, losses),
        (understood.to_vec(), lost.iter().map(|&one| one.to_owned()).collect::<Vec<_>>())
    );
}

fn chat(model: &str) -> Value {
    json!({
        "model": model,
        "messages": [{ "role": "user", "content": "Is it warm in Oslo?" }],
        "temperature": 0.2,
        "top_p": 0.9,
        "max_completion_tokens": 500,
        "tool_choice": { "type": "function", "function": { "name": "weather-get_forecast" } },
        "response_format": { "type": "json_object" },
        "reasoning_effort": "low",
        "user": "someone"
    })
}

#[tokio::test]
async fn a_session_goes_on_with_the_settings_and_the_model_of_its_request() {
    let provider = Provider::start(Vec::new()).await;
    let app = with_service(&provider).await;
    let (imported, plan) = import(&app, &chat("m")).await;
    let understood = [
        "temperature",
        "top_p",
        "max_completion_tokens",
        "response_format",
        "reasoning_effort",
        "tool_choice",
    ];
    check(&imported, &understood, &["what stands beside the messages is not kept: user"]);
    let settings = &plan.settings;
    assert_eq!(
        (settings.temperature, settings.top_p, settings.max_output_tokens),
        (Some(0.2), Some(0.9), Some(500))
    );
    assert_eq!(settings.response_format, Some(ResponseFormat::Json));
    assert_eq!(settings.thinking.effort, Some(Effort::Low));
    let forecast = content::FunctionName::new("weather", "get_forecast");
    assert_eq!(plan.choice.choice, FunctionChoice::Function { name: forecast });
    let here = ModelId::new("acme/m");
    assert_eq!(plan.model, here);
    assert_eq!(imported.model, Some(ImportedModel { name: "m".to_owned(), here: Some(here) }));
}

#[tokio::test]
async fn a_model_that_no_service_has_is_named_and_the_first_one_here_goes_on() {
    let app = TestApp::new();
    let (imported, plan) = import(&app, &chat("gpt-4o")).await;
    assert_eq!(imported.model, Some(ImportedModel { name: "gpt-4o".to_owned(), here: None }));
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert_eq!(Some(&plan.model), overview.models.first().map(|first| &first.model));
    assert_eq!(plan.settings.temperature, Some(0.2));
}

#[tokio::test]
async fn every_protocol_gives_its_settings() {
    let app = TestApp::new();
    let responses = json!({
        "model": "o", "input": "Hello", "reasoning": { "effort": "high" }, "max_output_tokens": 7,
        "text": { "format": { "type": "json_object" } }, "tool_choice": "required", "store": false
    });
    let (imported, plan) = import(&app, &responses).await;
    let understood = ["max_output_tokens", "text.format", "reasoning.effort", "tool_choice"];
    check(&imported, &understood, &["what stands beside the messages is not kept: store"]);
    assert_eq!(plan.choice.choice, FunctionChoice::Required);
    assert_eq!(plan.settings.thinking.effort, Some(Effort::High));

    let messages = json!({
        "model": "claude", "max_tokens": 9, "tool_choice": { "type": "any" }, "top_k": 3,
        "messages": [
            { "role": "user", "content": "Hello" },
            { "role": "assistant", "content": [{ "type": "tool_use", "id": "c", "name": "f", "input": {} }] }
        ]
    });
    let (imported, plan) = import(&app, &messages).await;
    assert_eq!(imported.format, Format::Anthropic);
    check(&imported, &["max_tokens", "tool_choice"], &["what stands beside the messages is not kept: top_k"]);
    assert_eq!(plan.settings.max_output_tokens, Some(9));

    let gemini = json!({
        "contents": [{ "role": "user", "parts": [{ "text": "Hello" }] }],
        "generationConfig": { "temperature": 1.5, "topK": 3 }
    });
    let (imported, plan) = import(&app, &gemini).await;
    let lost = ["what stands beside the messages is not kept: generationConfig.topK"];
    check(&imported, &["generationConfig.temperature"], &lost);
    assert_eq!(plan.settings.temperature, Some(1.5));
}

#[tokio::test]
async fn a_request_that_comes_in_pieces_gives_the_same_settings() {
    let app = TestApp::new();
    let begun = app.workbench.import_begin(BeginImport { name: Some("request.json".to_owned()) }).await;
    let session = begun.expect("it begins").session;
    let text = chat("gpt-4o").to_string();
    let args = ImportPiece { session: session.clone(), number: 0, text };
    app.workbench.import_piece(args).await.expect("it is taken");
    let imported = app.workbench.import_end(NamedSession { session }).await.expect("it is imported");
    assert_eq!(imported.settings.first().map(|setting| setting.value.as_str()), Some("0.2"));
    let mut followed = app.follow(&imported.session.id).await;
    let settings = followed.until(|event| match event {
        SessionEvent::Noted { note: Note::Configured { plan } } => {
            plan.settings.temperature.map(|temperature| (temperature, plan.settings.top_p))
        }
        _ => None,
    });
    assert_eq!(settings.await, (0.2, Some(0.9)));
}
