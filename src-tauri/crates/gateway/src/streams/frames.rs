//! Cuts a stream into frames, without losing a byte.

use super::as_text;
use super::elements::{Framing, Scan, object_in};
use memchr::memchr2;

/// One event of a stream, with the bytes it came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Everything up to the next frame: the lines, the blank line behind them, and blank lines before.
    pub raw: &'a [u8],
    /// The value of its `event` field. Empty without one.
    pub event: &'a str,
    /// Its `data` fields, joined by line breaks. Empty for a comment.
    pub data: &'a str,
}

/// The bytes of a stream that are not a whole frame yet.
#[derive(Debug, Default)]
pub struct Frames {
    framing: Framing,
    unread: Vec<u8>,
    /// The length of the lines that are known to be without a blank line behind them.
    scanned: usize,
    has_content: bool,
    scan: Scan,
    event: String,
    data: String,
}

impl Frames {
    pub(crate) fn of(framing: Framing) -> Self {
        Self { framing, ..Self::default() }
    }

    /// Takes the next bytes, however they were cut.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.unread.extend_from_slice(bytes);
    }

    /// Bytes of a frame that is not whole yet.
    pub fn pending(&self) -> usize {
        self.unread.len()
    }

    /// Calls `take` with each frame that is whole by now.
    pub fn each(&mut self, mut take: impl FnMut(&Frame<'_>)) {
        let mut begun = 0;
        while let Some(end) = self.end_of_frame(begun) {
            let raw = self.unread.get(begun..end).unwrap_or_default();
            read(self.framing, raw, &mut self.event, &mut self.data);
            take(&Frame { raw, event: &self.event, data: &self.data });
            begun = end;
        }
        self.unread.drain(..begun);
    }

    /// Takes what is left when no more bytes come. A stream may lack its last blank line.
    pub fn finish(&mut self, mut take: impl FnMut(&Frame<'_>)) {
        self.each(&mut take);
        if !self.unread.is_empty() {
            let raw = std::mem::take(&mut self.unread);
            read(self.framing, &raw, &mut self.event, &mut self.data);
            take(&Frame { raw: &raw, event: &self.event, data: &self.data });
        }
        (self.scanned, self.has_content, self.scan) = (0, false, Scan::default());
    }

    /// Where the frame that begins here ends.
    fn end_of_frame(&mut self, begun: usize) -> Option<usize> {
        match self.framing {
            Framing::Events => self.end_of_event(begun),
            Framing::Array => self.end_of_element(begun),
        }
    }

    /// Behind its object.
    fn end_of_element(&mut self, begun: usize) -> Option<usize> {
        let rest = self.unread.get(begun + self.scanned..)?;
        match rest.iter().position(|byte| self.scan.ends_with(*byte)) {
            Some(place) => {
                let end = begun + std::mem::take(&mut self.scanned) + place + 1;
                Some(end)
            }
            None => {
                self.scanned += rest.len();
                None
            }
        }
    }

    /// Behind its blank line.
    fn end_of_event(&mut self, begun: usize) -> Option<usize> {
        loop {
            let line_at = begun + self.scanned;
            let rest = self.unread.get(line_at..)?;
            let length = memchr2(b'\n', b'\r', rest)?;
            let ending = match rest.get(length..length + 2) {
                Some(b"\r\n") => 2,
                Some(_) => 1,
                // A carriage return at the end may be half of a line break.
                None if rest.get(length) == Some(&b'\r') => return None,
                None => 1,
            };
            self.scanned += length + ending;
            if length > 0 {
                self.has_content = true;
            } else if std::mem::take(&mut self.has_content) {
                self.scanned = 0;
                return Some(line_at + ending);
            }
        }
    }
}

fn read(framing: Framing, raw: &[u8], event: &mut String, data: &mut String) {
    event.clear();
    data.clear();
    let text = as_text(raw);
    if framing == Framing::Array {
        return data.push_str(object_in(&text));
    }
    let mut is_first = true;
    for line in text.split(['\n', '\r']) {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(event),
            "data" => {
                if !std::mem::take(&mut is_first) {
                    data.push('\n');
                }
                data.push_str(value);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Frames};

    const STREAM: &str =
        "event: a\ndata: 1\n\n: hello\r\n\r\ndata: 2\r\ndata: 3\r\n\r\n\ndata: é\n\ndata: end";

    fn read(pieces: impl Iterator<Item = Vec<u8>>) -> Vec<(Vec<u8>, String, String)> {
        let (mut frames, mut found) = (Frames::default(), Vec::new());
        let mut take = |frame: &Frame<'_>| {
            found.push((frame.raw.to_vec(), frame.event.to_owned(), frame.data.to_owned()));
        };
        for piece in pieces {
            frames.feed(&piece);
            frames.each(&mut take);
        }
        frames.finish(&mut take);
        found
    }

    #[test]
    fn no_byte_is_lost_however_the_stream_is_cut() {
        let whole = read(std::iter::once(STREAM.as_bytes().to_vec()));
        let said: Vec<_> = whole.iter().map(|(_, event, data)| (event.as_str(), data.as_str())).collect();
        assert_eq!(said, [("a", "1"), ("", ""), ("", "2\n3"), ("", "é"), ("", "end")]);
        for size in 1..STREAM.len() {
            let cut = read(STREAM.as_bytes().chunks(size).map(<[u8]>::to_vec));
            assert_eq!(cut, whole, "in pieces of {size}");
        }
        let bytes: Vec<u8> = whole.into_iter().flat_map(|(raw, _, _)| raw).collect();
        assert_eq!(bytes, STREAM.as_bytes());
    }
}
