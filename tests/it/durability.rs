//! What outlives what: a copy made while the application runs is whole, and a damaged log of changes is told of.

use sessions::Store;
use std::sync::Arc;
use support::app::TestApp;
use workbench::contract::Nothing;

#[tokio::test]
async fn a_copy_made_in_the_middle_of_a_turn_has_everything_that_was_shown_and_no_key() {
    let app = TestApp::new();
    app.write_script(
        "own.jsonl",
        "{\"format\": 1, \"title\": \"Own\"}\n{\"type\": \"text\", \"delta\": \"a\"}\n{\"type\": \"end\"}\n",
    );
    let home = app.home.path().to_owned();
    for (name, text) in [("keys.sealed", "sealed"), ("keys.seal", "seal"), ("models.toml", "# none\n")] {
        std::fs::write(home.join(name), text).expect("it is written");
    }
    std::fs::create_dir_all(home.join("plugins/one")).expect("a folder");
    std::fs::write(home.join("plugins/one/notes.txt"), "notes").expect("it is written");
    let mut session = app.session("example:weather", &[invocation::StopPlace::BeforeCall]).await;
    session.says("How is the weather?").await;
    session.pause(1).await;
    let shown = session.log.len();

    let copied = app.workbench.data_copy(Nothing {}).await.expect("it is copied");
    assert_eq!(copied.folder, home.join("copies/copy-1").display().to_string());
    let folder = home.join("copies/copy-1");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the copy")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["models.toml", "plugins", "scripts", "sessions.db"]);
    assert_eq!(std::fs::read_to_string(folder.join("plugins/one/notes.txt")).expect("the notes"), "notes");
    let store = Store::open(&folder.join("sessions.db")).expect("the copy opens by itself");
    let log = store.read::<workbench::contract::Note>(&session.session, 0).expect("its log");
    assert_eq!(log.len(), shown);
    assert_eq!(log, session.log);
    drop(store);
    let again = app.workbench.data_copy(Nothing {}).await.expect("it is copied again");
    assert_eq!(again.folder, home.join("copies/copy-2").display().to_string());
    app.workbench.close().await;
}

#[tokio::test]
async fn a_log_of_changes_that_was_damaged_is_told_of_at_the_start() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await;
    let home = app.home.path().to_owned();
    let after = tempfile::tempdir().expect("another folder");
    // As a killed process leaves them, with a byte in the middle that is another one.
    std::fs::copy(home.join("sessions.db"), after.path().join("sessions.db")).expect("the file");
    let mut log = std::fs::read(home.join("sessions.db-wal")).expect("its log of changes");
    drop(session);
    app.workbench.close().await;
    let middle = log.len() / 2;
    log[middle] ^= 1;
    std::fs::write(after.path().join("sessions.db-wal"), &log).expect("the damaged log");

    let app = TestApp::opened_again(Arc::new(after));
    let problems = app.workbench.overview(Nothing {}).await.expect("it starts").problems;
    let kept = app.home.path().join("sessions.db-wal.damaged-1");
    assert!(
        problems.iter().any(|problem| problem.message.to_string().contains(&kept.display().to_string())),
        "{problems:?}"
    );
    assert_eq!(std::fs::read(kept).expect("the log as it was"), log);
    app.workbench.close().await;
}
