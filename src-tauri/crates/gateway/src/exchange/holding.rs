//! The end of a stream while it comes, as far as it is held back.

use crate::dialects::Tape;
use crate::streams::{Framing, as_event};
use crate::{Frame, Frames};
use content::Usage;
use std::collections::VecDeque;

/// Frames kept back where the end of a response is held: the frames that end it are among the last of these.
const LAST_FRAMES: usize = 6;

pub(super) struct Holding {
    pub(super) tape: Box<dyn Tape>,
    framing: Framing,
    pub(super) is_holding: bool,
    pub(super) raw: Vec<u8>,
    /// The last frames that passed the rules and are not delivered yet.
    pub(super) window: VecDeque<Vec<u8>>,
    pub(super) usage: Usage,
}

#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// An event of it is one of a call.
    pub(super) is_held: bool,
    pub(super) keeps_calls: bool,
    pub(super) keeps_end: bool,
}

impl Holding {
    pub(super) fn new(tape: Box<dyn Tape>, framing: Framing) -> Self {
        Self {
            tape,
            framing,
            is_holding: false,
            raw: Vec::new(),
            window: VecDeque::new(),
            usage: Usage::default(),
        }
    }

    pub(super) fn take(&mut self, frame: &Frame<'_>, wanted: Wanted, delivered: &mut Vec<u8>) {
        if !self.is_holding && (wanted.is_held || (wanted.keeps_calls && self.tape.calls(frame))) {
            self.is_holding = true;
            while let Some(raw) = self.window.pop_front() {
                self.pass(&raw, delivered);
            }
        }
        if self.is_holding {
            self.raw.extend_from_slice(frame.raw);
            as_the_tape_reads(self.framing, frame, |frame| self.tape.held(frame));
        } else if wanted.keeps_end {
            self.window.push_back(frame.raw.to_vec());
            while self.window.len() > LAST_FRAMES {
                let Some(raw) = self.window.pop_front() else { break };
                self.pass(&raw, delivered);
            }
        } else {
            // Nobody asks the tape of a response that is only watched.
            if wanted.keeps_calls {
                as_the_tape_reads(self.framing, frame, |frame| self.tape.passed(frame));
            }
            delivered.extend_from_slice(frame.raw);
        }
    }

    fn pass(&mut self, raw: &[u8], delivered: &mut Vec<u8>) {
        let tape = &mut self.tape;
        each_frame(self.framing, raw, |frame| tape.passed(frame));
        delivered.extend_from_slice(raw);
    }

    /// Everything that is not delivered yet, with what is not a whole frame.
    pub(super) fn give_up(&mut self, frames: &mut Frames) -> Vec<u8> {
        let mut rest: Vec<u8> = self.window.drain(..).flatten().collect();
        rest.append(&mut self.raw);
        frames.finish(|frame| rest.extend_from_slice(frame.raw));
        rest
    }

    /// Holds the frames of the window too.
    pub(super) fn hold_window(&mut self) {
        for raw in std::mem::take(&mut self.window) {
            self.hold(&raw);
        }
    }

    fn hold(&mut self, raw: &[u8]) {
        let tape = &mut self.tape;
        each_frame(self.framing, raw, |frame| tape.held(frame));
        self.raw.extend_from_slice(raw);
    }
}

fn each_frame(framing: Framing, raw: &[u8], mut take: impl FnMut(&Frame<'_>)) {
    let mut frames = Frames::of(framing);
    frames.feed(raw);
    frames.finish(|frame| as_the_tape_reads(framing, frame, &mut take));
}

/// A tape knows events only: an element of an array is one to it.
fn as_the_tape_reads(framing: Framing, frame: &Frame<'_>, take: impl FnOnce(&Frame<'_>)) {
    match framing {
        Framing::Events => take(frame),
        Framing::Array => take(&Frame { raw: &as_event(frame.data), ..*frame }),
    }
}
