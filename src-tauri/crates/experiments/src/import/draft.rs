//! Drafts become cases: with ids that stay, and checked as a file is.

use super::{ImportLoss, ImportProblem, ImportedSet, LossCount, Unread};
use crate::case::{Case, CaseFunction, CaseId, CaseResult, CaseSettings, FORMAT, Said};
use crate::expectation::Expectations;
use content::sorted;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The letters of an id that a hash is added to.
const KEPT_ID_LETTERS: usize = 80;

/// A case before it has its id.
#[derive(Default)]
pub(super) struct Draft {
    /// As the source has it. None where it has none: the content names the case then.
    pub(super) id: Option<String>,
    pub(super) title: String,
    pub(super) history: Vec<Said>,
    pub(super) functions: Vec<CaseFunction>,
    pub(super) results: Vec<CaseResult>,
    pub(super) settings: CaseSettings,
    pub(super) expect: Expectations,
    pub(super) losses: Vec<ImportLoss>,
}

/// The cases of all files so far.
#[derive(Default)]
pub(super) struct Gathering {
    cases: Vec<Case>,
    /// In small letters: some disks don't tell large ones from them.
    ids: BTreeMap<String, usize>,
    losses: BTreeMap<ImportLoss, (usize, Option<CaseId>)>,
    unread: Vec<Unread>,
}

/// One file while it is read.
pub(super) struct Page<'a> {
    gathering: &'a mut Gathering,
    file: &'a str,
}

impl Gathering {
    pub(super) fn file<'a>(&'a mut self, file: &'a str) -> Page<'a> {
        Page { gathering: self, file }
    }

    pub(super) fn finish(self) -> ImportedSet {
        let count = |(loss, (count, first))| LossCount { loss, count, first };
        let losses = self.losses.into_iter().map(count).collect();
        ImportedSet { cases: self.cases, losses, unread: self.unread }
    }

    fn lose(&mut self, loss: ImportLoss, case: Option<&CaseId>) {
        let (count, _) = self.losses.entry(loss).or_insert_with(|| (0, case.cloned()));
        *count += 1;
    }

    fn take(&mut self, draft: Draft) -> Result<(), ImportProblem> {
        let Draft { id: written, title, history, functions, results, settings, expect, losses } = draft;
        let mut case = Case {
            format: FORMAT,
            id: CaseId::new(""),
            title,
            history,
            functions,
            results,
            settings,
            expect,
        };
        let id = match &written {
            Some(written) => sound(written),
            None => format!("case-{}", hash_of(&case)),
        };
        let is_changed = written.is_some_and(|written| written != id);
        case.id = CaseId::new(id);
        if let Some(place) = self.ids.get(&case.id.as_str().to_lowercase()) {
            if self.cases[*place] == case {
                self.lose(ImportLoss::Repeated, Some(&case.id));
                return Ok(());
            }
            case.id = CaseId::new(with_hash(case.id.as_str(), &hash_of(&case)));
        }
        case.check().map_err(ImportProblem::Case)?;
        let place = self.cases.len();
        if self.ids.insert(case.id.as_str().to_lowercase(), place).is_some() {
            self.lose(ImportLoss::Repeated, Some(&case.id));
            return Ok(());
        }
        // Of one case, everything of a kind is lost once.
        let losses: BTreeSet<_> = losses.into_iter().chain(is_changed.then_some(ImportLoss::Id)).collect();
        losses.into_iter().for_each(|loss| self.lose(loss, Some(&case.id)));
        self.cases.push(case);
        Ok(())
    }
}

impl Page<'_> {
    /// Takes what came of a line.
    pub(super) fn take(&mut self, line: Option<usize>, draft: Result<Draft, ImportProblem>) {
        if let Err(problem) = draft.and_then(|draft| self.gathering.take(draft)) {
            self.gathering.unread.push(Unread { file: self.file.to_owned(), line, problem });
        }
    }

    /// Something that belongs to no case.
    pub(super) fn lose(&mut self, loss: ImportLoss) {
        self.gathering.lose(loss, None);
    }

    /// Each line of JSON with its number, and the problems of those that are none. A file with one array is read as its
    /// elements, and a file with one value over several lines as that value.
    pub(super) fn lines(&mut self, text: &str) -> Vec<(usize, Value)> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let is_whole = |value: &Value| value.is_array() || text.trim_end().contains('\n');
        match serde_json::from_str::<Value>(text) {
            Ok(Value::Array(elements)) => return (1..).zip(elements).collect(),
            Ok(value) if is_whole(&value) => return vec![(1, value)],
            Ok(_) | Err(_) => {}
        }
        let mut values = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(value) => values.push((number, value)),
                Err(error) => self.take(Some(number), Err(ImportProblem::NotJson(error))),
            }
        }
        values
    }
}

/// An id that can be a file name anywhere. One with other letters gets a hash, so that two stay two.
fn sound(written: &str) -> String {
    if CaseId::new(written).is_sound() {
        return written.to_owned();
    }
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' }
    };
    let kept: String = written.trim().chars().map(plain).collect();
    with_hash(kept.trim_matches(['-', '.']), &hash(written.as_bytes()))
}

fn with_hash(id: &str, hash: &str) -> String {
    let kept: String = id.chars().take(KEPT_ID_LETTERS).collect();
    if kept.is_empty() { format!("case-{hash}") } else { format!("{kept}-{hash}") }
}

/// A name for what a case is about. Its id is no part of it.
fn hash_of(case: &Case) -> String {
    let Case { history, functions, results, settings, expect, .. } = case;
    let about = json!([history, functions, results, settings, expect]);
    hash(sorted(&about).to_string().as_bytes())
}

/// FNV-1a with 64 bits: the same in every version, and long enough to tell the cases of a set apart.
fn hash(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
