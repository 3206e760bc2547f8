//! What a model writes, read: words, thoughts, and calls in the notations models were taught.
//!
//! Which notation a model uses can't be relied on: small ones leave the tags away or put a fence around. So every
//! notation is read whatever the template says. JSON without a mark is a call if it names a function that was offered,
//! or if an answer begins with a name and its arguments. It is held back no longer than until that is known.

mod calls;
mod marks;
mod object;
mod tags;
#[cfg(test)]
mod tests;

pub(crate) use marks::CALL_MARKS;
use marks::{FENCE, Mark};
pub(crate) use object::Balance;
use object::CallObject;
use std::collections::BTreeSet;
use tags::Parameters;

/// A piece of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Reasoning(String),
    /// A call of the function with this name begins.
    Call(String),
    Arguments(String),
    CallEnd,
}

/// What JSON stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    /// A mark said that a call comes.
    Marked(Mark),
    /// Nobody said so.
    Guessed,
}

#[derive(Debug)]
enum State {
    Words,
    Thinking,
    /// Between calls, after a mark.
    Marked(Mark),
    /// An object that is a call, or may be one. `before` is what was written up to it, in case it is none.
    Object {
        object: CallObject,
        frame: Frame,
        before: String,
        told: Option<usize>,
    },
    /// Between the objects of a list nobody said is one of calls.
    List {
        before: String,
        has_call: bool,
    },
    /// After a name: arguments as an object of their own.
    Bare {
        balance: Balance,
        has_begun: bool,
        mark: Mark,
    },
    /// Arguments in tags, one each.
    Tagged(Parameters),
}

/// Reads one answer as it comes in.
#[derive(Debug)]
pub(crate) struct Reader {
    offered: BTreeSet<String>,
    rest: String,
    state: State,
    pieces: Vec<Piece>,
    /// Whether the line so far is blank.
    is_blank: bool,
    /// Whether any word was said since the beginning or the last call. Blanks around calls are nothing said.
    has_said: bool,
    /// The same for thoughts.
    has_thought: bool,
}

impl Reader {
    /// `offered` are the names of the functions the model knows. One that was begun for it inside a thought, by the
    /// prompt, goes on with it.
    pub(crate) fn new<'a>(offered: impl Iterator<Item = &'a str>, begins_thinking: bool) -> Self {
        Self {
            offered: offered.map(str::to_owned).collect(),
            rest: String::new(),
            state: if begins_thinking { State::Thinking } else { State::Words },
            pieces: Vec::new(),
            is_blank: true,
            has_said: false,
            has_thought: false,
        }
    }

    pub(crate) fn push(&mut self, text: &str) -> Vec<Piece> {
        self.rest.push_str(text);
        while self.step() {}
        std::mem::take(&mut self.pieces)
    }

    /// Nothing more comes. What was held back is what it looks like.
    pub(crate) fn finish(&mut self) -> Vec<Piece> {
        while self.step() {}
        match std::mem::replace(&mut self.state, State::Words) {
            State::Words => {}
            State::Thinking => {
                let rest = std::mem::take(&mut self.rest);
                self.think(&rest);
            }
            State::Marked(_) => self.rest.clear(),
            State::Object { object, before, told, frame } => match told {
                Some(_) => self.pieces.push(Piece::CallEnd),
                None if self.is_call(&object, frame, true) => {
                    self.begin_call(&object);
                    self.pieces.push(Piece::CallEnd);
                }
                None => self.say(&(before + &object.raw)),
            },
            State::List { before, has_call } => {
                if !has_call {
                    self.say(&before);
                }
            }
            State::Bare { .. } => self.pieces.push(Piece::CallEnd),
            State::Tagged(parameters) => {
                self.pieces.push(Piece::Arguments(parameters.written()));
                self.pieces.push(Piece::CallEnd);
            }
        }
        let rest = std::mem::take(&mut self.rest);
        let rest = rest.trim_end();
        self.say(rest);
        std::mem::take(&mut self.pieces)
    }

    /// Reads on. Tells whether there is more to read without more text.
    fn step(&mut self) -> bool {
        match std::mem::replace(&mut self.state, State::Words) {
            State::Words => self.words(),
            State::Thinking => self.thinking(),
            State::Marked(mark) => self.marked(mark),
            State::Object { object, frame, before, told } => self.object(object, frame, before, told),
            State::List { before, has_call } => self.list(before, has_call),
            State::Bare { balance, has_begun, mark } => self.bare(balance, has_begun, mark),
            State::Tagged(parameters) => self.tagged(parameters),
        }
    }

    fn words(&mut self) -> bool {
        let Some((place, mark, length)) = marks::first(&self.rest, self.is_blank) else {
            let decided = self.rest.len() - marks::undecided(&self.rest);
            let text: String = self.rest.drain(..decided).collect();
            self.say(&text);
            return false;
        };
        match mark {
            Mark::Fence => return self.fence(place),
            Mark::Bracket => {
                let begins_list = self.rest.get(place..).is_some_and(|rest| rest.starts_with('['));
                self.guess(place, place + usize::from(begins_list), begins_list);
                return true;
            }
            Mark::Thought | Mark::Tag | Mark::Listed | Mark::Python | Mark::Function => {}
        }
        let text: String = self.rest.drain(..place + length).collect();
        let said = text.get(..place).unwrap_or_default().trim_end();
        self.say(said);
        self.state = match mark {
            Mark::Thought => {
                self.has_thought = false;
                State::Thinking
            }
            Mark::Function => {
                self.rest.insert_str(0, "<function=");
                State::Marked(mark)
            }
            Mark::Tag | Mark::Listed | Mark::Python | Mark::Fence | Mark::Bracket => State::Marked(mark),
        };
        true
    }

    /// A fence holds a call if JSON follows the word behind it.
    fn fence(&mut self, place: usize) -> bool {
        let after = self.rest.get(place + FENCE.len()..).unwrap_or_default();
        let word = after.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let inner = word.map(|end| after.get(end..).unwrap_or_default());
        let Some(inner) = inner.filter(|inner| !inner.trim().is_empty()) else { return false };
        let begin = self.rest.len() - inner.trim_start().len();
        match inner.trim_start().chars().next() {
            Some('{') => self.guess(place, begin, false),
            Some('[') => self.guess(place, begin + 1, true),
            Some(_) | None => {
                let text: String = self.rest.drain(..place + FENCE.len()).collect();
                self.say(&text);
            }
        }
        true
    }

    /// What follows may be a call. `place` is where it begins with all around it, `begin` where its bracket is.
    fn guess(&mut self, place: usize, begin: usize, is_list: bool) {
        let said: String = self.rest.drain(..place).collect();
        let before: String = self.rest.drain(..begin - place).collect();
        let kept = said.trim_end().len();
        self.say(said.get(..kept).unwrap_or_default());
        let before = said.get(kept..).unwrap_or_default().to_owned() + &before;
        self.state = if is_list {
            State::List { before, has_call: false }
        } else {
            let frame = Frame::Guessed;
            State::Object { object: CallObject::default(), frame, before, told: None }
        };
    }

    fn thinking(&mut self) -> bool {
        const END: &str = "</think>";
        if let Some(place) = self.rest.find(END) {
            let text: String = self.rest.drain(..place + END.len()).collect();
            self.think(text.get(..place).unwrap_or_default().trim_end());
            return true;
        }
        let places = self.rest.char_indices().rev().take(END.len()).map(|(place, _)| place);
        let partial =
            places.filter(|&place| self.rest.get(place..).is_some_and(|rest| END.starts_with(rest))).last();
        let decided =
            self.rest.get(..partial.unwrap_or(self.rest.len())).unwrap_or_default().trim_end().len();
        let text: String = self.rest.drain(..decided).collect();
        self.think(&text);
        self.state = State::Thinking;
        false
    }

    fn think(&mut self, text: &str) {
        let text = if self.has_thought { text } else { text.trim_start() };
        if !text.is_empty() {
            self.has_thought = true;
            self.pieces.push(Piece::Reasoning(text.to_owned()));
        }
    }

    fn say(&mut self, text: &str) {
        let text = if self.has_said { text } else { text.trim_start() };
        let Some(last) = text.rsplit('\n').next().filter(|_| !text.is_empty()) else { return };
        self.is_blank = last.trim().is_empty() && (text.contains('\n') || self.is_blank);
        self.has_said = true;
        match self.pieces.last_mut() {
            Some(Piece::Text(said)) => said.push_str(text),
            Some(Piece::Reasoning(_) | Piece::Call(_) | Piece::Arguments(_) | Piece::CallEnd) | None => {
                self.pieces.push(Piece::Text(text.to_owned()));
            }
        }
    }
}
