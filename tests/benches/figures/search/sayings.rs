//! What is said in the measured sessions: words as often as in a language, and calls among them.

use anyhow::{Context, Result};
use content::{
    Author, CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName, Item,
    Message, MessageId, ModelId, Origin, Outcome, Output, Role, SessionId, Timestamp,
};
use search::{Answer, Document};
use serde_json::json;

/// When the first message was said. Each comes a second after the one before.
pub(crate) const BEGAN: i64 = 1_767_225_600_000;
const VOCABULARY: u32 = 200_000;
/// In bytes.
const LONG: usize = 8_000;
const FUNCTIONS: u32 = 200;

/// The text of a query of some kind.
pub(crate) type Written = fn(usize) -> String;

/// The kinds of query, each with its text for a number.
pub(crate) const QUERIES: [(&str, Written); 20] = [
    ("a rare word", |number| format!("{} ", word(20_000 + 37 * at(number)))),
    ("a common word", |number| format!("{} ", word(at(number) % 20))),
    ("two common words", |number| format!("{} {} ", word(at(number) % 20), word(20 + at(number)))),
    ("four words", |number| (0..4).map(|step| format!("{} ", word(5 + 31 * step + at(number)))).collect()),
    ("a phrase", |number| format!("\"{} {}\"", word(at(number) % 12), word(1 + at(number) % 30))),
    ("a word being typed, 1 letter", |number| begun(at(number), 1)),
    ("a word being typed, 2 letters", |number| begun(at(number), 2)),
    ("a word being typed, 3 letters", |number| begun(at(number), 3)),
    ("a word being typed, 4 letters", |number| begun(40 + at(number), 4)),
    ("a common word and a letter", |number| format!("{} {}", word(at(number) % 20), begun(at(number), 1))),
    ("a phrase being typed, 1 letter", |number| {
        format!("\"{} {}", word(at(number) % 20), begun(at(number), 1))
    }),
    ("a phrase being typed, 3 letters", |number| {
        format!("\"{} {}", word(at(number) % 20), begun(at(number), 3))
    }),
    ("an identifier being typed", |number| {
        format!("get_{}_{}", at(number) % 10, begun(at(number), 1 + number % 3))
    }),
    ("a common word without another", |number| format!("-{} {} ", word(at(number) % 20), word(20))),
    ("a word and a filter", |number| format!("status:failed {} ", word(at(number)))),
    ("filters alone", |number| format!("function:get_{}* duration:>500ms", at(number) % 10)),
    ("a filter that most calls meet", |_| "status:returned".to_owned()),
    ("any function", |_| "function:*".to_owned()),
    ("a word in a span of time", |number| {
        format!("after:{}d before:2d {} ", 4 + number % 7, word(at(number)))
    }),
    ("everything in a span of time", |number| format!("after:{}d", 11 + number % 7)),
];

/// The same, asked of long messages.
pub(crate) const LONG_QUERIES: [(&str, Written); 2] = [
    ("a common word in messages of 8 kB", |number| format!("{} ", word(at(number)))),
    ("a letter in messages of 8 kB", |number| begun(at(number), 1)),
];

/// The first letters of a word, as they are typed.
fn begun(rank: u32, letters: usize) -> String {
    word(rank).chars().take(letters).collect()
}

fn at(number: usize) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

/// The same sayings in every run.
pub(crate) struct Sayings {
    /// How many of all words are among the first ones, in millionths.
    shares: Vec<f64>,
    random: u64,
}

impl Default for Sayings {
    fn default() -> Self {
        let mut shares: Vec<f64> = Vec::new();
        let mut sum = 0.0;
        for rank in 1..=VOCABULARY {
            // As often as one by its rank: what languages do.
            sum += 1.0 / f64::from(rank);
            shares.push(sum);
        }
        Self { shares, random: 0x9E37_79B9_7F4A_7C15 }
    }
}

impl Sayings {
    /// The next message: every fifth is a call with its result.
    pub(crate) fn next(&mut self, session: &SessionId, number: u64) -> Document {
        let at = Timestamp(BEGAN + 1_000 * i64::try_from(number).unwrap_or_default());
        let words = 6 + self.below(70);
        let text = self.text(words);
        let made = if number.is_multiple_of(5) {
            self.call(session, number, at, text)
        } else {
            let role = if number.is_multiple_of(2) { Role::User } else { Role::Assistant };
            let message = message(number, role, Item::Text { text });
            Document::of_item(session, &message, 0, at)
        };
        made.unwrap_or_else(|| Document::title(session, at, "nothing was said"))
    }

    /// A message that fills a whole piece.
    pub(crate) fn long(&mut self, session: &SessionId, number: u64) -> Result<Document> {
        let at = Timestamp(BEGAN + 1_000 * i64::try_from(number)?);
        let mut text = String::new();
        while text.len() < LONG {
            text.push_str(&self.text(100));
        }
        text.truncate(LONG);
        let message = message(number, Role::Assistant, Item::Text { text });
        Document::of_item(session, &message, 0, at).context("it has words")
    }

    fn call(&mut self, session: &SessionId, number: u64, at: Timestamp, said: String) -> Option<Document> {
        let name = FunctionName::new(
            &format!("plugin_{}", self.below(20)),
            &format!("get_{}_{}", self.below(10), word(self.below(FUNCTIONS))),
        );
        let arguments = json!({ "city": self.text(1), "days": self.below(10), "query": self.text(4) });
        let call = FunctionCall {
            id: CallId::new(format!("call-{number}")),
            function: CalledFunction::Known { name },
            arguments: CallArguments::read(arguments.to_string()),
            origin: Origin::Model,
            provider_state: None,
        };
        let outcome = if self.below(10) == 0 {
            Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message: said } }
        } else {
            let value = json!({ "summary": said, "value": self.below(1_000) });
            Outcome::Returned { output: Output::Json { value } }
        };
        let message = message(number, Role::Assistant, Item::FunctionCall { call: call.clone() });
        let took = Some(u64::from(self.below(1_000)));
        let answer = Answer { message: None, outcome: &outcome, origin: Origin::Function, took };
        Some(Document::of_call(session, &message, 0, &call, at, Some(answer)))
    }

    fn text(&mut self, words: u32) -> String {
        let mut text = String::new();
        for _ in 0..words {
            let rank = self.rank();
            text.push_str(&word(rank));
            text.push(' ');
        }
        text
    }

    fn rank(&mut self) -> u32 {
        let sum = self.shares.last().copied().unwrap_or_default();
        let share = f64::from(self.below(u32::MAX)) / f64::from(u32::MAX) * sum;
        u32::try_from(self.shares.partition_point(|up_to| *up_to < share)).unwrap_or_default()
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        u32::try_from((self.random >> 32) % u64::from(limit)).unwrap_or_default()
    }
}

fn message(number: u64, role: Role, item: Item) -> Message {
    let author = match role {
        Role::Assistant => Author::Model { model: ModelId::new(format!("service:model-{}", number % 7)) },
        Role::System | Role::User | Role::Function => Author::Person,
    };
    let id = MessageId::new(format!("message-{number}"));
    Message { id, parent: None, role, items: vec![item], author, origin: Origin::Person }
}

/// The word of a rank, short for the common ones.
fn word(rank: u32) -> String {
    const SYLLABLES: [&str; 40] = [
        "ta", "re", "mi", "so", "lu", "ka", "ne", "vi", "do", "bu", "sha", "the", "ing", "or", "an", "el",
        "is", "un", "qua", "ster", "pro", "con", "ver", "gra", "plo", "chi", "wer", "zam", "fy", "jo", "hel",
        "mon", "tri", "bex", "dis", "per", "nal", "ous", "ket", "lim",
    ];
    let mut text = String::new();
    let mut rest = rank;
    loop {
        text.push_str(SYLLABLES.get((rest % 40) as usize).copied().unwrap_or_default());
        if rest < 40 {
            return text;
        }
        rest = rest / 40 - 1;
    }
}
