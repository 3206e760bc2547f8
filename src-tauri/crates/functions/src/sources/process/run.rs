//! One run of a program, from its arguments to its end, and never longer or larger than it may be.

use super::super::leash::{Leashed, Pipes, Start};
use limits::PLUGIN_SAID;
use notices::{Describe, Notice};
use ports::CallScope;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

/// How much of standard error is kept: its end, where it is more.
const MAX_STDERR_BYTES: usize = PLUGIN_SAID.size();

/// How long the pipes of a program that has ended may stay open, where something else holds them.
const PIPE_TIMEOUT: Duration = Duration::from_secs(1);

/// A program that can be run.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) arguments: Vec<String>,
    /// Where it runs.
    pub(super) folder: PathBuf,
    /// Variables of our own environment that it sees.
    pub(super) seen: Vec<String>,
    pub(super) variables: Vec<(String, String)>,
    pub(super) time: Duration,
    pub(super) output_bytes: usize,
}

/// What came of a run.
pub(super) struct Ran {
    pub(super) end: End,
    pub(super) output: Vec<u8>,
    /// The end of what it wrote on standard error.
    pub(super) said: String,
}

pub(super) enum End {
    Exited(ExitStatus),
    /// After this time.
    TimedOut(Duration),
    TooMuch,
    Cancelled,
    NotStarted(Notice),
}

/// It wrote more than it may.
struct TooMuch;

impl Program {
    pub(super) async fn run(&self, more: &[String], input: Vec<u8>, scope: &CallScope) -> Ran {
        let (mut leashed, pipes) = match Leashed::start(&self.start(more)).await {
            Ok(started) => started,
            Err(error) => {
                return Ran { end: End::NotStarted(error.notice()), output: Vec::new(), said: String::new() };
            }
        };
        let (mut output, mut said) = (Vec::new(), Tail::default());
        let time = scope.time_within(self.time);
        let end = tokio::select! {
            biased;
            () = scope.cancel.cancelled() => End::Cancelled,
            () = tokio::time::sleep(time) => End::TimedOut(time),
            end = self.converse(&mut leashed, pipes, input, (&mut output, &mut said)) => end,
        };
        match end {
            End::Exited(_) | End::TooMuch | End::NotStarted(_) => drop(leashed.end().await),
            End::TimedOut(_) | End::Cancelled => drop(leashed.ask_and_end().await),
        }
        Ran { end, output, said: said.into_text() }
    }

    fn start(&self, more: &[String]) -> Start {
        let seen = self.seen.iter().filter_map(|name| Some((name.into(), std::env::var_os(name)?)));
        let named = self.variables.iter().map(|(name, value)| (name.into(), value.into()));
        Start {
            program: self.path.clone().into(),
            arguments: self.arguments.iter().chain(more).map(OsString::from).collect(),
            folder: Some(self.folder.clone()),
            environment: seen.chain(named).collect(),
        }
    }

    /// Writes the arguments, reads what is written, and waits for the end.
    async fn converse(
        &self,
        leashed: &mut Leashed,
        pipes: Pipes,
        input: Vec<u8>,
        (output, said): (&mut Vec<u8>, &mut Tail),
    ) -> End {
        let Pipes { mut stdin, stdout, mut stderr } = pipes;
        let write = async {
            // A program need not read its arguments.
            let _ = stdin.write_all(&input).await;
            drop(stdin);
            Ok(())
        };
        let rest = async {
            tokio::try_join!(write, read(stdout, output, self.output_bytes), hear(&mut stderr, said))
        };
        let mut rest = std::pin::pin!(rest);
        let mut is_drained = false;
        loop {
            tokio::select! {
                drained = &mut rest, if !is_drained => match drained {
                    Ok(_) => is_drained = true,
                    Err(TooMuch) => return End::TooMuch,
                },
                ended = leashed.ended() => {
                    // What it left running goes with it, and lets go of the pipes.
                    leashed.end_rest();
                    if !is_drained
                        && let Ok(Err(TooMuch)) = tokio::time::timeout(PIPE_TIMEOUT, rest).await
                    {
                        return End::TooMuch;
                    }
                    return match ended {
                        Ok(status) => End::Exited(status),
                        Err(error) => End::NotStarted(error.notice()),
                    };
                }
            }
        }
    }
}

async fn read(from: impl AsyncRead + Unpin, output: &mut Vec<u8>, limit: usize) -> Result<(), TooMuch> {
    // One byte more than it may tells that it is more. What can't be read counts as not written.
    let _ = from.take(limit as u64 + 1).read_to_end(output).await;
    if output.len() > limit { Err(TooMuch) } else { Ok(()) }
}

async fn hear(from: &mut (impl AsyncRead + Unpin), said: &mut Tail) -> Result<(), TooMuch> {
    let mut piece = [0_u8; 4096];
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        said.push(piece.get(..length).unwrap_or_default());
    }
    Ok(())
}

/// The end of something long.
#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
    is_cut: bool,
}

impl Tail {
    fn push(&mut self, piece: &[u8]) {
        self.bytes.extend(piece);
        let over = self.bytes.len().saturating_sub(MAX_STDERR_BYTES);
        self.is_cut |= over > 0;
        self.bytes.drain(..over);
    }

    fn into_text(self) -> String {
        let text = String::from_utf8_lossy(&Vec::from(self.bytes)).into_owned();
        if self.is_cut { format!("…{text}") } else { text }
    }
}
