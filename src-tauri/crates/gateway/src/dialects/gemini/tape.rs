//! Follows a stream of chunks and writes its end anew.

use super::calls::{Calls, FUNCTION_CALL};
use super::edit::{self, Edit, Position};
use super::writer::Writer;
use crate::dialects::{Tape, Unwritable, WrittenAnswer, write_answer};
use crate::json::members::{Members, raw};
use crate::streams::{HeldFrame, append, frame};
use crate::{Frame, WantedCall};
use serde_json::value::RawValue;

/// The members that every chunk of a response has in common.
const COMMON: [&str; 2] = ["modelVersion", "responseId"];

#[derive(Default)]
pub(super) struct GeminiTape {
    /// The members of a new chunk.
    head: Option<Members<'static>>,
    /// Whether a call has been delivered.
    has_delivered: bool,
    held: Vec<HeldFrame>,
}

impl Tape for GeminiTape {
    fn calls(&self, frame: &Frame<'_>) -> bool {
        let mut calls = Calls::default();
        frame.data.contains(FUNCTION_CALL)
            && edit::read(frame.data, &mut calls).is_some()
            && !calls.is_empty()
    }

    fn passed(&mut self, frame: &Frame<'_>) {
        self.note(frame.data);
        self.has_delivered = self.has_delivered || self.calls(frame);
    }

    fn held(&mut self, frame: &Frame<'_>) {
        self.note(frame.data);
        self.held.push(HeldFrame::of(frame));
    }

    fn rewritten(&self, wanted: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
        self.check_passed()?;
        let mut calls = Calls::default();
        let read = |held: &HeldFrame| edit::read(held.data(), &mut calls).is_some();
        let last = self.last(self.held.iter().map(read).collect());
        calls.check(wanted)?;
        if calls.are(wanted) {
            return Ok(self.held.iter().flat_map(|held| held.raw().to_vec()).collect());
        }
        let mut edit = Edit::new(&calls, wanted);
        let mut stream = Vec::new();
        for (number, held) in self.held.iter().enumerate() {
            let position = if last == Some(number) { Position::Last } else { Position::Within };
            edit.chunk(held.data(), position).append(held, &mut stream);
        }
        let new = edit.take_new();
        if !new.is_empty() {
            append(&mut stream, &self.chunk(&raw(&new)));
        }
        Ok(stream)
    }

    fn continued(&self, answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        self.check_passed()?;
        let mut calls = Calls::default();
        for held in &self.held {
            edit::read(held.data(), &mut calls);
        }
        let mut edit = Edit::unfinished(&calls);
        let mut stream = Vec::new();
        for held in &self.held {
            edit.chunk(held.data(), Position::Within).append(held, &mut stream);
        }
        let writer = Writer::behind(self.head.clone().unwrap_or_default());
        append(&mut stream, &write_answer(writer, answer));
        Ok(stream)
    }
}

impl GeminiTape {
    fn check_passed(&self) -> Result<(), Unwritable> {
        if self.has_delivered { Err(Unwritable::CallDelivered) } else { Ok(()) }
    }

    fn note(&mut self, data: &str) {
        if self.head.is_some() {
            return;
        }
        let Some(chunk) = Members::read(data).filter(|chunk| chunk.get("candidates").is_some()) else {
            return;
        };
        let member = |name: &&str| Some(((*name).to_owned(), chunk.get(name)?.to_owned()));
        self.head = Some(COMMON.iter().filter_map(member).collect());
    }

    /// The frame that ends the response: the last that gives a reason, because some models give one in every chunk.
    fn last(&self, is_read: Vec<bool>) -> Option<usize> {
        let is_finished = |held: &HeldFrame| edit::is_finished(held.data());
        let is_chunk = |is_read: &bool| *is_read;
        self.held.iter().rposition(is_finished).or_else(|| is_read.iter().rposition(is_chunk))
    }

    /// A chunk with calls alone.
    fn chunk(&self, parts: &RawValue) -> Vec<u8> {
        let mut content = Members::from_iter([("parts".to_owned(), parts.to_owned())]);
        content.set("role", raw("model"));
        let mut candidate = Members::from_iter([("content".to_owned(), raw(&content))]);
        candidate.set("index", raw(&0));
        let mut chunk = Members::from_iter([("candidates".to_owned(), raw(&[candidate]))]);
        for (name, value) in self.head.iter().flat_map(Members::iter) {
            chunk.set(name, value.to_owned());
        }
        frame(raw(&chunk).get())
    }
}
