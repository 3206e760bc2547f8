//! The command line. Each command's own arguments stand in its module.

use crate::{
    ask, attach, backup, check, doctor, export, import, open, paperwork, restore, run, search, serve,
    sessions, test,
};
use clap::{Parser, Subcommand};

/// What every help page says of the exit codes.
const EXIT_CODES: &str = "Exit codes:
  0  done
  1  failed, or found something
  2  the command line is not understood, or an input of `test` can't be used";

/// A workbench for LLM tool calling.
///
/// Without a command, opens the window where it is installed, else the page in a browser.
#[derive(Debug, Parser)]
#[command(
    name = "callwright",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = EXIT_CODES
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) open: open::Open,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Opens the window, or the page in a browser
    Open(open::Open),
    /// Serves the page until it is interrupted
    Serve(serve::Serve),
    /// Makes sessions of conversations in files
    Import(import::Import),
    /// Writes a session in the form of another program
    Export(export::Export),
    /// Lists the sessions
    Sessions(sessions::Sessions),
    /// Finds what was said in any session
    Search(search::Search),
    /// Checks the conversation in a file; exits with 1 if there are findings
    Check(check::Check),
    /// Asks a model once, with functions, and prints its answer
    Ask(ask::Ask),
    /// Runs cases against models and judges them; exits with 1 where a model passes too few
    Test(Box<test::Test>),
    /// Starts a program whose requests to models become sessions
    Run(run::Run),
    /// Gives a program that is started elsewhere an address, until it is interrupted
    Attach(attach::Attach),
    /// Looks for what is missing or broken; exits with 1 if something is
    Doctor(doctor::Doctor),
    /// Copies everything into one file, without keys
    Backup(backup::Backup),
    /// Puts a backup into the data folder
    Restore(restore::Restore),
    /// Prints the completions of a shell
    #[command(hide = true)]
    Completions(paperwork::Completions),
    /// Prints the manual page, or writes the pages of all commands
    #[command(hide = true)]
    Man(paperwork::Man),
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Command};
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn without_a_command_the_options_are_those_of_open() {
        let arguments = Arguments::parse_from(["callwright", "--no-open"]);
        assert!(arguments.command.is_none() && arguments.open.no_open);
        let arguments = Arguments::parse_from(["callwright", "open", "--no-open"]);
        assert!(matches!(arguments.command, Some(Command::Open(open)) if open.no_open));
    }
}
