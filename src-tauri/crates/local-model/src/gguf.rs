//! What a model's file says about itself. The weights are not read, but it is known whether they are all there.
//!
//! A file comes from strangers and may be cut short, damaged or something else. llama.cpp ends the process over some
//! of that, so everything it takes for granted is looked at here first.

mod reader;
mod tensor;
#[cfg(test)]
mod tests;

use notices::{Describe, Notice};
use reader::Reader;
use std::collections::BTreeMap;
use std::io::{self, BufReader};
use std::path::Path;

/// As many entries and tensors as a file may have. The largest models have some thousands of each.
const ENTRIES: u64 = 1 << 16;
/// The longest text that is kept: templates have some ten thousand letters.
const TEXT: u64 = 4 << 20;
/// Arrays that are kept are short: a number for each layer, at most.
const KEPT: u64 = 4096;
/// Where the words of the vocabulary are.
const TOKENS: &str = "tokenizer.ggml.tokens";

/// Why a file can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "gguf")]
#[advice("Choose another file, or fetch this one again.")]
pub enum GgufError {
    #[error("it can't be read: {reason}")]
    Io {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("it is not a GGUF file")]
    Foreign,
    #[error("it is a GGUF file of version {version}, and only 2 and 3 are known")]
    Version { version: u32 },
    #[error("it is damaged: {reason}")]
    Damaged {
        #[notice(cause)]
        reason: Damage,
    },
    #[error(
        "it is part {part} of {parts}, and only whole models are read: join the parts with llama-gguf-split --merge"
    )]
    Split { part: u64, parts: u64 },
    #[error("it is incomplete: {present} of {needed} bytes are there")]
    Incomplete { present: u64, needed: u64 },
}

notices::declare! {
    /// What a sound file does not say.
    pub enum Damage: "gguf-damage" {
        Alignment = "its alignment is no power of two",
        Count { count: u64, what: Counted } = "it claims to have {count} {what}",
        LongText { what: Piece, length: u64 } = "{what} has {length} bytes",
        Parts { length: u64 } = "something in it claims to have {length} parts",
        UnknownKind { name: String, kind: u32 } = "{name} is of a kind nobody knows, {kind}",
        Dimensions { name: String, dimensions: u32 } = "{name} has {dimensions} dimensions",
        Endless { name: String } = "{name} is endless",
        Misplaced { name: String } = "{name} lies between two places",
        EndlessTensor = "a tensor is endless",
        NoArchitecture = "it does not say of which architecture it is",
        NoVocabulary = "it has no vocabulary, so it is no model that writes",
        Senseless { name: &'static str } = "its {name} makes no sense",
    }

    /// What a head counts.
    #[derive(Copy)]
    pub enum Counted: "gguf-counted" {
        Tensors = "tensors",
        Entries = "entries",
    }

    /// A text in a head.
    pub enum Piece: "gguf-piece" {
        Name = "a name",
        Word = "a word",
        TensorName = "the name of a tensor",
        Entry { name: String } = "{name}",
    }
}

/// One thing a file says about itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entry {
    Number(i64),
    Real(f64),
    Flag(bool),
    Text(String),
    Numbers(Vec<i64>),
    /// Something nobody here asks for.
    Passed,
}

/// The head of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Gguf {
    entries: BTreeMap<String, Entry>,
    /// The words of the vocabulary that were asked for: its first and its last.
    words: BTreeMap<u64, String>,
    pub(crate) vocabulary: u64,
    pub(crate) bytes: u64,
}

impl Gguf {
    pub(crate) fn read(path: &Path) -> Result<Self, GgufError> {
        let file = disk::open(path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        Self::read_from(BufReader::with_capacity(1 << 18, file), bytes)
    }

    pub(super) fn read_from(source: impl io::Read + io::Seek, bytes: u64) -> Result<Self, GgufError> {
        let mut reader = Reader::new(source, bytes);
        reader.begin()?;
        let tensors = reader.count(Counted::Tensors)?;
        let count = reader.count(Counted::Entries)?;
        let mut entries = BTreeMap::new();
        let mut words = None;
        let mut vocabulary = 0;
        for _ in 0..count {
            let name = reader.text(|| Piece::Name)?;
            let at = reader.position();
            let (entry, length) = reader.entry(&name)?;
            if name == TOKENS {
                words = Some(at);
                vocabulary = length;
            }
            entries.insert(name, entry);
        }
        let needed = tensor::end(&mut reader, tensors, alignment(&entries)?)?;
        if needed > bytes {
            return Err(GgufError::Incomplete { present: bytes, needed });
        }
        let mut read = Self { entries, words: BTreeMap::new(), vocabulary, bytes };
        if let Some(at) = words {
            let wanted = ["tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"];
            let wanted: Vec<u64> = wanted.into_iter().filter_map(|name| read.count(name)).collect();
            read.words = reader.words(at, &wanted)?;
        }
        Ok(read)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.entries.get(name)? {
            Entry::Text(text) => Some(text),
            Entry::Number(_) | Entry::Real(_) | Entry::Flag(_) | Entry::Numbers(_) | Entry::Passed => None,
        }
    }

    /// A number that counts something. Where there is one for each layer, the largest.
    pub(crate) fn count(&self, name: &str) -> Option<u64> {
        let number = match self.entries.get(name)? {
            Entry::Number(number) => *number,
            Entry::Numbers(numbers) => numbers.iter().copied().max()?,
            Entry::Real(_) | Entry::Flag(_) | Entry::Text(_) | Entry::Passed => return None,
        };
        u64::try_from(number).ok()
    }

    /// A word of the vocabulary that has a name of its own: `bos` or `eos`.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        let id = self.count(&format!("tokenizer.ggml.{name}_token_id"))?;
        self.words.get(&id).map(String::as_str)
    }
}

fn alignment(entries: &BTreeMap<String, Entry>) -> Result<u64, GgufError> {
    match entries.get("general.alignment") {
        None => Ok(32),
        Some(Entry::Number(number @ 1..=65_536)) if number.count_ones() == 1 => Ok(number.unsigned_abs()),
        Some(_) => Err(damaged(Damage::Alignment)),
    }
}

fn failed(error: io::Error) -> GgufError {
    GgufError::Io { reason: error.notice() }
}

fn damaged(reason: Damage) -> GgufError {
    GgufError::Damaged { reason }
}
