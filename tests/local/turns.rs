//! The whole loop with a model in a file: chosen in the overview, asked, its calls run, and asked again.

use content::{FunctionName, Item, ModelId, Outcome, Role};
use invocation::{TurnEvent, TurnOutcome};
use local_model::tiny::Tiny;
use ports::FunctionChoice;
use sessions::SessionEvent;
use std::sync::Arc;
use support::app::{Followed, TestApp};
use workbench::contract::{ConfigureSession, Note, Nothing};

fn app() -> TestApp {
    let home = tempfile::tempdir().expect("a folder");
    let models = home.path().join("models");
    std::fs::create_dir(&models).expect("the folder is made");
    Tiny::default().write(&models.join("tiny.gguf")).expect("the file is written");
    TestApp::in_home(Arc::new(home))
}

/// What came of the calls, as the model is told.
fn outcomes(followed: &Followed) -> Vec<Outcome> {
    let ended = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallEnded { outcome, .. }, .. } } => {
            Some(outcome.clone())
        }
        _ => None,
    });
    ended.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_chance_wrote_runs_and_its_result_is_told() {
    let app = app();
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    let listed =
        overview.models.iter().find(|model| model.model.as_str() == "local:tiny").expect("it is listed");
    assert_eq!((listed.title.as_str(), listed.service.as_str()), ("tiny", "This computer"));

    let mut followed = app.session("local:tiny", &[]).await;
    let mut plan = followed.plan().await;
    let name = FunctionName::new("arithmetic", "convert_temperature");
    plan.breakpoints = Vec::new();
    plan.model = ModelId::new("local:tiny");
    plan.limits.rounds = 2;
    plan.choice.functions = Some(vec![name.clone()]);
    plan.choice.choice = FunctionChoice::Function { name };
    plan.choice.calls.parallel = Some(false);
    plan.settings.max_output_tokens = Some(200);
    plan.settings.temperature = Some(1.0);
    plan.settings.seed = Some(5);
    let args = ConfigureSession { session: followed.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");

    followed.says("How warm is that?").await;
    let outcome = followed.outcome().await;
    assert!(!matches!(outcome, TurnOutcome::Failed { .. }), "{outcome:?}");
    let outcomes = outcomes(&followed);
    let [Outcome::Returned { .. } | Outcome::Failed { .. }] = outcomes.as_slice() else {
        panic!("{outcomes:?}")
    };
    let is_invalid = |outcome: &Outcome| matches!(outcome, Outcome::Failed { failure } if failure.kind == content::FailureKind::InvalidArguments);
    assert!(!outcomes.iter().any(is_invalid), "{outcomes:?}");
    let listed = app.workbench.local_models(Nothing {}).await.expect("a list");
    let speed = listed.models.iter().find_map(|model| model.speed).expect("it was measured in use");
    assert!(speed.reads > 0.0 && speed.writes > 0.0, "{speed:?}");
    app.workbench.close().await;
}

/// The words of the assistant's last message.
pub(crate) fn last_words(followed: &Followed) -> String {
    let messages = followed.log.iter().rev().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } if message.role == Role::Assistant => Some(message),
        _ => None,
    });
    let text = |item: &Item| if let Item::Text { text } = item { Some(text.clone()) } else { None };
    messages.take(1).flat_map(|message| message.items.iter().filter_map(text)).collect()
}
