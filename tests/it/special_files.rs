//! Pipes, devices and links to them where files should be: each is named, and the application starts.

use std::path::Path;
use support::app::TestApp;
use workbench::contract::{AddLocalModel, Nothing};

fn pipe(path: &Path) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(made.success());
}

fn endless(path: &Path) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::os::unix::fs::symlink("/dev/zero", path).expect("a link");
}

#[tokio::test]
async fn settings_scripts_and_lists_that_are_no_files_are_named_and_the_start_goes_on() {
    let app = TestApp::new();
    let home = app.home.path().to_owned();
    let pipes = ["consents.json", "services.json", "scripts/one.jsonl", "local-models.json"];
    let links = ["sources.json", "models.toml", "scripts/two.jsonl", "meaning.json", "weights.toml"];
    pipes.iter().for_each(|name| pipe(&home.join(name)));
    links.iter().for_each(|name| endless(&home.join(name)));
    let overview = app.workbench.overview(Nothing {}).await.expect("it starts");
    let problem = |name: &str| {
        let path = home.join(name).display().to_string();
        let mut told = overview.problems.iter().map(|problem| problem.message.to_string());
        told.find(|message| message.contains(&path)).unwrap_or_default()
    };
    for name in pipes {
        assert!(problem(name).contains("it is a pipe, not a file"), "{name}: {:?}", overview.problems);
    }
    for name in links {
        assert!(problem(name).contains("it is a device, not a file"), "{name}: {:?}", overview.problems);
    }
    let prices = home.join("prices.json");
    endless(&prices);
    let read = app.workbench.prices_read(Nothing {}).await.expect("the table that ships");
    assert!(read.problem.is_some_and(|problem| problem.to_string().contains("it is a device, not a file")));
    app.workbench.close().await;
}

#[tokio::test]
async fn a_database_that_is_a_pipe_is_named() {
    let app = TestApp::new();
    pipe(&app.home.path().join("sessions.db"));
    let error = app.workbench.overview(Nothing {}).await.expect_err("there are no sessions");
    assert!(error.message.to_string().contains("it is a pipe, not a file"), "{}", error.message);
}

#[tokio::test]
async fn a_model_that_is_no_file_is_refused_by_its_kind() {
    let app = TestApp::new();
    let (one, two) = (app.home.path().join("one.gguf"), app.home.path().join("two.gguf"));
    pipe(&one);
    endless(&two);
    for (path, what) in [(one, "a pipe"), (two, "a device")] {
        let path = path.display().to_string();
        let error = app.workbench.local_model_add(AddLocalModel { path }).await.expect_err("it is no model");
        assert!(
            error.message.to_string().contains(&format!("it is {what}, not a file")),
            "{}",
            error.message
        );
    }
    app.workbench.close().await;
}

#[tokio::test]
async fn plugins_of_pipes_and_devices_are_named_and_the_others_work() {
    let app = TestApp::new();
    let plugins = app.home.path().join("plugins");
    pipe(&plugins.join("pipe/plugin.toml"));
    endless(&plugins.join("endless/plugin.toml"));
    let mut session = app.session("example:weather", &[]).await;
    let mut version = 0;
    loop {
        let overview = app.workbench.overview(Nothing {}).await.expect("it starts");
        let told = serde_json::to_string(&overview.sources).expect("JSON");
        if told.contains("in-its-place.pipe") && told.contains("in-its-place.device") {
            break;
        }
        version = session.until_functions(version).await;
    }
    session.says("How is the weather?").await;
    session.outcome().await;
    app.workbench.close().await;
}
