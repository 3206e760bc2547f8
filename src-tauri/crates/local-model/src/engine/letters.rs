//! Letters out of tokens. A token may end in the middle of one.

/// Bytes that are no whole letter yet.
#[derive(Debug, Default)]
pub(super) struct Letters(Vec<u8>);

impl Letters {
    pub(super) fn push(&mut self, bytes: &[u8]) -> String {
        self.0.extend(bytes);
        let mut text = String::new();
        loop {
            match std::str::from_utf8(&self.0) {
                Ok(whole) => {
                    text.push_str(whole);
                    self.0.clear();
                    return text;
                }
                Err(error) => {
                    let (whole, rest) = self.0.split_at(error.valid_up_to());
                    text.push_str(&String::from_utf8_lossy(whole));
                    let Some(wrong) = error.error_len() else {
                        self.0 = rest.to_vec();
                        return text;
                    };
                    text.push(char::REPLACEMENT_CHARACTER);
                    self.0 = rest.get(wrong..).unwrap_or_default().to_vec();
                }
            }
        }
    }

    /// What is left when nothing more comes.
    pub(super) fn finish(&mut self) -> String {
        let rest = std::mem::take(&mut self.0);
        if rest.is_empty() { String::new() } else { char::REPLACEMENT_CHARACTER.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::Letters;
    use proptest::prelude::*;

    #[test]
    fn bytes_that_are_no_letter_are_told_as_such() {
        let mut letters = Letters::default();
        assert_eq!(letters.push(&[0xff, b'a', 0xc3]), "\u{fffd}a");
        assert_eq!(letters.push(b"b"), "\u{fffd}b");
        assert_eq!(letters.push(&[0xe2, 0x82]), "");
        assert_eq!(letters.finish(), "\u{fffd}");
        assert_eq!(letters.finish(), "");
    }

    proptest! {
        #[test]
        fn a_text_comes_back_wherever_it_is_cut(text in ".{0,20}", size in 1_usize..5) {
            let mut letters = Letters::default();
            let mut read: String = text.as_bytes().chunks(size).map(|bytes| letters.push(bytes)).collect();
            read += &letters.finish();
            prop_assert_eq!(read, text);
        }
    }
}
