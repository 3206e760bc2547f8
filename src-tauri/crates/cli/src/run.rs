//! The arguments of `callwright run`: starts a program whose requests to models go through Callwright.
//!
//! The command joins the list of `arguments` together with the gateway behind it.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// A name for the program; that of its command without this option
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Writes the sessions to this file when the program has ended
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Starts the program without Callwright where Callwright can't start
    #[arg(long)]
    pub(crate) without: bool,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}
