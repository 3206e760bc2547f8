//! Cuts `{ "format": 1, "messages": [ … ] }` into the values in it while its text goes by.

use super::spooling::Spooling;
use super::strand::{Fault, Held, Strand};
use crate::ImportError;

/// A value, as it is written.
pub(super) enum Part {
    /// What stands beside the messages, and its name.
    Member {
        name: String,
        held: Held,
        at: Place,
    },
    Message {
        held: Held,
        at: Place,
    },
}

/// A place in a text, as a person counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
    /// In bytes, as a reader of JSON counts.
    pub(super) column: usize,
}

/// Knows where in the text it is. What is between two cuts is left to a reader of JSON.
pub(super) struct Cutter {
    within: Within,
    /// What has gone by since the last cut, where that was, and where it began behind the space.
    strand: Strand,
    cut_at: Place,
    began: Place,
    here: Place,
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    is_blank: bool,
    is_first: bool,
    has_list: bool,
}

/// What is being read.
enum Within {
    Beginning,
    Name,
    Value { name: String },
    List,
    AfterList,
    End,
}

impl Cutter {
    pub(super) fn new() -> Self {
        let first = Place { line: 1, column: 1 };
        Self {
            within: Within::Beginning,
            strand: Strand::default(),
            cut_at: first,
            began: first,
            here: first,
            depth: 0,
            is_in_string: false,
            is_escaped: false,
            is_blank: true,
            is_first: true,
            has_list: false,
        }
    }

    /// How much of a value has gone by whose end has not come yet.
    pub(super) fn waiting(&self) -> usize {
        self.strand.len()
    }

    /// Whether the messages have begun.
    pub(super) fn has_list(&self) -> bool {
        self.has_list
    }

    /// Takes the next piece and gives the values that end in it.
    pub(super) fn take(
        &mut self,
        piece: &str,
        spooling: &mut Spooling,
        give: &mut dyn FnMut(Part, &mut Spooling) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let mut from = 0;
        for (index, byte) in piece.bytes().enumerate() {
            let was_blank = self.is_blank;
            let is_cut = self.cuts(byte);
            if was_blank && !byte.is_ascii_whitespace() {
                self.began = self.here;
            }
            if is_cut {
                let before = piece.get(from..index).unwrap_or_default();
                self.strand.push_str(before, self.cut_at, spooling)?;
                from = index + 1;
                let held = self.strand.take(self.cut_at, spooling)?;
                self.cut(byte, held, &mut |part| give(part, spooling))?;
            } else if matches!(self.within, Within::End) && !byte.is_ascii_whitespace() {
                return Err(self.broken("trailing characters"));
            }
            self.here = match byte {
                b'\n' => Place { line: self.here.line + 1, column: 1 },
                _ => Place { column: self.here.column + 1, ..self.here },
            };
            if is_cut {
                (self.is_blank, self.cut_at) = (true, self.here);
            }
        }
        self.strand.push_str(piece.get(from..).unwrap_or_default(), self.cut_at, spooling)
    }

    pub(super) fn end(&self) -> Result<(), ImportError> {
        match self.within {
            Within::End => Ok(()),
            Within::List => Err(self.broken("EOF while parsing a list")),
            Within::Value { .. } => Err(self.broken("EOF while parsing a value")),
            Within::Beginning | Within::Name | Within::AfterList => {
                Err(self.broken("EOF while parsing an object"))
            }
        }
    }

    /// Whether a value or a name ends at this byte. Only what is outside of strings and of other values counts.
    fn cuts(&mut self, byte: u8) -> bool {
        if self.is_in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_in_string = false,
                _ => {}
            }
            return false;
        }
        let is_outside = self.depth == 0;
        let is_cut = match byte {
            b'{' => is_outside && self.is_blank && matches!(self.within, Within::Beginning),
            b'[' => {
                is_outside
                    && self.is_blank
                    && matches!(&self.within, Within::Value { name } if name == "messages")
            }
            b':' => is_outside && matches!(self.within, Within::Name),
            b',' | b']' | b'}' => is_outside && !matches!(self.within, Within::Beginning | Within::End),
            _ => false,
        };
        match byte {
            _ if is_cut => {}
            b'"' => self.is_in_string = true,
            b'[' | b'{' => self.depth += 1,
            b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.is_blank &= byte.is_ascii_whitespace();
        is_cut
    }

    fn cut(
        &mut self,
        byte: u8,
        held: Held,
        give: &mut dyn FnMut(Part) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let at = self.began;
        let is_blank = held.text.trim().is_empty();
        let is_first = std::mem::replace(&mut self.is_first, false);
        let next = match (std::mem::replace(&mut self.within, Within::End), byte) {
            (Within::Beginning, _) => {
                self.is_first = true;
                Within::Name
            }
            (Within::Name, b':') => Within::Value { name: held.parse(at)? },
            (Within::Name, b'}') if is_blank && is_first => Within::End,
            (Within::Value { .. }, b'[') => {
                (self.is_first, self.has_list) = (true, true);
                Within::List
            }
            (Within::Value { name }, b',' | b'}') => {
                give(Part::Member { name, held, at })?;
                if byte == b',' { Within::Name } else { Within::End }
            }
            (Within::List, b']') if is_blank && is_first => Within::AfterList,
            (Within::List, b',' | b']') => {
                give(Part::Message { held, at })?;
                if byte == b',' { Within::List } else { Within::AfterList }
            }
            (Within::AfterList, b',') if is_blank => Within::Name,
            (Within::AfterList, b'}') if is_blank => Within::End,
            (Within::Name, _) => return Err(self.broken("expected a name and `:`")),
            (Within::List, _) => return Err(self.broken("expected `,` or `]`")),
            (Within::Value { .. } | Within::AfterList | Within::End, _) => {
                return Err(self.broken("expected `,` or `}`"));
            }
        };
        self.within = next;
        Ok(())
    }

    fn broken(&self, reason: &str) -> ImportError {
        let Place { line, column } = self.here;
        ImportError::NotJson { line, column, reason: notices::said(reason) }
    }
}

impl Place {
    /// What is wrong behind this place, told by its own.
    pub(super) fn fault(self, fault: Fault) -> ImportError {
        let Fault { lines, columns, reason } = fault;
        let column = if lines == 0 { self.column + columns.saturating_sub(1) } else { columns };
        ImportError::NotJson { line: self.line + lines, column, reason: notices::said(&reason) }
    }
}
