//! A walk over a request, from its instructions to its last message.

use super::mark::Running;
use super::record::Trail;
use super::{Change, Listed, Mark, Record, Role, ToolMarks};
use crate::outgoing::Place;
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a block stands does not count for these.
const NOT_SAID: &[&str] = &["cache_control"];

/// What was passed so far.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    system: Mark,
    tools: ToolMarks,
    said: Running,
    side: Option<Role>,
    thoughts: Trail,
}

notices::declare! {
    /// Why a thought is not taken back any more.
    pub(crate) enum Cause: "thought" {
        Unknown = "nothing is known of what it was made from",
        /// A person wants it so.
        Unwanted = "no thought is sent back in this session",
        OtherModel { maker: String } = "this model can't read what {maker} thought",
        /// No provider takes it back.
        Changed = "its words were changed",
        Instructions = "the instructions are not those it was made from",
        /// The names, with commas between them.
        Functions { names: String } = "the functions are not those it was made from: {names}",
        Earlier = "something said before it was changed",
        Missing = "the thought before it is missing",
    }
}

impl Cause {
    /// Whether the provider would refuse the request because of it.
    pub(super) fn is_refused(&self) -> bool {
        match self {
            Self::OtherModel { .. } => false,
            Self::Unknown
            | Self::Unwanted
            | Self::Changed
            | Self::Instructions
            | Self::Functions { .. }
            | Self::Earlier
            | Self::Missing => true,
        }
    }
}

impl Walk {
    pub(crate) fn new(system: &[Value], tools: ToolMarks) -> Self {
        let mut instructions = Running::default();
        system.iter().for_each(|block| instructions.value(block, NOT_SAID));
        Self {
            system: instructions.mark(),
            tools,
            said: Running::default(),
            side: None,
            thoughts: Trail::default(),
        }
    }

    /// A side speaks. Two messages of one side in a row say the same as one.
    pub(crate) fn side(&mut self, side: Role) {
        if self.side != Some(side) {
            self.side = Some(side);
            self.said.text(side.as_str());
        }
    }

    pub(crate) fn block(&mut self, block: &Value) {
        self.said.value(block, NOT_SAID);
    }

    /// Whether a thought still stands behind what it was made from.
    pub(crate) fn check(&self, own: &Mark, record: &Record) -> Result<(), Cause> {
        if record.own != *own {
            return Err(Cause::Changed);
        }
        if record.system != self.system {
            return Err(Cause::Instructions);
        }
        let names = self.other_functions(record);
        if !names.is_empty() {
            return Err(Cause::Functions { names: names.join(", ") });
        }
        if record.said != self.said.mark() {
            return Err(Cause::Earlier);
        }
        // Thoughts may be missing from the beginning on, but not in between.
        if !record.thoughts.ends_with(&self.thoughts) {
            return Err(Cause::Missing);
        }
        Ok(())
    }

    pub(crate) fn thought(&mut self, own: &Mark) {
        self.thoughts.push(own);
    }

    /// The record of a thought that was made here.
    pub(super) fn record(&self, own: &Mark) -> Record {
        let Self { system, tools, said, thoughts, .. } = self;
        Record {
            system: system.clone(),
            tools: tools.clone(),
            changes: Vec::new(),
            said: said.mark(),
            thoughts: thoughts.clone(),
            own: own.clone(),
            was_asked_on: false,
        }
    }

    fn other_functions(&self, record: &Record) -> Vec<String> {
        let differ = |left: &[Listed], right: &[Listed]| -> Vec<String> {
            left.iter().filter(|one| !right.contains(one)).map(|one| one.name.clone()).collect()
        };
        let (then, now) = (&record.tools, &self.tools);
        let mut names = differ(&then.functions, &now.functions);
        names.extend(differ(&now.functions, &then.functions));
        names.extend(differ(&then.later, &now.later));
        names.extend(differ(&then.beside, &now.beside));
        names.extend(differ(&now.beside, &then.beside));
        names.sort();
        names.dedup();
        names
    }
}

/// What the thoughts of the next answer are made from.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    walk: Walk,
    changes: Vec<Change>,
    was_asked_on: bool,
    /// Where the thoughts of the request stand in the history, by the paths a provider names them by.
    paths: BTreeMap<String, Place>,
}

impl Binding {
    /// `walk` has passed the whole request.
    pub(crate) fn new(
        mut walk: Walk,
        changes: Vec<Change>,
        was_asked_on: bool,
        paths: BTreeMap<String, Place>,
    ) -> Self {
        walk.side(Role::Assistant);
        Self { walk, changes, was_asked_on, paths }
    }

    /// Where a thought stands that a provider names by its own path.
    pub(crate) fn place(&self, path: &str) -> Option<Place> {
        self.paths.get(path).copied()
    }

    /// Something of the answer that is no thought.
    pub(crate) fn block(&mut self, block: &Value) {
        self.walk.block(block);
    }

    /// A thought of the answer, and what is kept beside it.
    pub(crate) fn thought(&mut self, own: Mark) -> Option<Value> {
        let (changes, was_asked_on) = (self.changes.clone(), self.was_asked_on);
        let record = Record { changes, was_asked_on, ..self.walk.record(&own) };
        self.walk.thought(&own);
        serde_json::to_value(record).ok()
    }
}
