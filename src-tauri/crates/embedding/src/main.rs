//! `callwright-parts FOLDER`: fetches what comparing meanings needs into a folder, and does nothing where it is there.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool talks through its terminal"
)]

use downloads::FetchProgress;
use embedding::ModelFiles;
use std::process::ExitCode;
use std::sync::Mutex;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: callwright-parts FOLDER");
        return ExitCode::from(2);
    };
    match fetch(folder.into()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn fetch(folder: std::path::PathBuf) -> Result<(), Box<dyn std::error::Error>> {
    let parts = ModelFiles::in_folder(folder)?;
    let told = Mutex::new(None);
    let tell = |progress: FetchProgress| {
        if let Ok(mut told) = told.lock()
            && told.as_ref() != Some(&progress.what)
        {
            println!("Fetching {} ({} kB)", progress.what, progress.total / 1_000);
            *told = Some(progress.what);
        }
    };
    parts.fetch(&tell).await?;
    println!("What comparing meanings needs is in {}", parts.folder().display());
    Ok(())
}
