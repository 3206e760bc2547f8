//! Models for this computer: fetched, paused, gone on with, deleted, and taken from a file.

use std::path::PathBuf;
use std::sync::Arc;
use support::app::TestApp;
use support::registry::{Asked, Registry};
use support::tiny;
use workbench::contract::{
    AddLocalModel, CommandError, ListedLocalModel, LocalModelKind, LocalModelState, NamedLocalModel, Nothing,
};
use workbench::english;

/// An application that is offered one small model by a registry on this machine.
struct Offered {
    app: TestApp,
    registry: Registry,
}

const FILE: &str = "tiny.gguf";

impl Offered {
    async fn new() -> Self {
        let home = Arc::new(tempfile::tempdir().expect("a folder for the application"));
        let files = home.path().join("served");
        let weights = tiny::gguf();
        std::fs::create_dir_all(&files).expect("a folder");
        std::fs::write(files.join(FILE), &weights).expect("a model");
        let registry = Registry::serve(files).await;
        tiny::offer(home.path(), FILE, &[&registry.file(FILE)]);
        Self { app: TestApp::in_home(home), registry }
    }

    fn path(&self) -> PathBuf {
        self.app.home.path().join("models").join(FILE)
    }

    fn named(&self) -> NamedLocalModel {
        NamedLocalModel { path: self.path().display().to_string() }
    }

    async fn model(&self) -> ListedLocalModel {
        listed(&self.app).await.remove(0)
    }

    async fn fetch(&self) {
        self.app.workbench.local_model_fetch(self.named()).await.expect("it begins");
    }

    /// How it stands once it is no longer under way.
    async fn rests(&self) -> ListedLocalModel {
        loop {
            let model = self.model().await;
            if !matches!(model.state, LocalModelState::Fetching { .. }) {
                return model;
            }
            tokio::task::yield_now().await;
        }
    }
}

async fn listed(app: &TestApp) -> Vec<ListedLocalModel> {
    app.workbench.local_models(Nothing {}).await.expect("a list").models
}

#[tokio::test]
async fn a_model_is_fetched_when_it_is_asked_for_and_can_be_used_then() {
    let offered = Offered::new().await;
    let before = offered.model().await;
    assert_eq!(
        (before.state, before.kind, before.model),
        (LocalModelState::Absent, LocalModelKind::Offered, None)
    );
    assert!(offered.registry.asked().is_empty(), "nothing is fetched before anybody asks");

    offered.fetch().await;
    let here = offered.rests().await;
    assert_eq!(here.state, LocalModelState::Ready);
    let model = here.model.expect("sessions can use it");
    let overview = offered.app.workbench.overview(Nothing {}).await.expect("an overview");
    assert_eq!(overview.models.first().map(|profile| &profile.model), Some(&model));
    let notice = std::fs::read_to_string(offered.path().with_file_name("tiny.gguf.LICENSE.txt"));
    assert!(notice.expect("a notice").contains("Licence: MIT"));
    assert!(!offered.app.home.path().join("models/.fetching").exists());
}

#[tokio::test]
async fn fetching_stops_where_a_person_says_so_and_goes_on_from_there() {
    let offered = Offered::new().await;
    offered.registry.hold(FILE);
    offered.fetch().await;
    offered.registry.until_held().await;
    // What was said has to arrive, too.
    while !matches!(offered.model().await.state, LocalModelState::Fetching { done, .. } if done > 0) {
        tokio::task::yield_now().await;
    }
    let again = offered.app.workbench.local_model_fetch(offered.named()).await.expect_err("it is under way");
    assert!(again.message.to_string().contains("is being fetched already"), "{again:?}");
    offered.app.workbench.local_model_pause(offered.named()).await.expect("it stops");
    let LocalModelState::Paused { done } = offered.model().await.state else { panic!("it is not paused") };

    // An application that is started again knows how far it was.
    offered.registry.let_go();
    let Offered { app, registry } = offered;
    let offered = Offered { app: app.restarted().await, registry };
    assert_eq!(offered.model().await.state, LocalModelState::Paused { done });
    offered.fetch().await;
    assert_eq!(offered.rests().await.state, LocalModelState::Ready);
    let asked = |from| Asked { file: FILE.to_owned(), from };
    assert_eq!(offered.registry.asked(), [asked(0), asked(done)]);
}

#[tokio::test]
async fn where_it_can_not_be_had_a_reason_and_an_advice_are_told() {
    let home = Arc::new(tempfile::tempdir().expect("a folder for the application"));
    tiny::offer(home.path(), FILE, &["http://127.0.0.1:1/nobody"]);
    let offered = Offered { app: TestApp::in_home(home), registry: Registry::serve(PathBuf::new()).await };
    offered.fetch().await;
    let LocalModelState::Failed { reason, advice } = offered.rests().await.state else {
        panic!("nobody has it")
    };
    let (reason, advice) = (english(&reason), advice.as_ref().map(english).unwrap_or_default());
    assert!(reason.contains("http://127.0.0.1:1/nobody") && advice.contains("network"), "{reason} {advice}");
}

#[tokio::test]
async fn a_model_is_deleted_with_all_that_belongs_to_it() {
    let offered = Offered::new().await;
    offered.fetch().await;
    offered.rests().await;
    offered.app.workbench.local_model_forget(offered.named()).await.expect("it is deleted");
    assert_eq!(offered.model().await.state, LocalModelState::Absent);
    let left = std::fs::read_dir(offered.app.home.path().join("models")).expect("a folder").count();
    assert_eq!(left, 0);
    let overview = offered.app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(
        overview.models.iter().all(|profile| profile.service != "This computer"),
        "{:?}",
        overview.models
    );
}

async fn add(app: &TestApp, path: &std::path::Path) -> Result<(), CommandError> {
    let path = path.display().to_string();
    app.workbench.local_model_add(AddLocalModel { path }).await.map(drop)
}

#[tokio::test]
async fn a_file_of_ones_own_is_used_where_it_lies_and_never_deleted() {
    let app = TestApp::new();
    let own = app.home.path().join("own.gguf");
    std::fs::write(&own, tiny::gguf()).expect("a model");
    add(&app, &own).await.expect("it is a model");
    let model = listed(&app).await.pop().expect("it is listed");
    assert_eq!((model.kind, model.state), (LocalModelKind::Added, LocalModelState::Ready));

    let app = app.restarted().await;
    let named = NamedLocalModel { path: own.display().to_string() };
    app.workbench.local_model_forget(named).await.expect("it is left out");
    assert!(own.is_file() && listed(&app).await.iter().all(|model| model.kind == LocalModelKind::Offered));
}

#[tokio::test]
async fn what_is_no_model_is_refused_with_what_is_wrong_and_not_listed() {
    let app = TestApp::new();
    let file = |name: &str, bytes: &[u8]| {
        let path = app.home.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    };
    let whole = tiny::gguf();
    let cases = [
        (file("page.gguf", b"<!doctype html>"), "is not a GGUF file"),
        (file("cut.gguf", &whole[..whole.len() / 2]), ""),
        (app.home.path().join("nowhere.gguf"), "can't be used: No such file"),
        (PathBuf::from("own.gguf"), "is not an absolute path"),
    ];
    for (path, expected) in cases {
        let refused = add(&app, &path).await.expect_err("it is refused");
        assert!(refused.message.to_string().contains(expected), "{refused:?}");
        assert!(refused.advice.is_some());
    }
    assert!(listed(&app).await.iter().all(|model| model.kind == LocalModelKind::Offered));
}

#[tokio::test]
async fn a_command_reaches_no_file_that_is_not_listed() {
    let app = TestApp::new();
    let diary = app.home.path().join("diary.txt");
    std::fs::write(&diary, "mine").expect("a file");
    let named = NamedLocalModel { path: diary.display().to_string() };
    app.workbench.local_model_forget(named.clone()).await.expect_err("it is no model");
    app.workbench.local_model_fetch(named).await.expect_err("it is not offered");
    assert!(diary.is_file());
}
