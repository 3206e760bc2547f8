//! A call written as a JSON object, letter by letter.

/// What the name of a function and its arguments go by.
const NAMES: [&str; 4] = ["name", "function", "tool", "function_name"];
const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "args", "input"];
/// What else stands in such an object.
const BESIDES: [&str; 4] = ["type", "id", "thought", "index"];

/// What a letter did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    GoesOn,
    /// It was the last one.
    Done,
    /// It does not belong to a call: it was not taken, and nothing more will be.
    Foreign,
}

/// Brackets and texts of a value, counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Balance {
    depth: u32,
    is_in_text: bool,
    is_escaped: bool,
}

impl Balance {
    /// Whether this letter ends a value that begins with a bracket or a quote.
    pub(super) fn ends_with(&mut self, letter: char) -> bool {
        if std::mem::take(&mut self.is_escaped) {
            return false;
        }
        match letter {
            '\\' if self.is_in_text => self.is_escaped = true,
            '"' => {
                self.is_in_text = !self.is_in_text;
                return !self.is_in_text && self.depth == 0;
            }
            '{' | '[' if !self.is_in_text => self.depth += 1,
            '}' | ']' if !self.is_in_text => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }

    /// The same where the first bracket was long before: texts inside end nothing.
    #[cfg(feature = "llama")]
    pub(crate) fn closes_with(&mut self, letter: char) -> bool {
        self.ends_with(letter) && letter != '"'
    }
}

#[derive(Clone, Debug, Default)]
enum Phase {
    #[default]
    Begin,
    Key,
    InKey(String, Balance),
    Colon(String),
    Value(String),
    /// A value with an end of its own: brackets or quotes.
    Closed {
        key: String,
        text: String,
        balance: Balance,
    },
    /// A number or a word, which ends where something else begins.
    Open,
    Comma,
}

/// One call while it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct CallObject {
    phase: Phase,
    /// Objects that were entered to find the call inside.
    inside: u32,
    pub(super) name: Option<String>,
    /// The arguments as far as they are there. Nothing, before they begin.
    pub(super) arguments: Option<String>,
    /// Whether a key came that no call has.
    pub(super) has_foreign_key: bool,
    /// All that was taken.
    pub(super) raw: String,
}

impl CallObject {
    pub(super) fn take(&mut self, letter: char) -> Taken {
        let phase = std::mem::take(&mut self.phase);
        let (phase, taken) = self.after(phase, letter);
        self.phase = phase;
        if taken != Taken::Foreign {
            self.raw.push(letter);
        }
        taken
    }

    fn after(&mut self, phase: Phase, letter: char) -> (Phase, Taken) {
        use Taken::{Foreign, GoesOn};
        match phase {
            Phase::Begin if letter == '{' => (Phase::Key, GoesOn),
            Phase::Key | Phase::Colon(_) | Phase::Value(_) | Phase::Comma if letter.is_whitespace() => {
                (phase, GoesOn)
            }
            Phase::Key if letter == '"' => {
                let mut balance = Balance::default();
                balance.ends_with(letter);
                (Phase::InKey(String::from(letter), balance), GoesOn)
            }
            Phase::Key | Phase::Comma if letter == '}' => self.closed(),
            Phase::Comma if letter == ',' => (Phase::Key, GoesOn),
            Phase::InKey(mut text, mut balance) => {
                text.push(letter);
                if balance.ends_with(letter) {
                    (Phase::Colon(self.key(&text)), GoesOn)
                } else {
                    (Phase::InKey(text, balance), GoesOn)
                }
            }
            Phase::Colon(key) if letter == ':' => (Phase::Value(key), GoesOn),
            Phase::Value(key) => self.begin_value(key, letter),
            Phase::Closed { key, mut text, mut balance } => {
                text.push(letter);
                if self.is_streamed(&key, &text) {
                    self.arguments.get_or_insert_default().push(letter);
                }
                if balance.ends_with(letter) {
                    self.end_value(&key, &text);
                    return (Phase::Comma, GoesOn);
                }
                (Phase::Closed { key, text, balance }, GoesOn)
            }
            Phase::Open if letter == ',' => (Phase::Key, GoesOn),
            Phase::Open if letter == '}' => self.closed(),
            Phase::Open if letter.is_alphanumeric() || "+-. \n\t\r".contains(letter) => (Phase::Open, GoesOn),
            Phase::Begin | Phase::Key | Phase::Colon(_) | Phase::Open | Phase::Comma => (phase, Foreign),
        }
    }

    fn begin_value(&mut self, key: String, letter: char) -> (Phase, Taken) {
        let is_name = NAMES.contains(&key.as_str());
        match letter {
            '{' if is_name => {
                self.inside += 1;
                (Phase::Key, Taken::GoesOn)
            }
            '{' | '[' | '"' => {
                let mut balance = Balance::default();
                balance.ends_with(letter);
                let text = String::from(letter);
                if self.is_streamed(&key, &text) {
                    self.arguments = Some(text.clone());
                }
                (Phase::Closed { key, text, balance }, Taken::GoesOn)
            }
            _ if letter.is_alphanumeric() || letter == '-' => {
                if ARGUMENTS.contains(&key.as_str()) {
                    self.arguments = Some(String::new());
                }
                (Phase::Open, Taken::GoesOn)
            }
            _ => (Phase::Value(key), Taken::Foreign),
        }
    }

    /// Arguments that are an object come through as they are written; a text has to be read first.
    fn is_streamed(&self, key: &str, text: &str) -> bool {
        ARGUMENTS.contains(&key) && !text.starts_with('"')
    }

    fn end_value(&mut self, key: &str, text: &str) {
        let read =
            || serde_json::from_str::<String>(text).unwrap_or_else(|_| text.trim_matches('"').to_owned());
        if NAMES.contains(&key) && text.starts_with('"') {
            self.name = Some(read());
        } else if ARGUMENTS.contains(&key) && text.starts_with('"') {
            self.arguments = Some(read());
        }
    }

    fn closed(&mut self) -> (Phase, Taken) {
        match self.inside.checked_sub(1) {
            Some(inside) => {
                self.inside = inside;
                (Phase::Comma, Taken::GoesOn)
            }
            None => (Phase::Begin, Taken::Done),
        }
    }

    fn key(&mut self, text: &str) -> String {
        let key = serde_json::from_str::<String>(text).unwrap_or_default();
        let is_known = [&NAMES[..], &ARGUMENTS, &BESIDES].iter().any(|keys| keys.contains(&key.as_str()));
        self.has_foreign_key |= !is_known;
        key
    }
}
