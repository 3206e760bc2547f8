//! Calls, once something looks like one.

use super::marks::{FENCE, LISTED, Mark, may_become};
use super::object::{Balance, CallObject, Taken};
use super::tags::{self, Parameters};
use super::{Frame, Piece, Reader, State};

/// What ends calls that a mark began.
const ENDS: [&str; 3] = [TAG_END, FUNCTION_END, "[/TOOL_CALLS]"];
const TAG_END: &str = "</tool_call>";
const FUNCTION_END: &str = "</function>";

impl Reader {
    pub(super) fn marked(&mut self, mark: Mark) -> bool {
        let skipped = self.rest.len() - self.rest.trim_start_matches(is_between).len();
        self.rest.drain(..skipped);
        self.state = State::Marked(mark);
        if ENDS.iter().chain(&[LISTED]).any(|word| may_become(word, &self.rest)) {
            return false;
        }
        if let Some(end) = ENDS.iter().find(|end| self.rest.starts_with(**end)) {
            self.rest.drain(..end.len());
            // A function in tags stands inside of another tag.
            if mark != Mark::Tag || *end != FUNCTION_END {
                self.end_marked();
            }
            return true;
        }
        if self.rest.starts_with('{') {
            let (object, frame) = (CallObject::default(), Frame::Marked(mark));
            self.state = State::Object { object, frame, before: String::new(), told: None };
            return true;
        }
        if self.rest.starts_with('[') && !self.rest.starts_with(LISTED) {
            self.rest.drain(..1);
            return true;
        }
        self.named(mark)
    }

    /// A name in a notation of its own, or nothing that belongs to a call.
    pub(super) fn named(&mut self, mark: Mark) -> bool {
        let named = match mark {
            Mark::Listed => tags::listed(&self.rest),
            Mark::Tag | Mark::Function | Mark::Python => tags::function(&self.rest),
            Mark::Thought | Mark::Fence | Mark::Bracket => tags::Named::Nothing,
        };
        match named {
            tags::Named::Undecided => false,
            tags::Named::Nothing => {
                self.end_marked();
                true
            }
            tags::Named::Name { name, length } => {
                self.rest.drain(..length);
                self.pieces.push(Piece::Call(name));
                self.state = State::Bare { balance: Balance::default(), has_begun: false, mark };
                true
            }
        }
    }

    pub(super) fn object(
        &mut self,
        mut object: CallObject,
        frame: Frame,
        mut before: String,
        mut told: Option<usize>,
    ) -> bool {
        let mut letters = std::mem::take(&mut self.rest);
        let mut end = None;
        for (place, letter) in letters.char_indices() {
            if letter == '{' && object.raw == "{" {
                // Templates double braces, and models write what they saw there.
                before.push_str(&std::mem::take(&mut object).raw);
            }
            let taken = object.take(letter);
            if told.is_none() && self.is_call(&object, frame, taken != Taken::GoesOn) {
                self.begin_call(&object);
                told = Some(0);
            }
            match taken {
                Taken::GoesOn if told.is_none() && is_hopeless(&object, frame) => {
                    end = Some((place + letter.len_utf8(), false));
                }
                Taken::GoesOn => continue,
                Taken::Done => end = Some((place + letter.len_utf8(), true)),
                Taken::Foreign => end = Some((place, told.is_some())),
            }
            break;
        }
        if let Some(shown) = &mut told {
            self.show(&object, shown);
        }
        let Some((length, is_whole)) = end else {
            self.state = State::Object { object, frame, before, told };
            return false;
        };
        self.rest = letters.split_off(length);
        if is_whole && told.is_some() {
            self.pieces.push(Piece::CallEnd);
            self.after_call(frame);
        } else {
            self.say(&(before + &object.raw));
            self.state = State::Words;
        }
        true
    }

    pub(super) fn after_call(&mut self, frame: Frame) {
        self.has_said = false;
        self.is_blank = true;
        self.state = match frame {
            Frame::Marked(mark) => State::Marked(mark),
            Frame::Guessed => State::List { before: String::new(), has_call: true },
        };
    }

    /// Between objects: the next one, or the end of them.
    pub(super) fn list(&mut self, mut before: String, has_call: bool) -> bool {
        let skipped = self.rest.len() - self.rest.trim_start_matches(is_between).len();
        before.extend(self.rest.drain(..skipped));
        let ends = [FENCE, TAG_END];
        let is_undecided = has_call && ends.iter().any(|end| may_become(end, &self.rest));
        if self.rest.is_empty() || is_undecided {
            self.state = State::List { before, has_call };
            return false;
        }
        if self.rest.starts_with('{') {
            let before = if has_call { String::new() } else { before };
            let (object, frame) = (CallObject::default(), Frame::Guessed);
            self.state = State::Object { object, frame, before, told: None };
            return true;
        }
        if has_call {
            if let Some(end) = ends.iter().find(|end| self.rest.starts_with(**end)) {
                self.rest.drain(..end.len());
            }
        } else {
            self.say(&before);
        }
        true
    }

    pub(super) fn bare(&mut self, mut balance: Balance, mut has_begun: bool, mark: Mark) -> bool {
        if !has_begun {
            let skipped = self.rest.len() - self.rest.trim_start().len();
            self.rest.drain(..skipped);
            if self.rest.is_empty() {
                self.state = State::Bare { balance, has_begun, mark };
                return false;
            }
            if !self.rest.starts_with('{') {
                self.state = State::Tagged(Parameters::default());
                return true;
            }
            has_begun = true;
        }
        let end = self.rest.char_indices().find(|(_, letter)| balance.ends_with(*letter) && *letter != '"');
        let length = end.map_or(self.rest.len(), |(place, letter)| place + letter.len_utf8());
        let text: String = self.rest.drain(..length).collect();
        if !text.is_empty() {
            self.pieces.push(Piece::Arguments(text));
        }
        if end.is_some() {
            self.pieces.push(Piece::CallEnd);
            self.state = State::Marked(mark);
            return true;
        }
        self.state = State::Bare { balance, has_begun, mark };
        false
    }

    pub(super) fn tagged(&mut self, mut parameters: Parameters) -> bool {
        match parameters.take(&mut self.rest) {
            tags::Progress::Undecided => {
                self.state = State::Tagged(parameters);
                false
            }
            tags::Progress::Taken => {
                self.state = State::Tagged(parameters);
                true
            }
            tags::Progress::End => {
                self.pieces.push(Piece::Arguments(parameters.written()));
                self.pieces.push(Piece::CallEnd);
                self.state = State::Marked(Mark::Tag);
                true
            }
        }
    }

    pub(super) fn is_call(&self, object: &CallObject, frame: Frame, is_over: bool) -> bool {
        let is_there = object.arguments.is_some() || is_over;
        match frame {
            Frame::Marked(_) => object.name.is_some() && is_there,
            Frame::Guessed => {
                let is_offered =
                    object.name.as_deref().is_some_and(|name| self.offered.contains(name.trim()));
                (is_offered && is_there || self.begins_as_call(object)) && !object.has_foreign_key
            }
        }
    }

    /// A small model may call a function that was not offered. As the beginning of an answer, a name with an object of
    /// arguments is a call; behind words it may be an example.
    fn begins_as_call(&self, object: &CallObject) -> bool {
        let has_arguments = object.arguments.as_deref().is_some_and(|arguments| arguments.starts_with('{'));
        object.name.is_some() && has_arguments && !self.has_said && !self.offered.is_empty()
    }

    pub(super) fn begin_call(&mut self, object: &CallObject) {
        self.pieces.push(Piece::Call(object.name.clone().unwrap_or_default()));
        self.show(object, &mut 0);
    }

    pub(super) fn show(&mut self, object: &CallObject, shown: &mut usize) {
        let arguments = object.arguments.as_deref().unwrap_or_default();
        let before: usize = self.shown_of_call();
        let from = (*shown).max(before);
        if let Some(text) = arguments.get(from..).filter(|text| !text.is_empty()) {
            self.pieces.push(Piece::Arguments(text.to_owned()));
        }
        *shown = arguments.len();
    }

    /// How much of the call that was begun last is among the pieces that wait.
    pub(super) fn shown_of_call(&self) -> usize {
        let since = self.pieces.iter().rposition(|piece| matches!(piece, Piece::Call(_)));
        let pieces = since.map_or(&[][..], |place| self.pieces.get(place..).unwrap_or_default());
        pieces.iter().map(|piece| if let Piece::Arguments(text) = piece { text.len() } else { 0 }).sum()
    }

    pub(super) fn end_marked(&mut self) {
        self.has_said = false;
        self.is_blank = true;
        self.state = State::Words;
    }
}

/// What stands between calls, brackets that are too many among it.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || [',', ';', '}', ']'].contains(&letter)
}

/// Whether an object nobody announced can't become a call any more.
fn is_hopeless(object: &CallObject, frame: Frame) -> bool {
    frame == Frame::Guessed && object.has_foreign_key
}
