//! Runs programs in Python against the application.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time for all cases of a program, some of which wait for seconds.
const PATIENCE: Duration = Duration::from_secs(240);

/// Python with the official libraries. `cargo xtask test` installs it.
pub(super) const LIBRARIES: &str = "judges";

/// Python with frameworks. `cargo xtask test --long` installs it.
pub(super) const FRAMEWORKS: &str = "frameworks";

/// Runs a script of `tests/judges/attached` before an application of its own, and returns the lines it prints.
pub(super) async fn runs(folder: &str, script: &str, arguments: &[&str]) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let mut talking = std::process::Command::new(python(folder));
    talking.arg(root().join("tests/judges/attached").join(script));
    talking.arg(crate::PROGRAMS).args(arguments);
    support::process::at_home(&mut talking, home.path());
    talking.env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONUTF8", "1").env("NO_PROXY", "*");
    talking.env("TMPDIR", home.path());
    let mut talking = tokio::process::Command::from(talking);
    let ended = tokio::time::timeout(PATIENCE, talking.kill_on_drop(true).output()).await;
    let ended = ended.expect("it ends in time").expect("Python starts");
    let printed = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success(), "{printed}\n{}", String::from_utf8_lossy(&ended.stderr));
    printed
}

fn python(folder: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let python = target.join("xtask").join(folder).join(program);
    assert!(python.exists(), "{} is missing: `cargo xtask test` installs it", python.display());
    python
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
