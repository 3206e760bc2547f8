//! Frames that are held back, and frames that take their place.

use crate::Frame;

/// A frame that was not delivered yet.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    raw: Vec<u8>,
    event: String,
    pub(crate) data: String,
}

impl Held {
    pub(crate) fn new(frame: &Frame<'_>) -> Self {
        let Frame { raw, event, data } = frame;
        Self { raw: raw.to_vec(), event: (*event).to_owned(), data: (*data).to_owned() }
    }

    /// Writes the frame as it was received.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        end_frame(out);
        out.extend_from_slice(&self.raw);
    }

    /// Writes the frame with other data. With its own data it keeps its bytes.
    pub(crate) fn write_with(&self, data: &str, out: &mut Vec<u8>) {
        if data == self.data {
            self.write(out);
        } else {
            write_frame(&self.event, data, out);
        }
    }
}

/// Writes a frame with this event, if it has a name, and this data.
pub(crate) fn write_frame(event: &str, data: &str, out: &mut Vec<u8>) {
    end_frame(out);
    if !event.is_empty() {
        out.extend_from_slice(b"event: ");
        out.extend_from_slice(event.as_bytes());
        out.push(b'\n');
    }
    for line in data.split(['\n', '\r']) {
        out.extend_from_slice(b"data: ");
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
    out.push(b'\n');
}

/// Adds the blank line that the last frame of a broken stream may lack.
pub(crate) fn end_frame(out: &mut Vec<u8>) {
    let line = out.strip_suffix(b"\r\n").or(out.strip_suffix(b"\n")).or(out.strip_suffix(b"\r"));
    let is_ended = line.is_some_and(|line| line.ends_with(b"\n") || line.ends_with(b"\r"));
    if !out.is_empty() && !is_ended {
        out.extend_from_slice(b"\n\n");
    }
}

#[cfg(test)]
mod tests {
    use super::{Held, write_frame};
    use crate::Frame;

    #[test]
    fn a_frame_without_its_blank_line_does_not_swallow_the_next() {
        for (raw, expected) in [
            ("data: 1", "data: 1\n\ndata: 2\n\n"),
            ("data: 1\r\n", "data: 1\r\n\n\ndata: 2\n\n"),
            ("data: 1\r\n\r\n", "data: 1\r\n\r\ndata: 2\n\n"),
            ("data: 1\n\n", "data: 1\n\ndata: 2\n\n"),
        ] {
            let mut out = Vec::new();
            Held::new(&Frame { raw: raw.as_bytes(), event: "", data: "1" }).write(&mut out);
            write_frame("", "2", &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn data_of_several_lines_stays_one_event() {
        let mut out = Vec::new();
        write_frame("a", "1\n2", &mut out);
        assert_eq!(out, b"event: a\ndata: 1\ndata: 2\n\n");
    }
}
