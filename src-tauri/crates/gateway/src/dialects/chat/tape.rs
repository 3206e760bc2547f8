//! Follows a stream of chunks and writes its end anew.

use super::DONE;
use super::calls::{Calls, FUNCTION_CALL, Shape, TOOL_CALLS};
use super::edit::{self, Change, Said, Written};
use super::writer::Writer;
use crate::dialects::{Tape, Unwritable, WrittenAnswer, write_answer};
use crate::json::members::{Members, raw};
use crate::streams::{HeldFrame, append, frame};
use crate::{Frame, WantedCall};
use serde_json::value::RawValue;

/// The members that every chunk of a response has in common.
const COMMON: [&str; 6] = ["id", "object", "created", "model", "service_tier", "system_fingerprint"];

#[derive(Default)]
pub(super) struct ChatTape {
    head: Option<ChunkHead>,
    /// Whether a call has begun to be delivered.
    has_delivered: bool,
    held: Vec<HeldFrame>,
}

/// What the chunks of the response say of it.
struct ChunkHead {
    /// The members of a new chunk.
    common: Members<'static>,
    /// The members of the first chunk.
    told: Members<'static>,
    /// A filter reports in chunks without an id.
    has_id: bool,
}

/// Where calls are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In chunks of their own before a frame. The end of the stream is behind the last frame.
    Before(usize),
    /// In chunks of their own behind what is left of a chunk.
    Behind(usize),
    /// In a chunk that also ends the choice, or begins it.
    Inside(usize),
}

impl Tape for ChatTape {
    fn calls(&self, frame: &Frame<'_>) -> bool {
        let may_call = frame.data.contains(TOOL_CALLS) || frame.data.contains(FUNCTION_CALL);
        let said = may_call.then(|| edit::read(frame.data, Shape::Delta, &mut Calls::default()));
        said.flatten().is_some_and(|said| said.has_calls)
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
        let said: Vec<_> =
            self.held.iter().map(|held| edit::read(held.data(), Shape::Delta, &mut calls)).collect();
        calls.check(wanted)?;
        if calls.are(wanted) {
            return Ok(self.held.iter().flat_map(|held| held.raw().to_vec()).collect());
        }
        let written = calls.written(wanted, Shape::Delta);
        let change = Change::of(&calls, &written);
        Ok(self.edited(self.place(&said), &written, &change))
    }

    fn continued(&self, answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        self.check_passed()?;
        let nothing = Members::default();
        let (common, told) = match &self.head {
            Some(head) => (&head.common, &head.told),
            None => (&nothing, &nothing),
        };
        let mut stream = Vec::new();
        for held in self.held.iter().filter(|held| !held.data().starts_with(DONE)) {
            let edited = edit::edited(held.data(), Shape::Delta, Written::new(), &Change::UNFINISHED, told);
            edited.append(held, &mut stream);
        }
        let says_usage = common.get("usage").is_some() || self.held.iter().any(|held| has_usage(held.data()));
        append(&mut stream, &write_answer(Writer::behind(common, says_usage), answer));
        Ok(stream)
    }
}

impl ChatTape {
    fn check_passed(&self) -> Result<(), Unwritable> {
        if self.has_delivered { Err(Unwritable::CallDelivered) } else { Ok(()) }
    }

    fn note(&mut self, data: &str) {
        if self.head.as_ref().is_some_and(|head| head.has_id) {
            return;
        }
        if let Some(head) = ChunkHead::of(data)
            && self.head.as_ref().is_none_or(|known| !known.has_id && head.has_id)
        {
            self.head = Some(head);
        }
    }

    /// The place of the first call, or the end of the choice if it has none.
    fn place(&self, said: &[Option<Said>]) -> Place {
        let find = |is_it: fn(&Said) -> bool| said.iter().position(|said| said.as_ref().is_some_and(is_it));
        if let Some(place) = find(|said| said.has_calls) {
            let is_finished = said.get(place).copied().flatten().is_some_and(|said| said.is_finished);
            return if is_finished { Place::Inside(place) } else { Place::Behind(place) };
        }
        if let Some(place) = find(|said| said.is_finished) {
            let has_role = said.get(place).copied().flatten().is_some_and(|said| said.has_role);
            return if has_role { Place::Inside(place) } else { Place::Before(place) };
        }
        let is_end = |held: &HeldFrame| held.data().starts_with(DONE) || has_usage(held.data());
        Place::Before(self.held.iter().position(is_end).unwrap_or(self.held.len()))
    }

    fn edited(&self, place: Place, written: &Written, change: &Change) -> Vec<u8> {
        let nothing = Members::default();
        let told = self.head.as_ref().map_or(&nothing, |head| &head.told);
        let mut stream = Vec::new();
        for (number, held) in self.held.iter().enumerate() {
            if place == Place::Before(number) {
                append(&mut stream, &self.chunks(written, Some(held)));
            }
            let inside = if place == Place::Inside(number) { written.clone() } else { Written::new() };
            edit::edited(held.data(), Shape::Delta, inside, change, told).append(held, &mut stream);
            if place == Place::Behind(number) {
                append(&mut stream, &self.chunks(written, Some(held)));
            }
        }
        if place == Place::Before(self.held.len()) {
            append(&mut stream, &self.chunks(written, self.held.last()));
        }
        stream
    }

    /// A chunk for each call.
    fn chunks(&self, written: &Written, beside: Option<&HeldFrame>) -> Vec<u8> {
        let chunk = |one: &(&'static str, Box<RawValue>)| {
            let mut delta = Members::default();
            edit::put(&mut delta, vec![one.clone()]);
            let mut choice = Members::default();
            choice.set("index", raw(&0));
            choice.set("delta", raw(&delta));
            choice.set("logprobs", raw(&()));
            choice.set("finish_reason", raw(&()));
            let mut chunk = self.head.as_ref().map(|head| head.common.clone()).unwrap_or_default();
            chunk.set("choices", raw(&[choice]));
            let data = raw(&chunk);
            beside.map_or_else(|| frame(data.get()), |held| held.beside(data.get()))
        };
        written.iter().flat_map(chunk).collect()
    }
}

impl ChunkHead {
    fn of(data: &str) -> Option<Self> {
        let chunk = Members::read(data)?;
        chunk.get("choices")?;
        let has_id = chunk.value::<String>("id").is_some_and(|id| !id.is_empty());
        let mut common: Members<'static> = COMMON
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), chunk.get(name)?.to_owned())))
            .collect();
        // With usage asked for, every chunk but the last says that it has none.
        if chunk.get("usage").is_some() {
            common.set("usage", raw(&()));
        }
        Some(Self { common, told: chunk.into_owned(), has_id })
    }
}

fn has_usage(data: &str) -> bool {
    Members::read(data).is_some_and(|chunk| chunk.inside("usage").is_some())
}
