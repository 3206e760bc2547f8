//! Locates and reads scripts.

use super::Scripted;
use super::wire::{Delay, Event, Header, Line};
use content::ModelId;
use notices::{Describe, Notice};
use ports::ConnectorError;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXTENSION: &str = "jsonl";

/// The service of the models that ship with the application.
pub(super) const EXAMPLES: &str = "Scripted example";

notices::declare! {
    /// What is wrong with a script.
    pub(crate) enum ScriptFault: "script" {
        Empty = "the script is empty",
        /// The place of another fault.
        AtLine { file: String, line: usize } = "{file}, line {line}",
        FirstLine { reason: Notice } = "the first line must be like {{\"format\":1,\"title\":\"My script\"}} ({reason})",
        Format { format: u32 } = "format {format} is not known, only 1 is",
        NoEnd = "the last reply has no end; add {{\"type\":\"end\"}}",
    }
}

/// A script's text.
#[derive(Clone, Debug)]
pub enum Source {
    BuiltIn { name: &'static str, text: &'static str },
    File(PathBuf),
}

/// A parsed script: its title, and the lines of each reply.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Script {
    pub(super) title: String,
    pub(super) replies: Vec<Vec<Line>>,
}

/// The scripted models that ship with the application.
pub fn examples() -> Vec<Scripted> {
    let weather = Source::BuiltIn { name: "weather.jsonl", text: include_str!("examples/weather.jsonl") };
    let mistakes = Source::BuiltIn { name: "mistakes.jsonl", text: include_str!("examples/mistakes.jsonl") };
    let example = |id: &str, title: &str, source| {
        Scripted::new(ModelId::new(id), title.to_owned(), EXAMPLES.to_owned(), source)
    };
    vec![
        example("example:weather", "Weather in two cities", weather),
        example("example:mistakes", "A model that makes mistakes", mistakes),
        super::caller(),
    ]
}

/// A person's own scripts. An unreadable one is listed too, and reports its error when it is asked.
pub fn in_folder(folder: &Path) -> Vec<Scripted> {
    // A missing folder holds no scripts, which is the initial state.
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_script = |path: &PathBuf| path.extension().is_some_and(|extension| extension == EXTENSION);
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).filter(is_script).collect();
    paths.sort();
    let scripted = |path: PathBuf| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let source = Source::File(path);
        let title = source.read().map_or_else(|_| name.clone(), |script| script.title);
        Some(Scripted::new(ModelId::new(format!("script:{name}")), title, "Your scripts".to_owned(), source))
    };
    paths.into_iter().filter_map(scripted).collect()
}

impl Source {
    pub(super) fn read(&self) -> Result<Script, ConnectorError> {
        match self {
            Self::BuiltIn { name, text } => parse(name, text),
            Self::File(path) => {
                let place = path.display().to_string();
                let text = disk::read_text(path, limits::SCRIPT)
                    .map_err(|error| unreadable(&place, error.notice()))?;
                parse(&place, &text)
            }
        }
    }
}

fn parse(place: &str, text: &str) -> Result<Script, ConnectorError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let at = |number: usize, reason| {
        let place = ScriptFault::AtLine { file: place.to_owned(), line: number + 1 }.notice();
        ConnectorError::UnreadableScript { place: Box::new(place), reason }
    };
    let (number, first) = lines.next().ok_or_else(|| unreadable(place, ScriptFault::Empty.notice()))?;
    let header: Header = serde_json::from_str(first)
        .map_err(|error| at(number, ScriptFault::FirstLine { reason: error.notice() }.notice()))?;
    if header.format != 1 {
        return Err(at(number, ScriptFault::Format { format: header.format }.notice()));
    }

    let mut replies = Vec::new();
    let mut reply = Vec::new();
    for (number, text) in lines {
        let line = parse_line(text).map_err(|error| at(number, error.notice()))?;
        let is_last = matches!(line.event, Event::End | Event::Cut);
        reply.push(line);
        if is_last {
            replies.push(std::mem::take(&mut reply));
        }
    }
    if !reply.is_empty() {
        return Err(unreadable(place, ScriptFault::NoEnd.notice()));
    }
    Ok(Script { title: header.title, replies })
}

fn parse_line(text: &str) -> serde_json::Result<Line> {
    let Delay { after } = serde_json::from_str(text)?;
    let event = serde_json::from_str(text)?;
    Ok(Line { after: Duration::from_millis(after), event, text: text.to_owned() })
}

fn unreadable(place: &str, reason: Notice) -> ConnectorError {
    ConnectorError::UnreadableScript { place: Box::new(Notice::as_written(place)), reason }
}

#[cfg(test)]
mod tests {
    use super::{examples, parse};

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let refused = parse("my.jsonl", text).expect_err("the script is refused").to_string();
        assert!(refused.starts_with(expected), "{refused}");
    }

    #[test]
    fn the_examples_can_be_read() {
        for example in examples() {
            example.check().expect("the example is readable");
        }
    }

    #[test]
    fn a_script_that_cannot_be_read_says_where_and_why() {
        check_refused("", "my.jsonl: the script is empty");
        check_refused("{}", "my.jsonl, line 1: the first line must be like");
        check_refused("{\"format\":2,\"title\":\"x\"}", "my.jsonl, line 1: format 2 is not known");
        let head = "{\"format\":1,\"title\":\"x\"}\n";
        check_refused(&format!("{head}\n{{\"type\":\"sing\"}}"), "my.jsonl, line 3: unknown variant `sing`");
        check_refused(
            &format!("{head}{{\"type\":\"text\",\"delta\":\"x\"}}"),
            "my.jsonl: the last reply has no end",
        );
    }
}
