//! Writes the contract as TypeScript, or checks that what is written is what would be.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> std::io::Result<ExitCode> {
    let folder: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "..", "ui", "src", "contract"].iter().collect();
    let mut modules = workbench::contract::notice_modules();
    modules.push((PathBuf::from("index.ts"), workbench::contract::typescript()));
    if std::env::args().any(|argument| argument == "--check") {
        let stale = modules.iter().find(|(path, text)| !is_current(&folder.join(path), text));
        if let Some((path, _)) = stale {
            tell(&format!(
                "ui/src/contract/{} is not what the Rust types say. Run `cargo xtask types` and commit it.",
                path.display()
            ));
        }
        return Ok(if stale.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    for (path, text) in &modules {
        let file = folder.join(path);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(file, text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn is_current(file: &Path, text: &str) -> bool {
    std::fs::read_to_string(file).is_ok_and(|written| written == text)
}

#[allow(clippy::print_stderr, reason = "this program is a command of its own")]
fn tell(message: &str) {
    eprintln!("{message}");
}
