//! One message a line, read as the lines go by.

use super::cutter::Place;
use super::spooling::Spooling;
use super::strand::Strand;
use crate::conversation::Conversation;
use crate::text::{BYTES, DEPTH, check_shape};
use crate::{ImportError, LONGEST_MESSAGE, Spot, json_lines};

pub(super) struct Lines {
    line: Strand,
    number: usize,
    /// Bytes of the lines that went into the message that is not finished.
    unfinished: usize,
    is_first: bool,
    spread: Option<Spread>,
}

/// What may be one message alone that is spread over several lines.
struct Spread {
    text: String,
    /// Where it began, and what is wrong with it as a line.
    number: usize,
    as_line: ImportError,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { line: Strand::default(), number: 1, unfinished: 0, is_first: true, spread: None }
    }

    pub(super) fn take(
        &mut self,
        piece: &str,
        conversation: &mut Conversation,
        spooling: &mut Spooling,
    ) -> Result<(), ImportError> {
        let mut rest = piece;
        while let Some((end, later)) = rest.split_once('\n') {
            self.line.push_str(end, self.begins(), spooling)?;
            self.read(conversation, spooling)?;
            self.number += 1;
            rest = later;
        }
        self.line.push_str(rest, self.begins(), spooling)?;
        self.check(self.line.len())
    }

    pub(super) fn end(
        mut self,
        conversation: &mut Conversation,
        spooling: &mut Spooling,
    ) -> Result<(), ImportError> {
        self.read(conversation, spooling)?;
        self.spread.map_or(Ok(()), |spread| spread.end(conversation))
    }

    fn begins(&self) -> Place {
        Place { line: self.number, column: 1 }
    }

    fn read(&mut self, conversation: &mut Conversation, spooling: &mut Spooling) -> Result<(), ImportError> {
        let held = self.line.take(self.begins(), spooling)?;
        if json_lines::is_blank(&held.text) {
            return Ok(());
        }
        if let Some(spread) = &mut self.spread {
            return spread.take(&held.text);
        }
        check_shape(&held.text, DEPTH)?;
        let before = conversation.count();
        let is_first = std::mem::replace(&mut self.is_first, false);
        let value = match held.parse_line(self.begins()) {
            Err(error) if is_first && json_lines::is_cut_off(&held.text) => {
                self.spread = Some(Spread { text: held.text + "\n", number: self.number, as_line: error });
                return Ok(());
            }
            parsed => parsed?,
        };
        let bytes = held.len();
        drop(held);
        json_lines::read_line(&value, self.number, conversation)?;
        spooling.read(conversation.count());
        let is_another = conversation.count() > before;
        self.unfinished = if is_another { bytes } else { self.unfinished + bytes };
        // Results of one message may stand on any number of lines.
        self.check(self.unfinished)
    }

    fn check(&self, bytes: usize) -> Result<(), ImportError> {
        if bytes > LONGEST_MESSAGE {
            let place = Spot::Line { number: self.number };
            return Err(ImportError::MessageTooLarge { place });
        }
        Ok(())
    }
}

impl Spread {
    /// Of a bad first line is told as soon as it can't be the beginning of one message.
    fn take(&mut self, line: &str) -> Result<(), ImportError> {
        if self.text.len() + line.len() >= BYTES {
            return Err(self.as_line.clone());
        }
        self.text.push_str(line);
        self.text.push('\n');
        Ok(())
    }

    fn end(self, conversation: &mut Conversation) -> Result<(), ImportError> {
        check_shape(&self.text, DEPTH)?;
        match crate::text::parse(&self.text) {
            Ok(message) => json_lines::read_line(&message, self.number, conversation),
            Err(_) => Err(self.as_line),
        }
    }
}
