//! JSON laid out for people while it goes by, as [`serde_json`] lays it out.

use std::io::{Result, Write};

pub(super) struct Pretty {
    /// How far lines at the beginning are moved in.
    margin: usize,
    depth: usize,
    /// A bracket has been opened, and nothing has come behind it.
    is_open: bool,
    is_in_string: bool,
    is_escaped: bool,
}

impl Pretty {
    /// Goes on behind a text that is laid out already.
    pub(super) fn behind(text: &str) -> Self {
        let line = text.rsplit('\n').next().unwrap_or_default();
        let margin = line.len() - line.trim_start_matches(' ').len();
        Self { margin, depth: 0, is_open: false, is_in_string: false, is_escaped: false }
    }

    pub(super) fn write(&mut self, piece: &str, out: &mut dyn Write) -> Result<()> {
        let mut laid_out = Vec::with_capacity(piece.len() + piece.len() / 4);
        for byte in piece.bytes() {
            self.take(byte, &mut laid_out);
        }
        out.write_all(&laid_out)
    }

    fn take(&mut self, byte: u8, out: &mut Vec<u8>) {
        if self.is_in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_in_string = false,
                _ => {}
            }
            return out.push(byte);
        }
        // The space there was says nothing.
        if byte.is_ascii_whitespace() {
            return;
        }
        let was_open = std::mem::take(&mut self.is_open);
        if matches!(byte, b']' | b'}') {
            self.depth = self.depth.saturating_sub(1);
            if !was_open {
                self.next_line(out);
            }
            return out.push(byte);
        }
        if was_open {
            self.next_line(out);
        }
        out.push(byte);
        match byte {
            b'[' | b'{' => {
                self.depth += 1;
                self.is_open = true;
            }
            b',' => self.next_line(out),
            b':' => out.push(b' '),
            b'"' => self.is_in_string = true,
            _ => {}
        }
    }

    fn next_line(&self, out: &mut Vec<u8>) {
        out.push(b'\n');
        out.resize(out.len() + self.margin + 2 * self.depth, b' ');
    }
}
