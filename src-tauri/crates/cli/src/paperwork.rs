//! The completions of shells and the manual pages, made from the command line itself.

use crate::Ended;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output::write;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man as Page;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Writes the pages of all commands into this folder
    #[arg(long)]
    folder: Option<PathBuf>,
}

pub(crate) fn completions(args: &Completions) -> Result<Ended, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "callwright", &mut text);
    write(&text)?;
    Ok(Ended::Well)
}

pub(crate) fn man(args: &Man) -> Result<Ended, Failure> {
    if let Some(folder) = &args.folder {
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder))
            .map_err(|error| Failure::unwritten(folder, &error))?;
        return Ok(Ended::Well);
    }
    let mut text = Vec::new();
    let rendered = Page::new(Arguments::command()).render(&mut text);
    rendered.map_err(|error| Failure::new(format!("the manual page can't be made: {error}"), ""))?;
    write(&text)?;
    Ok(Ended::Well)
}
