//! What the model says, told beforehand by where a conversation stands and not by how often somebody asked.
//!
//! So the same request gets the same words again: in a fork, in a lane, after a retry and after a restart.

use super::form::{Message, Role, kind};
use serde_json::Value;

/// One thing the model says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    Thinks(&'static str),
    /// Thinking that is kept from everybody.
    Redacted,
    /// Words for a person between two calls. Newer models wrap them in thinking.
    Between(&'static str),
    /// Calls the offered tool whose name ends like this. Without one it says that there is none.
    Calls {
        name: &'static str,
        input: Value,
    },
    Says(&'static str),
}

/// The answers of a conversation: for each question, the answer to each request of its turn. Behind the last of them the
/// model says that it is done.
#[derive(Clone, Debug, Default)]
pub struct Script {
    turns: Vec<Vec<Vec<Said>>>,
}

impl Script {
    pub fn new(turns: Vec<Vec<Vec<Said>>>) -> Self {
        Self { turns }
    }

    /// The answer that comes next.
    pub fn answer(&self, messages: &[Message]) -> Vec<Said> {
        let asks = |message: &Message| {
            message.role == Role::User && message.blocks.iter().any(|block| kind(block) == "text")
        };
        let turn = messages.iter().filter(|message| asks(message)).count().saturating_sub(1);
        let question = messages.iter().rposition(asks).unwrap_or_default();
        let behind = messages.iter().skip(question);
        let round = behind.filter(|message| message.role == Role::Assistant).count();
        let said = self.turns.get(turn).and_then(|turn| turn.get(round));
        said.cloned().unwrap_or_else(|| vec![Said::Thinks("Nothing is left to do."), Said::Says("Done.")])
    }
}
