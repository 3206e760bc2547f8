//! The arguments of `callwright attach`: an address for the requests of a program that somebody else starts.
//!
//! The command joins the list of `arguments` together with the gateway behind it.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Attach {
    /// A name for the program
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The port of its address; any that is free without this option
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Writes the sessions to this file at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}
