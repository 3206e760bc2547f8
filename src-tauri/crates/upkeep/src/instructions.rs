//! Takes the instructions that a history begins with out of it.

use crate::draft::Draft;
use crate::{Branch, NewIds};
use content::{Item, Message, Role};

/// The texts of the system messages that a history begins with, and the history without these. Nothing, where it begins otherwise
/// or they say more than a text can.
pub fn without_instructions(history: &[Message], ids: NewIds<'_>) -> Option<(Vec<String>, Branch)> {
    let leading = history.iter().take_while(|message| message.role == Role::System);
    let texts = leading.map(text_alone).collect::<Option<Vec<_>>>()?;
    if texts.is_empty() {
        return None;
    }
    let mut draft = Draft::of(history);
    draft.replace(0..texts.len(), Vec::new());
    Some((texts, draft.into_branch(ids)))
}

fn text_alone(message: &Message) -> Option<String> {
    let texts = message.items.iter().map(|item| match item {
        Item::Text { text } => Some(text.as_str()),
        Item::Reasoning { .. }
        | Item::Media { .. }
        | Item::FunctionCall { .. }
        | Item::FunctionResult { .. }
        | Item::Unknown { .. } => None,
    });
    Some(texts.collect::<Option<Vec<_>>>()?.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::without_instructions;
    use crate::testing::{Conversation, drawn, new_ids};

    #[test]
    fn the_messages_after_the_instructions_are_the_history() {
        let history = Conversation::new().system("Be brief.").system("Be kind.").user("1").says("2").path();
        let (texts, branch) = without_instructions(&history, &mut new_ids()).expect("instructions");
        assert_eq!(texts, ["Be brief.", "Be kind."]);
        let path = branch.path(&history);
        assert_eq!(drawn(&path), ["user: 1", "assistant: 2"]);
        assert_eq!(path[0].parent, None);
    }

    #[test]
    fn a_history_of_instructions_alone_becomes_empty() {
        let history = Conversation::new().system("Be brief.").path();
        let (_, branch) = without_instructions(&history, &mut new_ids()).expect("instructions");
        assert_eq!((branch.kept, branch.messages.len(), branch.head(&history)), (0, 0, None));
    }

    #[test]
    fn instructions_that_come_later_stay_where_they_are() {
        let history = Conversation::new().user("1").system("Be brief.").path();
        assert_eq!(without_instructions(&history, &mut new_ids()), None);
    }
}
