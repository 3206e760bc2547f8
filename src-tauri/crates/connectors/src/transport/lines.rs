//! A JSON document a line.

use super::decoder::{Decoder, Frame, FrameFault, Unread, text};
use memchr::memchr;

/// Cuts at line feeds and passes over blank lines.
#[derive(Debug)]
pub(crate) struct Lines {
    unread: Unread,
    /// How far there is no line end.
    scanned: usize,
    replaced: String,
}

impl Lines {
    pub(crate) fn new(limit: usize) -> Self {
        Self { unread: Unread::new(limit), scanned: 0, replaced: String::new() }
    }

    /// The length of the next line that is not blank, with its ending.
    fn line_end(&mut self) -> Result<Option<usize>, FrameFault> {
        loop {
            let bytes = self.unread.bytes();
            let Some(more) = memchr(b'\n', bytes.get(self.scanned..).unwrap_or_default()) else {
                self.unread.check(bytes.len())?;
                self.scanned = bytes.len();
                return Ok(None);
            };
            let end = self.scanned + more + 1;
            self.unread.check(end)?;
            self.scanned = 0;
            if bytes.get(..end).unwrap_or_default().trim_ascii().is_empty() {
                self.unread.take(end);
            } else {
                return Ok(Some(end));
            }
        }
    }

    fn frame(&mut self, length: usize) -> Frame<'_> {
        let raw = text(self.unread.take(length), &mut self.replaced)
            .trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        Frame { raw, event: "", data: raw }
    }
}

impl Decoder for Lines {
    fn feed(&mut self, bytes: &[u8]) {
        self.unread.feed(bytes);
    }

    fn next(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        Ok(self.line_end()?.map(|length| self.frame(length)))
    }

    fn finish(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        let left = self.unread.bytes().len();
        self.scanned = 0;
        let frame = self.frame(left);
        Ok((!frame.raw.is_empty()).then_some(frame))
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::transport::decoder::{Decoder, FrameFault};

    fn decode(pieces: &[&[u8]]) -> Result<Vec<String>, FrameFault> {
        let mut lines = Lines::new(64);
        let mut read = Vec::new();
        for piece in pieces {
            lines.feed(piece);
            while let Some(frame) = lines.next()? {
                read.push(frame.data.to_owned());
            }
        }
        while let Some(frame) = lines.finish()? {
            read.push(frame.data.to_owned());
        }
        Ok(read)
    }

    #[test]
    fn lines_are_frames_wherever_the_bytes_are_cut() {
        let bytes = "{\"a\":1}\r\n\n  \n{\"ü\":2}\n{\"c\":3}".as_bytes();
        let expected = ["{\"a\":1}", "{\"ü\":2}", "{\"c\":3}"].map(str::to_owned).to_vec();
        for at in 0..=bytes.len() {
            let (left, right) = bytes.split_at(at);
            assert_eq!(decode(&[left, right]), Ok(expected.clone()), "split at {at}");
        }
    }

    #[test]
    fn a_line_without_end_is_refused_at_the_limit() {
        assert_eq!(decode(&[&[b'x'; 40], &[b'x'; 40]]), Err(FrameFault::TooLong { limit: 64 }));
    }
}
