//! What is known of a model before it is loaded.

#![cfg_attr(not(feature = "llama"), allow(dead_code, reason = "memory is asked for by the engine"))]

use crate::gguf::{Damage, Gguf, GgufError};
use std::path::{Path, PathBuf};

/// What llama.cpp needs besides weights and the memory of a context: graphs, logits, the vocabulary.
const BESIDES: u64 = 96 << 20;
/// As many tokens as are taken where a file does not say how many it was made for.
const CONTEXT: u32 = 4096;
/// The most a context can be, whatever a file claims.
const LONGEST: u64 = 1 << 20;

/// A model as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    pub(crate) path: PathBuf,
    pub(crate) title: String,
    pub(crate) architecture: String,
    /// The template that makes a prompt of messages.
    pub(crate) template: Option<String>,
    /// The words that begin and end a text, for templates that name them.
    pub(crate) bos: String,
    pub(crate) eos: String,
    /// How many tokens it was made for.
    pub(crate) context: u32,
    pub(crate) bytes: u64,
    /// What one token of a context takes in memory.
    token_bytes: u64,
    /// Some models see places otherwise in contexts that are larger than this.
    turning: Option<u32>,
}

impl Facts {
    pub(crate) fn read(path: &Path) -> Result<Self, GgufError> {
        let file = Gguf::read(path)?;
        if let Some(parts) = file.count("split.count").filter(|parts| *parts > 1) {
            let part = file.count("split.no").unwrap_or(0).saturating_add(1);
            return Err(GgufError::Split { part, parts });
        }
        let architecture = file.text("general.architecture").unwrap_or_default().to_owned();
        let damaged = |reason| GgufError::Damaged { reason };
        if architecture.is_empty() {
            return Err(damaged(Damage::NoArchitecture));
        }
        if file.vocabulary == 0 {
            return Err(damaged(Damage::NoVocabulary));
        }
        let count = |name: &str| file.count(&format!("{architecture}.{name}"));
        // llama.cpp divides by these.
        // Mamba and RWKV have no attention, so no heads.
        let heads = u64::from(["ssm.conv_kernel", "wkv.head_size"].iter().all(|name| count(name).is_none()));
        for (name, least) in [("block_count", 1), ("embedding_length", 1), ("attention.head_count", heads)] {
            if count(name).is_none_or(|count| !(least..=1 << 20).contains(&count)) {
                return Err(damaged(Damage::Senseless { name }));
            }
        }
        let context = count("context_length")
            .map_or(CONTEXT, |length| u32::try_from(length.clamp(1, LONGEST)).unwrap_or(CONTEXT));
        Ok(Self {
            title: stem(path),
            template: file.text("tokenizer.chat_template").map(str::to_owned),
            bos: file.word("bos").unwrap_or_default().to_owned(),
            eos: file.word("eos").unwrap_or_default().to_owned(),
            context,
            bytes: file.bytes,
            token_bytes: token_bytes(&count),
            turning: count("rope.scaling.original_context_length")
                .and_then(|count| u32::try_from(count).ok()),
            path: path.to_owned(),
            architecture,
        })
    }

    /// As much memory as a context of so many tokens wants, the weights not counted.
    pub(crate) fn context_bytes(&self, tokens: u32) -> u64 {
        self.kept_bytes(tokens).saturating_add(BESIDES)
    }

    /// The part of it that keeps what was read.
    pub(crate) fn kept_bytes(&self, tokens: u32) -> u64 {
        self.token_bytes.saturating_mul(u64::from(tokens))
    }

    /// Whether what was read in a context of one size means the same in one of another.
    pub(crate) fn reads_alike(&self, left: u32, right: u32) -> bool {
        self.turning.is_none_or(|turning| (left <= turning) == (right <= turning))
    }
}

/// Keys and values of one token in all layers, two bytes a number.
fn token_bytes(count: &impl Fn(&str) -> Option<u64>) -> u64 {
    let of = |name: &str| count(name).unwrap_or(0).min(1 << 20);
    let heads = of("attention.head_count").max(1);
    let kept = count("attention.head_count_kv").unwrap_or(heads);
    let width = of("embedding_length") / heads;
    let key = count("attention.key_length").unwrap_or(width);
    let value = count("attention.value_length").unwrap_or(width);
    of("block_count").saturating_mul(kept).saturating_mul(key.saturating_add(value)).saturating_mul(2)
}

/// The name of a file, which says more than what its makers wrote into it: how it was made small, for one.
fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Facts;
    use crate::gguf::GgufError;
    use crate::tiny::Tiny;

    fn read(tiny: &Tiny) -> Result<Facts, GgufError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tiny-f32.gguf");
        tiny.write(&path).expect("the file is written");
        Facts::read(&path)
    }

    #[test]
    fn a_model_without_attention_is_sound_and_one_with_it_has_heads() {
        const NONE: (&str, u64) = ("llama.attention.head_count", 0);
        assert!(read(&Tiny { more: &[NONE, ("llama.ssm.conv_kernel", 4)], ..Tiny::default() }).is_ok());
        let refused = read(&Tiny { more: &[NONE], ..Tiny::default() }).expect_err("llama.cpp divides by it");
        assert_eq!(refused.to_string(), "it is damaged: its attention.head_count makes no sense");
    }

    #[test]
    fn a_part_of_a_model_is_said_to_be_one() {
        let part = Tiny { more: &[("split.count", 3), ("split.no", 1)], ..Tiny::default() };
        assert_eq!(read(&part), Err(GgufError::Split { part: 2, parts: 3 }));
        assert!(read(&Tiny { more: &[("split.count", 1)], ..Tiny::default() }).is_ok());
    }

    #[test]
    fn what_was_read_moves_to_a_larger_context_unless_places_are_seen_otherwise_there() {
        const TURNING: (&str, u64) = ("llama.rope.scaling.original_context_length", 4096);
        assert!(read(&Tiny::default()).is_ok_and(|facts| facts.reads_alike(4096, 8192)));
        let facts = read(&Tiny { more: &[TURNING], ..Tiny::default() }).expect("a sound file");
        assert!(!facts.reads_alike(4096, 8192) && facts.reads_alike(6144, 8192));
    }

    #[test]
    fn memory_is_known_before_anything_is_loaded() {
        let facts = read(&Tiny::default()).expect("a sound file");
        assert_eq!(facts.title, "tiny-f32");
        assert_eq!(facts.context, 4096);
        // Two layers, two heads that are kept, keys and values of 16 numbers each, two bytes a number.
        assert_eq!(facts.context_bytes(4096) - facts.context_bytes(0), 4096 * 2 * 2 * 32 * 2);
    }
}
