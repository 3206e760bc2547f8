//! What an answer means, frame by frame, and what people see of it. Without IO: the caller reads the bytes and hands in the frames.

use super::answer_fault::AnswerFault;
use super::decoder::Frame;
use super::echoes::{Echoes, cleaned};
use super::reader::{Fault, Reader, Reading};
use crate::assembler::Assembler;
use crate::completion::Completion;
use notices::Describe;
use ports::{StreamEvent, WireFrame, WireObserver};
use redaction::Redactor;
use std::borrow::Cow;

/// One answer while it is read.
pub(crate) struct Hearing {
    reader: Box<dyn Reader>,
    assembler: Assembler,
    redactor: Redactor,
    completion: Completion,
    echoes: Echoes,
    /// Whether any frame so far was of the protocol, and whether any was not.
    has_own: bool,
    has_foreign: bool,
}

impl Hearing {
    pub(crate) fn new(reader: Box<dyn Reader>, assembler: Assembler, redactor: Redactor) -> Self {
        let (completion, echoes) = (Completion::default(), Echoes::default());
        Self { reader, assembler, redactor, completion, echoes, has_own: false, has_foreign: false }
    }

    /// Lets the protocol read one frame, and shows it with what became of it. Tells whether the answer is over.
    pub(crate) fn read(
        &mut self,
        frame: Frame<'_>,
        observer: &dyn WireObserver,
        hand_on: impl FnMut(StreamEvent),
    ) -> Result<bool, Fault> {
        if frame.raw.is_empty() {
            return Ok(false);
        }
        let says_something = !frame.data.is_empty();
        let redactor = self.redactor.clone();
        let raw = redactor.clean(frame.raw);
        let read = match &raw {
            _ if !says_something => Ok(Reading::Understood),
            Cow::Borrowed(_) => self.hear(frame),
            // A service that repeats a key must not get it into the history either.
            Cow::Owned(raw) => {
                let data = redactor.clean(frame.data).into_owned();
                self.hear(Frame { raw, event: frame.event, data: &data })
            }
        };
        let is_understood = !matches!(read, Ok(Reading::Unknown) | Err(Fault::Unreadable { .. }));
        self.has_own |= is_understood && says_something;
        self.has_foreign |= !is_understood;
        let completes = self.completion.take(&self.assembler.events);
        let completes = completes.into_iter().map(|call| cleaned(call, &redactor)).collect();
        let frame = WireFrame { text: raw.into_owned(), is_understood, completes };
        let is_over = self.hand_on(hand_on);
        self.echoes.show(frame, observer);
        if is_over {
            self.show_all(observer);
        }
        read.map(|_| is_over)
    }

    /// No more frames come.
    pub(crate) fn end(
        &mut self,
        observer: &dyn WireObserver,
        hand_on: impl FnMut(StreamEvent),
    ) -> Result<(), Fault> {
        let ended = self.reader.end(&mut self.assembler);
        self.hand_on(hand_on);
        self.show_all(observer);
        match ended {
            // It came to its end, and was something else all along.
            Err(Fault::BrokenOff) if self.has_foreign && !self.has_own => {
                Err(Fault::Unreadable { reason: AnswerFault::Foreign.notice() })
            }
            ended => ended,
        }
    }

    /// Hands on what was held back, because nothing follows.
    pub(crate) fn give_up(&mut self, hand_on: impl FnMut(StreamEvent)) {
        self.echoes.end_all(&self.redactor, hand_on);
    }

    pub(crate) fn show_all(&mut self, observer: &dyn WireObserver) {
        self.echoes.show_all(observer);
    }

    /// Lets the protocol read a frame, and once more where the text says what our values can't hold: half of a surrogate
    /// pair, a number beyond every float.
    fn hear(&mut self, frame: Frame<'_>) -> Result<Reading, Fault> {
        let read = self.reader.read(frame, &mut self.assembler);
        let is_understood = !matches!(read, Ok(Reading::Unknown) | Err(Fault::Unreadable { .. }));
        if is_understood || !self.assembler.events.is_empty() {
            return read;
        }
        match content::repair_json(frame.data) {
            Some(data) => self.reader.read(Frame { data: &data, ..frame }, &mut self.assembler),
            None => read,
        }
    }

    /// Hands on what a frame meant. Tells whether that was the end.
    fn hand_on(&mut self, mut hand_on: impl FnMut(StreamEvent)) -> bool {
        let is_over = matches!(self.assembler.events.last(), Some(StreamEvent::Finished(_)));
        let (redactor, echoes) = (&self.redactor, &mut self.echoes);
        for event in self.assembler.events.drain(..) {
            echoes.take(event, redactor, &mut hand_on);
        }
        is_over
    }
}
