//! What is kept is closed to the other people of this computer, whatever the umask, also what an earlier version left open.

use crate::PROGRAMS;
use formats::Format;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::app::TestApp;
use workbench::contract::{ExportSession, Nothing};

/// Everything in a folder that others may read, write or enter.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mut open = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(path) = left.pop() {
        let found = std::fs::symlink_metadata(&path).expect("it is there");
        if found.permissions().mode() & 0o077 != 0 {
            open.push(path.clone());
        }
        if found.is_dir() {
            left.extend(std::fs::read_dir(&path).expect("a folder").flatten().map(|entry| entry.path()));
        }
    }
    open
}

#[test]
fn under_an_umask_of_nothing_no_file_is_open_from_its_first_byte() {
    let place = tempfile::tempdir().expect("a folder");
    let home = place.path().join("home");
    let script = "{\"format\": 1, \"title\": \"Busy\"}\n{\"type\": \"text\", \"delta\": \"Done.\"}\n{\"type\": \"end\"}\n";
    std::fs::create_dir_all(home.join("scripts")).expect("a folder for the script");
    std::fs::write(home.join("scripts/busy.jsonl"), script).expect("the script");
    for path in [&home, &home.join("scripts"), &home.join("scripts/busy.jsonl")] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o777)).expect("it is opened to all");
    }
    let mut command = Command::new("sh");
    command.args(["-c", "umask 000; exec \"$0\" scribe \"$1\"", PROGRAMS]).arg(&home);
    let mut scribe = command.stdout(Stdio::piped()).spawn().expect("the scribe starts");
    let lines = BufReader::new(scribe.stdout.take().expect("its output")).lines();
    // Its first line names the session, each other an entry that was shown: the log of changes is there by then.
    assert_eq!(lines.take(20).filter(Result::is_ok).count(), 20);
    let wal = home.join("sessions.db-wal");
    let was_there = wal.exists();
    scribe.kill().expect("it runs");
    scribe.wait().expect("it has ended");
    assert!(was_there, "a log of changes");
    // The index makes its files itself, in a folder that is closed; both programs close their umask besides.
    let open: Vec<_> = open_to_others(&home);
    let search = home.join("search");
    let open: Vec<_> = open.iter().filter(|path| path.parent() != Some(search.as_path())).collect();
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn both_programs_close_their_umask_before_anything_else() {
    for program in ["src-tauri/src/main.rs", "src-tauri/crates/cli/src/main.rs"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(program);
        let text = std::fs::read_to_string(path).expect("the program");
        // A keeper runs the programs of a person, whose files are as open as that person has set.
        let (_, main) = text.split_once("workbench::as_keeper().unwrap_or_else(").expect("its beginning");
        let (begin, _) = main.split_once(')').expect("what it begins with");
        let (_, body) = text.split_once(&format!("fn {begin}() -> ExitCode {{\n")).expect("that function");
        assert!(body.trim_start().starts_with("disk::close_umask();"), "{program}");
    }
}

#[tokio::test]
async fn what_an_earlier_version_left_open_is_closed_at_the_next_start_and_an_export_is_private() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await.session;
    let home = std::sync::Arc::clone(&app.home);
    app.workbench.close().await;
    drop(app);
    std::fs::create_dir_all(home.path().join("own/deep")).expect("a folder of somebody's own");
    for name in [".", "sessions.db", "search", "own", "own/deep"] {
        let path = home.path().join(name);
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("it is opened to all");
    }
    let app = TestApp::opened_again(home);
    let export = ExportSession { session, format: Format::Own.into() };
    let saved = app.workbench.session_save(export).await.expect("it is saved");
    let own = app.home.path().join("own");
    let open: Vec<_> =
        open_to_others(app.home.path()).into_iter().filter(|path| !path.starts_with(&own)).collect();
    let search = app.home.path().join("search");
    let open: Vec<_> = open.iter().filter(|path| path.parent() != Some(search.as_path())).collect();
    assert!(open.is_empty(), "{open:?}");
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(Path::new(&saved.file.path)), 0o600);
    assert_eq!(mode(&own.join("deep")), 0o755, "what is not ours stays as it is");
    assert_eq!(app.workbench.overview(Nothing {}).await.expect("it starts").problems, []);
    app.workbench.close().await;
}
