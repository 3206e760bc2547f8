//! Server-sent events, as the HTML standard has them and as services write them.

use super::decoder::{Decoder, Frame, FrameFault, Unread, text};
use memchr::memchr2;

/// Cuts at blank lines. A comment is a frame without data, so that people see it and nobody reads it.
#[derive(Debug)]
pub(super) struct Sse {
    unread: Unread,
    /// Where the line begins whose end is looked for.
    scanned: usize,
    /// How far into that line there is no end, so that a long line is searched once.
    searched: usize,
    has_begun: bool,
    replaced: String,
    joined: String,
}

impl Sse {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            unread: Unread::new(limit),
            scanned: 0,
            searched: 0,
            has_begun: false,
            replaced: String::new(),
            joined: String::new(),
        }
    }

    /// The length of the next frame and of the blank line behind it. Blank lines before a frame are passed over.
    fn frame_end(&mut self) -> Result<Option<(usize, usize)>, FrameFault> {
        loop {
            let bytes = self.unread.bytes();
            let line = bytes.get(self.scanned..).unwrap_or_default();
            let Some((length, ending)) = line_end(line, self.searched) else {
                self.unread.check(bytes.len())?;
                self.searched = line.strip_suffix(b"\r").unwrap_or(line).len();
                return Ok(None);
            };
            self.searched = 0;
            let (before, after) = (self.scanned, self.scanned + length + ending);
            self.scanned = after;
            if length > 0 {
                self.unread.check(after)?;
            } else if before > 0 {
                self.scanned = 0;
                return Ok(Some((before, after)));
            } else {
                self.unread.take(after);
                self.scanned = 0;
            }
        }
    }

    fn frame(&mut self, length: usize, taken: usize) -> Frame<'_> {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let bytes = self.unread.take(taken);
        let raw = text(bytes.get(..length).unwrap_or_default(), &mut self.replaced);
        let raw = if is_first { raw.strip_prefix('\u{feff}').unwrap_or(raw) } else { raw };
        read(raw.trim_end_matches(['\r', '\n']), &mut self.joined)
    }
}

impl Decoder for Sse {
    fn feed(&mut self, bytes: &[u8]) {
        self.unread.feed(bytes);
    }

    fn next(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        Ok(self.frame_end()?.map(|(length, taken)| self.frame(length, taken)))
    }

    fn finish(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        let left = self.unread.bytes().len();
        (self.scanned, self.searched) = (0, 0);
        let frame = self.frame(left, left);
        Ok((!frame.raw.is_empty()).then_some(frame))
    }
}

/// The length of the first line and of its ending. A carriage return at the very end waits for what follows it.
fn line_end(bytes: &[u8], searched: usize) -> Option<(usize, usize)> {
    let at = searched + memchr2(b'\n', b'\r', bytes.get(searched..)?)?;
    match (bytes.get(at), bytes.get(at + 1)) {
        (Some(b'\r'), None) => None,
        (Some(b'\r'), Some(b'\n')) => Some((at, 2)),
        _ => Some((at, 1)),
    }
}

/// Reads the fields of one frame. Data of several lines is joined in `joined`; of one line it stays where it is.
fn read<'a>(raw: &'a str, joined: &'a mut String) -> Frame<'a> {
    let (mut event, mut data, mut lines) = ("", "", 0_usize);
    joined.clear();
    for line in lines_of(raw) {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        let value = match field {
            "data" => value,
            "event" => {
                event = value;
                continue;
            }
            // A field that some servers made up for what went wrong.
            "error" => {
                event = "error";
                value
            }
            // Not an event at all, but what a server without any sense for events says when it fails.
            _ if line.starts_with('{') => line,
            _ => continue,
        };
        lines += 1;
        match lines {
            1 => data = value,
            2 => joined.extend([data, "\n", value]),
            3.. => joined.extend(["\n", value]),
            0 => {}
        }
    }
    Frame { raw, event, data: if lines > 1 { joined } else { data } }
}

fn lines_of(raw: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(raw);
    std::iter::from_fn(move || {
        let text = rest?;
        match memchr2(b'\n', b'\r', text.as_bytes()) {
            Some(at) => {
                let (line, ending) = text.split_at(at);
                rest = ending.strip_prefix("\r\n").or_else(|| ending.get(1..));
                Some(line)
            }
            None => rest.take(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::Sse;
    use crate::transport::decoder::{Decoder, FrameFault};
    use proptest::prelude::*;

    type Read = (String, String);

    fn decode(pieces: &[&[u8]], limit: usize) -> Result<Vec<Read>, FrameFault> {
        let mut sse = Sse::new(limit);
        let mut read = Vec::new();
        for piece in pieces {
            sse.feed(piece);
            while let Some(frame) = sse.next()? {
                read.push((frame.event.to_owned(), frame.data.to_owned()));
            }
        }
        while let Some(frame) = sse.finish()? {
            read.push((frame.event.to_owned(), frame.data.to_owned()));
        }
        Ok(read)
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let expected: Vec<_> =
            expected.iter().map(|(event, data)| ((*event).to_owned(), (*data).to_owned())).collect();
        let bytes = text.as_bytes();
        assert_eq!(decode(&[bytes], 1024), Ok(expected.clone()), "at once");
        for at in 0..=bytes.len() {
            let (left, right) = bytes.split_at(at);
            assert_eq!(decode(&[left, right], 1024), Ok(expected.clone()), "split at {at}");
        }
        let single: Vec<_> = bytes.chunks(1).collect();
        assert_eq!(decode(&single, 1024), Ok(expected), "byte by byte");
    }

    #[test]
    fn frames_end_at_blank_lines_of_any_kind() {
        check("data: a\n\ndata: b\n\n", &[("", "a"), ("", "b")]);
        check("data: a\r\n\r\ndata: b\r\n\r\n", &[("", "a"), ("", "b")]);
        check("data: a\r\rdata: b\r\r", &[("", "a"), ("", "b")]);
        check("\n\n\ndata: a\n\n\n\n", &[("", "a")]);
    }

    #[test]
    fn fields_are_read_as_the_standard_says() {
        check("event: x\ndata: 1\nid: 7\nretry: 9\n\n", &[("x", "1")]);
        check("data:a\ndata:  b\ndata\n\n", &[("", "a\n b\n")]);
        check(": awake\n\ndata: a\n\n", &[("", ""), ("", "a")]);
        check("\u{feff}data: ü\n\n", &[("", "ü")]);
    }

    #[test]
    fn what_services_write_instead_is_read_as_well() {
        check("data: [DONE]", &[("", "[DONE]")]);
        check("error: {\"code\":500}\n\n", &[("error", "{\"code\":500}")]);
        check("{\"error\":\"no\"}\n", &[("", "{\"error\":\"no\"}")]);
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced_and_end_nothing() {
        let frames = decode(&[b"data: a\xffb\n\ndata: c\n\n"], 1024);
        assert_eq!(frames, Ok(vec![(String::new(), "a\u{fffd}b".into()), (String::new(), "c".into())]));
    }

    #[test]
    fn a_frame_without_end_is_refused_at_the_limit() {
        let line = vec![b'x'; 2000];
        assert_eq!(decode(&[&line], 1024), Err(FrameFault::TooLong { limit: 1024 }));
        let lines = b"data: 1\n".repeat(200);
        assert_eq!(decode(&[&lines], 1024), Err(FrameFault::TooLong { limit: 1024 }));
        let pieces: Vec<_> = lines.chunks(3).collect();
        assert_eq!(decode(&pieces, 1024), Err(FrameFault::TooLong { limit: 1024 }));
    }

    proptest! {
        #[test]
        fn any_bytes_decode_alike_however_they_are_cut(
            bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b':'), any::<u8>()], 0..200),
            size in 1_usize..20,
        ) {
            let pieces: Vec<_> = bytes.chunks(size).collect();
            prop_assert_eq!(decode(&pieces, 1024), decode(&[&bytes], 1024));
        }
    }
}
