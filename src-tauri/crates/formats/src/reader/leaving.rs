//! A string that is put aside while it comes in: found out where it ends, and read part by part.

use super::spooling::Spooling;
use super::strand::Fault;
use crate::ImportError;

/// So much is put aside at once, in bytes.
const AT_ONCE: usize = 64 << 10;

#[derive(Default)]
pub(super) struct Leaving {
    /// What came in and has not been put aside, as it is written.
    written: String,
    /// How much of that can be read by itself.
    whole: usize,
    unit: Unit,
    /// The last character is the first half of one that takes two.
    is_half: bool,
    /// How many bytes have been put aside, as they were written.
    gone: usize,
}

/// Between which signs of a character it is.
#[derive(Clone, Copy, Default)]
enum Unit {
    #[default]
    None,
    Escape,
    /// A code of four digits, with what came of it.
    Code {
        digits: u8,
        code: u32,
    },
}

impl Leaving {
    /// How much of it came in, in bytes.
    pub(super) fn len(&self) -> usize {
        self.written.len() + self.gone
    }

    /// Begins with what came in of it before, as it is written.
    pub(super) fn begin(&mut self, written: String) {
        self.look(written.as_bytes());
        self.written = written;
    }

    /// Takes what belongs to the string and tells how much that is, and whether its end comes next.
    pub(super) fn take(&mut self, rest: &str, spooling: &mut Spooling) -> Result<(usize, bool), Error> {
        let (taken, is_over) = self.look(rest.as_bytes());
        self.written.push_str(rest.get(..taken).unwrap_or_default());
        if self.whole >= AT_ONCE {
            self.put_aside(self.whole, spooling)?;
        }
        Ok((taken, is_over))
    }

    /// Puts the rest aside.
    pub(super) fn end(&mut self, spooling: &mut Spooling) -> Result<(), Error> {
        self.put_aside(self.written.len(), spooling)
    }

    fn look(&mut self, bytes: &[u8]) -> (usize, bool) {
        let before = self.written.len();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match self.unit {
                Unit::None => {
                    if !self.is_half {
                        self.whole = before + at;
                    }
                    let plain = bytes.iter().skip(at).position(|byte| matches!(byte, b'"' | b'\\'));
                    let plain = plain.unwrap_or(bytes.len() - at);
                    at += plain;
                    if plain > 0 {
                        self.is_half = false;
                        self.whole = before + at;
                    } else if *byte == b'"' {
                        return (at, true);
                    } else {
                        self.unit = Unit::Escape;
                        at += 1;
                    }
                }
                Unit::Escape => {
                    let is_code = *byte == b'u';
                    self.unit = if is_code { Unit::Code { digits: 4, code: 0 } } else { Unit::None };
                    self.is_half &= is_code;
                    at += 1;
                }
                Unit::Code { digits, code } => {
                    let code = code << 4 | char::from(*byte).to_digit(16).unwrap_or(0);
                    self.unit = Unit::Code { digits: digits - 1, code };
                    if digits == 1 {
                        self.unit = Unit::None;
                        self.is_half = !self.is_half && (0xd800..0xdc00).contains(&code);
                    }
                    at += 1;
                }
            }
        }
        (at, false)
    }

    fn put_aside(&mut self, bytes: usize, spooling: &mut Spooling) -> Result<(), Error> {
        let written = self.written.get(..bytes).unwrap_or_default();
        let text = serde_json::from_str::<String>(&format!("\"{written}\"")).map_err(|error| {
            let lines = error.line().saturating_sub(1);
            // The quote before it is no part of what went before.
            let columns =
                if lines == 0 { self.gone + error.column().saturating_sub(1) } else { error.column() };
            Error::Fault(Fault { lines, columns, reason: crate::text::reason(&error) })
        })?;
        spooling.push(&text).map_err(Error::NotSpooled)?;
        self.written.drain(..bytes);
        self.whole = 0;
        self.gone += bytes;
        Ok(())
    }
}

/// Why a string can't be put aside.
pub(super) enum Error {
    /// It can't be read: so far behind its beginning.
    Fault(Fault),
    NotSpooled(ImportError),
}
