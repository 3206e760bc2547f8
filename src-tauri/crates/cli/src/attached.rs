//! A program that is attached for as long as a command runs.

use crate::core::Core;
use crate::export;
use crate::failure::Failure;
use crate::output::remark;
use content::{SessionId, Timestamp};
use formats::Format;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use workbench::contract::{
    AttachProgram, AttachedNow, AttachedProgram, CommandName, NamedProgram, Nothing, Overview,
    ProgramSettings, Upstreams,
};

/// A program that this command uses.
pub(crate) struct Attached {
    pub(crate) program: AttachedProgram,
    /// The sessions that it had before this command, and when each was last changed.
    earlier: BTreeMap<SessionId, Timestamp>,
}

impl Attached {
    /// The program of this name. Addresses of providers in this process's own environment are where its requests go on to,
    /// unless it is attached already.
    pub(crate) async fn named(core: &Core, title: &str) -> Result<Self, Failure> {
        let args = AttachProgram { title: title.to_owned(), upstreams: upstreams() };
        let program: AttachedProgram = core.call(CommandName::ProgramJoin, args).await?;
        let mut earlier = changes(core).await?;
        earlier.retain(|session, _| program.sessions.contains(session));
        Ok(Self { program, earlier })
    }

    /// Its settings as they are now. `None` where the application does not say.
    pub(crate) async fn settings(&self, core: &Core) -> Option<ProgramSettings> {
        let now: AttachedNow = core.ask(CommandName::AttachedList).await.ok()?;
        now.programs.into_iter().find(|program| program.id == self.program.id).map(|program| program.settings)
    }

    /// Takes its address away with the last command that it was attached for, and writes the sessions of this command. An answer
    /// under way ends before that.
    pub(crate) async fn end(self, core: &Core, record: Option<&Path>) -> Result<(), Failure> {
        let now: AttachedNow = core.ask(CommandName::AttachedList).await?;
        let program = now.programs.into_iter().find(|program| program.id == self.program.id);
        let sessions = program.map(|program| program.sessions).unwrap_or_default();
        let args = NamedProgram { program: self.program.id };
        let _: Nothing = core.call(CommandName::ProgramLeave, args).await?;
        let Some(path) = record else { return Ok(()) };
        let now = changes(core).await?;
        let is_own = |session: &SessionId| {
            self.earlier.get(session).is_none_or(|before| now.get(session) != Some(before))
        };
        write(core, sessions.into_iter().filter(is_own).collect(), path).await
    }
}

/// When each session was last changed.
async fn changes(core: &Core) -> Result<BTreeMap<SessionId, Timestamp>, Failure> {
    let overview: Overview = core.ask(CommandName::Overview).await?;
    Ok(overview.sessions.into_iter().map(|session| (session.id, session.changed)).collect())
}

/// One file for each conversation: the first under the name given, the others numbered.
async fn write(core: &Core, sessions: Vec<SessionId>, path: &Path) -> Result<(), Failure> {
    for (place, session) in sessions.into_iter().rev().enumerate() {
        let file = numbered(path, place);
        export::to_file(core, session, Format::Own, &file).await?;
        remark(format_args!("Written: {}", file.display()));
    }
    Ok(())
}

fn upstreams() -> Upstreams {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    Upstreams {
        openai: variable("OPENAI_BASE_URL"),
        anthropic: variable("ANTHROPIC_BASE_URL"),
        gemini: variable("GOOGLE_GEMINI_BASE_URL"),
    }
}

fn numbered(path: &Path, place: usize) -> PathBuf {
    if place == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}-{}.{}", place + 1, extension.to_string_lossy()),
        None => format!("{stem}-{}", place + 1),
    };
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::numbered;
    use std::path::Path;

    #[test]
    fn the_files_of_several_conversations_are_numbered_before_their_ending() {
        let path = Path::new("/tmp/run.json");
        assert_eq!([0, 1].map(|place| numbered(path, place)), [path, Path::new("/tmp/run-2.json")]);
    }
}
