//! `callwright-fetch MANIFEST FOLDER [FILE…]`: fetches files of a manifest into a folder, and does nothing where they are there.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool talks through its terminal"
)]

use downloads::{Clients, FetchProgress, Fetching, Manifest, Part, Thoroughness};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use tokio_util::sync::CancellationToken;

const USAGE: &str = "usage: callwright-fetch MANIFEST FOLDER [FILE…]";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(manifest), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let wanted = arguments.map(|file| file.to_string_lossy().into_owned()).collect();
    match fetch(&manifest, &folder, wanted).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn fetch(
    manifest: &Path,
    folder: &Path,
    wanted: Vec<String>,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut parts = Manifest::read(&std::fs::read_to_string(manifest)?)?.here();
    if let Some(unknown) = wanted.iter().find(|file| !parts.iter().any(|part| part.file == **file)) {
        return Err(format!("{} names no {unknown}", manifest.display()).into());
    }
    parts.retain(|part| wanted.is_empty() || wanted.contains(&part.file));
    for part in &parts {
        if part.flaw(folder, Thoroughness::EveryByte).is_some() {
            one(part, folder).await?;
        }
        println!("{}", folder.join(&part.file).display());
    }
    Ok(())
}

/// What is stopped on the way is gone on with the next time.
async fn one(part: &Part, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let stop = CancellationToken::new();
    let mut fetching = Fetching::into_folder(folder, &part.file, Clients::usual(), &stop)?;
    let told = Mutex::new(None);
    let tell = |progress: FetchProgress| {
        if let Ok(mut told) = told.lock()
            && told.as_ref() != Some(&progress.from)
        {
            eprintln!("Fetching {} ({} MB): {}", progress.what, progress.total / 1_000_000, progress.from);
            *told = Some(progress.from);
        }
    };
    fetching.fetch(part, &tell).await?;
    fetching.tidy();
    Ok(())
}
