//! Sound files are read, and everything else is refused with a word on what is wrong.

use super::{Gguf, GgufError};
use crate::tiny::Tiny;
use proptest::prelude::*;
use std::io::Cursor;

fn read(bytes: &[u8]) -> Result<Gguf, GgufError> {
    Gguf::read_from(Cursor::new(bytes), bytes.len() as u64)
}

#[test]
fn a_file_says_what_it_is() {
    let bytes = Tiny::default().bytes();
    let file = read(&bytes).expect("a sound file");
    assert_eq!(file.text("general.architecture"), Some("llama"));
    assert_eq!(file.count("llama.context_length"), Some(4096));
    assert_eq!(file.vocabulary, 262);
    assert_eq!((file.word("bos"), file.word("eos")), (Some("<s>"), Some("<|im_end|>")));
    assert_eq!(file.bytes, bytes.len() as u64);
}

#[test]
fn what_is_no_such_file_is_said_to_be_none() {
    for foreign in ["", "GG", "PK\u{3}\u{4} an archive", "<!DOCTYPE html>"] {
        assert_eq!(read(foreign.as_bytes()), Err(GgufError::Foreign), "{foreign}");
    }
    let mut old = Tiny::default().bytes();
    old.splice(4..8, 1_u32.to_le_bytes());
    assert_eq!(read(&old), Err(GgufError::Version { version: 1 }));
}

#[test]
fn a_file_that_is_cut_short_anywhere_is_incomplete() {
    let bytes = Tiny::default().bytes();
    for length in (8..bytes.len()).step_by(977).chain([bytes.len() - 1]) {
        let cut = read(bytes.get(..length).expect("a part"));
        assert!(matches!(cut, Err(GgufError::Incomplete { .. })), "{length}: {cut:?}");
    }
}

proptest! {
    #[test]
    fn damage_is_found_or_harmless_and_never_an_end(place in 0_usize..12_000, byte: u8) {
        let mut bytes = Tiny::default().bytes();
        if let Some(there) = bytes.get_mut(place) {
            *there = byte;
        }
        // Whatever comes of it, it comes back.
        let _ = read(&bytes);
    }
}
