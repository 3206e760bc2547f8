//! Cases of others: the sets of benchmarks and evaluation tools as cases, with everything a case has no place for.
//!
//! Each source first becomes drafts; [`Gathering`] gives them their ids, checks them as files are checked, and counts what
//! was lost. A file is read as far as it can be: what can't is named with its line.

mod adk;
mod bfcl;
mod complex;
pub(crate) mod continuation;
mod draft;
mod fields;
mod loss;
mod messages;
mod openai;
mod problem;
mod promptfoo;
mod schema;

pub use loss::{ImportLoss, LossCount};
pub use problem::{ImportProblem, Unread};

use crate::Case;
use draft::Gathering;
use serde::Serialize;

/// Whose cases they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The Berkeley Function-Calling Leaderboard: categories of a single turn, with their possible answers.
    Bfcl,
    ComplexFuncBench,
    /// Eval sets of Google's Agent Development Kit.
    Adk,
    Promptfoo,
    /// Messages and tools as OpenAI's training and evaluation files have them.
    OpenAi,
}

/// One file of a source.
#[derive(Clone, Copy)]
pub struct SourceFile<'a> {
    /// Without its folder.
    pub name: &'a str,
    pub text: &'a str,
    /// Reads a file that belongs to it, by its path from there.
    pub beside: &'a dyn Fn(&str) -> Option<String>,
}

/// The cases that were read, and what was not.
#[derive(Debug)]
pub struct ImportedSet {
    pub cases: Vec<Case>,
    pub losses: Vec<LossCount>,
    pub unread: Vec<Unread>,
}

impl Source {
    /// Whether a file of a folder has cases, by its name.
    pub fn has_cases(self, name: &str) -> bool {
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        match self {
            Self::Bfcl | Self::ComplexFuncBench => ends(&[".json", ".jsonl"]),
            Self::Adk => ends(&[".json"]) && name != adk::CRITERIA,
            Self::Promptfoo => ends(&[".yaml", ".yml", ".json"]),
            Self::OpenAi => ends(&[".jsonl", ".json"]),
        }
    }
}

/// Reads the files of a set.
pub fn import_set(source: Source, files: &[SourceFile<'_>]) -> ImportedSet {
    let mut gathering = Gathering::default();
    for file in files {
        let mut page = gathering.file(file.name);
        match source {
            Source::Bfcl => bfcl::read(file, &mut page),
            Source::ComplexFuncBench => complex::read(file, &mut page),
            Source::Adk => adk::read(file, &mut page),
            Source::Promptfoo => promptfoo::read(file, &mut page),
            Source::OpenAi => openai::read(file, &mut page),
        }
    }
    gathering.finish()
}

#[cfg(test)]
mod tests;
