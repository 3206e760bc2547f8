//! Writes the contract as TypeScript, or checks that what is written is what would be.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> std::io::Result<ExitCode> {
    let file: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "..", "..", "ui", "src", "contract", "index.ts"].iter().collect();
    let contract = workbench::contract::typescript();
    if std::env::args().any(|argument| argument == "--check") {
        let is_current = std::fs::read_to_string(&file).is_ok_and(|written| written == contract);
        if !is_current {
            tell(
                "ui/src/contract/index.ts is not what the Rust types say. Run `cargo xtask types` and commit it.",
            );
        }
        return Ok(if is_current { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(&file, contract)?;
    Ok(ExitCode::SUCCESS)
}

#[allow(clippy::print_stderr, reason = "this program is a command of its own")]
fn tell(message: &str) {
    eprintln!("{message}");
}
