//! What is known of models: told by a service, written by a person, and what follows from it.

use super::services::{KEY, acme};
use content::ModelId;
use invocation::TurnOutcome;
use ports::Remedy;
use std::fs;
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::contract::{FactsOfModel, NamedModel, Nothing, SaveModelRows, SaveService, ServiceTwin};
use workbench::english;

fn service(kind: &str, model: &str, address: String) -> SaveService {
    let mut service = acme(address);
    service.settings.kind = kind.to_owned();
    service.settings.models = vec![model.to_owned()];
    service
}

async fn facts(app: &TestApp, model: &str) -> FactsOfModel {
    let model = ModelId::new(model);
    app.workbench.model_facts(NamedModel { model }).await.expect("a model of a service")
}

#[tokio::test]
async fn a_model_that_takes_no_functions_over_chat_is_asked_over_responses_with_one_click() {
    let json = "content-type: application/json\r\n";
    let refusal = r#"{"error":{"message":"Not today."}}"#;
    let provider = Provider::start(vec![Reply::response("400 Bad Request", json, refusal)]).await;
    let app = TestApp::new();
    let saved = app.workbench.service_save(service("openai", "gpt-6-astra", provider.address())).await;
    let saved = saved.expect("it is saved");
    let mut session = app.session("acme-co/gpt-6-astra", &[]).await;
    session.says("What time is it?").await;
    let TurnOutcome::Failed { message, remedies, .. } = session.outcome().await else {
        panic!("it is asked")
    };
    assert_eq!(english(&message), "gpt-6-astra of Acme & Co takes no functions over this protocol");
    let kind = "openai-responses".to_owned();
    assert_eq!(remedies, [Remedy::OtherKind { kind: kind.clone() }]);
    assert_eq!(provider.heard(), Vec::<String>::new());

    let asked = ServiceTwin { model: ModelId::new("acme-co/gpt-6-astra"), kind };
    let twin = app.workbench.service_twin(asked.clone()).await.expect("a twin").model;
    assert_eq!(app.workbench.service_twin(asked).await.expect("the same twin").model, twin);
    let listed = app.workbench.services_list(Nothing {}).await.expect("a list").services;
    let kinds: Vec<_> =
        listed.iter().map(|one| (one.settings.kind.as_str(), &one.settings.address)).collect();
    assert_eq!(kinds, [("openai", &saved.address), ("openai-responses", &saved.address)]);
    let mut session = app.session(twin.as_str(), &[]).await;
    session.says("What time is it?").await;
    assert!(matches!(session.outcome().await, TurnOutcome::Failed { .. }));
    let heard = provider.heard().concat();
    assert!(heard.starts_with("POST /v1/responses "), "{heard}");
    assert!(heard.contains(&format!("authorization: Bearer {KEY}\r\n")), "{heard}");
}

#[tokio::test]
async fn what_a_service_tells_of_its_models_is_kept_when_it_is_saved() {
    let list = r#"{"data":[{"id":"m","context_length":9000,"top_provider":{"max_completion_tokens":700},
        "supported_parameters":["tools","tool_choice","top_p"]},{"id":"other","context_length":1}]}"#;
    let provider =
        Provider::start(vec![Reply::response("200 OK", "content-type: application/json\r\n", list)]).await;
    let app = TestApp::new();
    let asked = || service("openrouter", "m", provider.address());
    let tested = app.workbench.service_test(asked()).await.expect("it answers");
    assert_eq!(tested.models, ["m", "other"]);
    let saved = app.workbench.service_save(asked()).await.expect("it is saved");
    assert_eq!(saved.told.keys().collect::<Vec<_>>(), ["m", "other"]);
    let known = facts(&app, "acme-co/m").await;
    assert_eq!(
        (known.kind.as_str(), known.facts.output, known.facts.context),
        ("openrouter", Some(700), Some(9000))
    );
    // A page that knows nothing of it does not take it away.
    let mut again = asked();
    again.settings.id = saved.id;
    let saved = app.workbench.service_save(again).await.expect("it is saved");
    assert_eq!(saved.told.len(), 2);
}

#[tokio::test]
async fn rows_of_ones_own_count_at_once_and_until_they_are_given_up() {
    let app = TestApp::new();
    let asked = service("openai", "gpt-6-astra", "https://acme.example/v1".to_owned());
    app.workbench.service_save(asked).await.expect("it is saved");
    let before = facts(&app, "acme-co/gpt-6-astra").await;
    let text =
        "[[models]]\nmodels = [\"gpt-6-astra\"]\nfunctions = \"taken\"\nsource = \"mine\"\n".to_owned();
    let read = app.workbench.models_save(SaveModelRows { text: text.clone() }).await.expect("rows");
    assert_eq!((read.text, read.is_own, read.problem), (text, true, None));
    let after = facts(&app, "acme-co/gpt-6-astra").await;
    assert_ne!(before.facts.functions, after.facts.functions);
    assert_eq!(after.facts.sources.last().map(String::as_str), Some("mine"));
    let wrong = SaveModelRows { text: "[[models]]\nmodels = 7\n".to_owned() };
    assert!(app.workbench.models_save(wrong).await.is_err());
    assert_eq!(facts(&app, "acme-co/gpt-6-astra").await, after);
    app.workbench.models_reset(Nothing {}).await.expect("the rows that ship");
    assert_eq!(facts(&app, "acme-co/gpt-6-astra").await, before);
}

#[tokio::test]
async fn a_file_of_rows_that_can_not_be_read_is_told_and_left_as_it_is() {
    let app = TestApp::new();
    let file = app.home.path().join("models.toml");
    fs::write(&file, "[[models]]\nthinks = \"always\"\n").expect("a file");
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(
        overview.problems.iter().any(|problem| problem.message.to_string().contains("models.toml")),
        "{:?}",
        overview.problems
    );
    let read = app.workbench.models_read(Nothing {}).await.expect("rows");
    assert!(read.problem.is_some());
    assert_eq!(fs::read_to_string(&file).expect("the file"), read.text);
}
