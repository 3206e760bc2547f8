//! A text of JSON as it comes in, without the long texts in it: a mark stands for each.

use super::cutter::Place;
use super::leaving::{self, Leaving};
use super::spooling::Spooling;
use crate::ImportError;
use serde::de::DeserializeOwned;

/// Texts under these names are what is said and what functions gave. Nobody looks into them while they are read.
const NAMES: [&str; 2] = ["\"text\"", "\"content\""];

#[derive(Default)]
pub(super) struct Strand {
    text: String,
    within: Within,
    cuts: Vec<Cut>,
}

#[derive(Default)]
enum Within {
    #[default]
    Outside,
    /// In a string, and whether it may be put aside.
    String {
        begins: usize,
        may_go: bool,
        is_escaped: bool,
    },
    Leaving(Leaving),
}

/// Where something stands for something else in the text that is kept, and how long both are.
struct Cut {
    ends: usize,
    came: usize,
    kept: usize,
}

/// What can't be read, so many lines behind a beginning and so many bytes behind the beginning of that line.
pub(super) struct Fault {
    pub(super) lines: usize,
    pub(super) columns: usize,
    pub(super) reason: String,
}

/// A text that came in, without its long texts.
pub(super) struct Held {
    pub(super) text: String,
    cuts: Vec<Cut>,
}

impl Strand {
    /// How much came in, in bytes.
    pub(super) fn len(&self) -> usize {
        let leaving = match &self.within {
            Within::Leaving(leaving) => leaving.len(),
            Within::Outside | Within::String { .. } => 0,
        };
        came(self.text.len(), &self.cuts) + leaving
    }

    /// Takes more of a text that begins at a place.
    pub(super) fn push_str(
        &mut self,
        piece: &str,
        began: Place,
        spooling: &mut Spooling,
    ) -> Result<(), ImportError> {
        let mut rest = piece;
        while !rest.is_empty() {
            let taken = match &mut self.within {
                Within::Outside => self.outside(rest),
                Within::String { .. } => self.string(rest, spooling),
                Within::Leaving(leaving) => {
                    let taken = leaving.take(rest, spooling);
                    let (taken, is_over) = taken.map_err(|error| self.faulty(error, began))?;
                    if is_over {
                        self.left(began, spooling)?;
                    }
                    taken
                }
            };
            rest = rest.get(taken..).unwrap_or_default();
        }
        Ok(())
    }

    /// Gives what came in, and begins anew.
    pub(super) fn take(&mut self, began: Place, spooling: &mut Spooling) -> Result<Held, ImportError> {
        if matches!(self.within, Within::Leaving(_)) {
            self.left(began, spooling)?;
        }
        let Self { text, cuts, within: _ } = std::mem::take(self);
        Ok(Held { text, cuts })
    }

    fn outside(&mut self, rest: &str) -> usize {
        let Some(quote) = rest.find('"') else {
            self.text.push_str(rest);
            return rest.len();
        };
        self.text.push_str(rest.get(..quote).unwrap_or_default());
        let before = self.text.trim_end().strip_suffix(':').map(str::trim_end);
        let may_go = before.is_some_and(|before| NAMES.iter().any(|name| before.ends_with(name)));
        self.text.push('"');
        self.within = Within::String { begins: self.text.len(), may_go, is_escaped: false };
        quote + 1
    }

    /// Takes the rest of a string, or as much of it as there is.
    fn string(&mut self, rest: &str, spooling: &mut Spooling) -> usize {
        let Within::String { begins, may_go, is_escaped } = &mut self.within else { return 0 };
        let end = rest.bytes().position(|byte| {
            let was_escaped = std::mem::replace(is_escaped, !*is_escaped && byte == b'\\');
            byte == b'"' && !was_escaped
        });
        if *may_go && spooling.takes(self.text.len() - *begins + end.unwrap_or(rest.len())) {
            // What has come of it so far goes the same way as the rest.
            let mut leaving = Leaving::default();
            leaving.begin(self.text.split_off(*begins));
            self.within = Within::Leaving(leaving);
            return 0;
        }
        let taken = end.map_or(rest.len(), |end| end + 1);
        self.text.push_str(rest.get(..taken).unwrap_or_default());
        if end.is_some() {
            self.within = Within::Outside;
        }
        taken
    }

    /// Puts a mark in the place of a string that was put aside. The quote behind it comes next.
    fn left(&mut self, began: Place, spooling: &mut Spooling) -> Result<(), ImportError> {
        let Within::Leaving(leaving) = &mut self.within else { return Ok(()) };
        let ended = leaving.end(spooling);
        let came = leaving.len();
        ended.map_err(|error| self.faulty(error, began))?;
        let begins = self.text.len();
        let mark = crate::marks::escaped(&spooling.end()?, 1).map(std::borrow::Cow::into_owned);
        self.text.push_str(&mark.unwrap_or_default());
        let ends = self.text.len();
        self.cuts.push(Cut { ends, came, kept: ends - begins });
        self.within = Within::String { begins, may_go: false, is_escaped: false };
        Ok(())
    }

    fn faulty(&self, error: leaving::Error, began: Place) -> ImportError {
        let fault = match error {
            leaving::Error::NotSpooled(error) => return error,
            leaving::Error::Fault(fault) => fault,
        };
        let lines = self.text.matches('\n').count();
        let line = self.text.rfind('\n').map_or(0, |end| end + 1);
        let columns = came(self.text.len() - line, self.cuts.iter().filter(|cut| cut.ends > line));
        let within = match fault.lines {
            0 => Fault { lines, columns: columns + fault.columns, ..fault },
            more => Fault { lines: lines + more, ..fault },
        };
        began.fault(within)
    }
}

impl Held {
    /// How much came in, in bytes.
    pub(super) fn len(&self) -> usize {
        came(self.text.len(), &self.cuts)
    }

    /// Reads a text that begins at a place behind its space. What is wrong with it is told by its place in the whole.
    pub(super) fn parse<T: DeserializeOwned>(&self, began: Place) -> Result<T, ImportError> {
        self.parse_text(self.text.trim_ascii_start(), began)
    }

    /// Reads a line. A byte order mark is what some editors leave at the beginning.
    pub(super) fn parse_line<T: DeserializeOwned>(&self, began: Place) -> Result<T, ImportError> {
        self.parse_text(self.text.strip_prefix('\u{feff}').unwrap_or(&self.text), began)
    }

    fn parse_text<T: DeserializeOwned>(&self, text: &str, began: Place) -> Result<T, ImportError> {
        serde_json::from_str(text).map_err(|error| {
            let lines = error.line().saturating_sub(1);
            let reason = crate::text::reason(&error);
            began.fault(Fault { lines, columns: self.columns(text, lines, error.column()), reason })
        })
    }

    /// A column of the text that is kept, as one of the text that came in.
    fn columns(&self, text: &str, line: usize, column: usize) -> usize {
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let begins = self.text.len() - text.len() + before;
        let ends = begins + column;
        came(column, self.cuts.iter().filter(|cut| cut.ends > begins && cut.ends <= ends))
    }
}

/// How much came in where so much was kept with these cuts in it, in bytes.
fn came<'a>(kept: usize, cuts: impl IntoIterator<Item = &'a Cut>) -> usize {
    cuts.into_iter().fold(kept, |length, cut| (length + cut.came).saturating_sub(cut.kept))
}
