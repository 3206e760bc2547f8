//! How long a history is.

use crate::pairing::items;
use content::{Item, Message, Outcome, Output};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a medium costs about as much as. Providers count pictures by their area, which nobody knows here.
const MEDIUM_TOKENS: usize = 800;

/// What stands around each message.
const FRAME: usize = 4;

/// A length as a person counts it and as a model does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Size {
    pub messages: usize,
    /// An estimate: every model counts in its own way.
    pub tokens: usize,
}

impl Size {
    pub fn of(history: &[Message]) -> Self {
        let said: usize = items(history).map(|(_, item)| tokens_of(item)).sum();
        Self { messages: history.len(), tokens: said + FRAME * history.len() }
    }
}

fn tokens_of(item: &Item) -> usize {
    match item {
        Item::Text { text } | Item::Reasoning { text, .. } => tokens_in(text),
        Item::Media { .. } => MEDIUM_TOKENS,
        Item::FunctionCall { call } => {
            tokens_in(&call.function.to_string()) + tokens_in(call.arguments.raw())
        }
        Item::FunctionResult { result } => tokens_of_outcome(&result.outcome),
        Item::Unknown { value } => tokens_in(&value.to_string()),
    }
}

fn tokens_of_outcome(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Returned { output } => {
            let shown = output.parts().iter().filter(|part| matches!(part, Output::Media { .. })).count();
            let said =
                if shown == output.parts().len() { 0 } else { tokens_in(&crate::trace::outcome(outcome)) };
            shown * MEDIUM_TOKENS + said
        }
        Outcome::Failed { .. } | Outcome::Declined { .. } => tokens_in(&crate::trace::outcome(outcome)),
    }
}

/// Four letters of an alphabet make about one token, and so does each sign of a script that has thousands.
fn tokens_in(text: &str) -> usize {
    let short = text.bytes().filter(u8::is_ascii).count();
    let long = text.chars().filter(|letter| u32::from(*letter) >= 0x2e80).count();
    let others = text.chars().count().saturating_sub(short + long);
    short.div_ceil(4) + others.div_ceil(2) + long
}

#[cfg(test)]
mod tests {
    use super::{Size, tokens_in};
    use crate::testing::Conversation;

    #[test]
    fn letters_and_signs_are_counted_as_models_do() {
        assert_eq!(tokens_in("The weather in Oslo."), 5);
        assert_eq!(tokens_in("天气"), 2);
        assert_eq!(tokens_in("Tromsø"), 3);
        assert_eq!(tokens_in(""), 0);
    }

    #[test]
    fn calls_and_results_count_with_the_words() {
        let words = Conversation::new().user("?").says("Done.").path();
        let calls = Conversation::new().user("?").calls(&["a"]).results(&["a"]).says("Done.").path();
        let (words, calls) = (Size::of(&words), Size::of(&calls));
        assert_eq!((words.messages, calls.messages), (2, 4));
        assert!(calls.tokens > words.tokens + 8, "{calls:?}");
    }
}
