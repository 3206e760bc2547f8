//! What can be told of a message without reading all of it: whom it answers, wherever in it that stands.

use rmcp::model::RequestId;

/// Words at the top of a message are kept up to this length. Ours are numbers.
const MAX_WORD_BYTES: usize = 256;

/// Reads a message in whatever pieces it comes, and keeps next to nothing of it.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) id: Option<RequestId>,
    pub(super) is_answer: bool,
    /// Whether it begins as a message does. Many servers write plain words where only messages belong.
    pub(super) is_message: bool,
    has_begun: bool,
    /// How many brackets are open.
    depth: usize,
    /// What is being read at the top: a name, or a value that is no object or list.
    word: Vec<u8>,
    /// The name that was read last at the top.
    name: Vec<u8>,
    is_in_text: bool,
    is_escaped: bool,
}

impl Outline {
    pub(super) fn of(text: &[u8]) -> Self {
        let mut outline = Self::default();
        outline.feed(text);
        outline
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.take(*byte));
    }

    fn take(&mut self, byte: u8) {
        if self.is_in_text {
            self.keep(byte);
            let is_escaped = std::mem::take(&mut self.is_escaped);
            self.is_escaped = byte == b'\\' && !is_escaped;
            self.is_in_text = byte != b'"' || is_escaped;
            return;
        }
        if !self.has_begun && !byte.is_ascii_whitespace() {
            (self.has_begun, self.is_message) = (true, matches!(byte, b'{' | b'['));
        }
        match byte {
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.end_value();
                self.depth = self.depth.saturating_sub(1);
            }
            b',' => self.end_value(),
            b':' if self.depth == 1 => {
                self.name = std::mem::take(&mut self.word);
                self.is_answer |= matches!(&*self.name, br#""result""# | br#""error""#);
            }
            byte => {
                self.is_in_text = byte == b'"';
                if !byte.is_ascii_whitespace() {
                    self.keep(byte);
                }
            }
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.word.len() < MAX_WORD_BYTES {
            self.word.push(byte);
        }
    }

    fn end_value(&mut self) {
        if self.depth != 1 {
            return;
        }
        let word = std::mem::take(&mut self.word);
        if self.name == br#""id""# {
            self.id = serde_json::from_slice(&word).ok();
        }
        self.name.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Outline;
    use rmcp::model::RequestId;

    #[track_caller]
    fn check(text: &str, id: Option<i64>, is_answer: bool) {
        for size in 1..=text.len() {
            let mut outline = Outline::default();
            text.as_bytes().chunks(size).for_each(|piece| outline.feed(piece));
            assert_eq!((outline.id, outline.is_answer), (id.map(RequestId::Number), is_answer), "{text}");
        }
    }

    #[test]
    fn an_answer_is_known_wherever_its_id_stands() {
        check(r#"{"jsonrpc":"2.0","id":7,"result":{"id":8,"a":[{"id":9}]}}"#, Some(7), true);
        check(r#"{"result":{"a":"\"}","id":8},"jsonrpc":"2.0", "id" : 7 }"#, Some(7), true);
        check(r#"{"error":{"code":1,"message":"{\\"},"id":7}"#, Some(7), true);
    }

    #[test]
    fn what_is_no_answer_or_breaks_off_is_none() {
        check(r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"result":1}}"#, Some(7), false);
        check(r#"{"result":{"a":"#, None, true);
        check(r#"{"id":null,"result":1}"#, None, true);
        check("npm warn, id: 7", None, false);
    }
}
