//! Makes a history shorter by putting a summary in the place of its oldest part. Who writes the summary is not known
//! here: first it is said what there is to summarise, then the text comes in.

use crate::draft::made_up;
use crate::truncate::{expendable, ids_in, opening, without};
use crate::{Limits, NewIds, Reduced, groups};
use content::{Author, Item, Message, MessageId, Origin, Role};
use notices::Describe;

/// How a summary begins, so that a model takes it for what it is, and so that it is known again.
const MARK: &str = "Summary of the conversation so far:\n\n";

/// What is to be summarised, and what the summary is going to stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct SummaryInput {
    /// What was said, in words alone: no calls, no results, no reasoning. An earlier summary comes first.
    pub messages: Vec<Message>,
    /// The messages the summary takes the place of.
    pub covers: Vec<MessageId>,
}

/// Why a summary was not put in. The history is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "summary")]
pub enum SummaryError {
    #[error("the summary is empty")]
    #[advice("Write it or let the model write it.")]
    Empty,
    #[error("the messages that were summarised are no longer the oldest of this history")]
    #[advice("Look at it again.")]
    Outdated,
}

/// The oldest part of a history, if it is longer than it may be. The summary counts as one of the messages left.
///
/// None too if there is nothing in that part but calls and an earlier summary: a new one would say the same.
pub fn summary_input(history: &[Message], limits: Limits) -> Option<SummaryInput> {
    let range = expendable(history, limits, 1)?;
    let covered = history.get(range.clone())?;
    let messages: Vec<_> = covered.iter().filter_map(in_words).collect();
    let has_news = messages.iter().any(|message| !is_summary(message));
    has_news.then(|| SummaryInput { messages, covers: ids_in(history, &range) })
}

/// Puts a summary in the place of what it covers, an earlier summary with it. So summaries don't nest.
pub fn with_summary(
    history: &[Message],
    input: &SummaryInput,
    summary: &str,
    ids: NewIds<'_>,
) -> Result<Reduced, SummaryError> {
    let text = unmarked(summary);
    if text.is_empty() {
        return Err(SummaryError::Empty);
    }
    let first = input.covers.first().ok_or(SummaryError::Outdated)?;
    let start = history.iter().position(|message| message.id == *first).ok_or(SummaryError::Outdated)?;
    let range = start..start + input.covers.len();
    if start != opening(history, &groups(history)) || ids_in(history, &range) != input.covers {
        return Err(SummaryError::Outdated);
    }
    // A person's side, because some providers refuse a conversation that begins with the assistant.
    let item = Item::Text { text: format!("{MARK}{text}") };
    let message = made_up(ids(), Role::User, vec![item]);
    Ok(without(history, range, vec![message], ids))
}

/// Whether a message is a summary made here. A person or a model may write the same words, but not as the application.
pub fn is_summary(message: &Message) -> bool {
    message.author == Author::Application
        && message.origin == Origin::Application
        && message.text().starts_with(MARK)
}

/// A model that saw an earlier summary may begin its own in the same way.
fn unmarked(summary: &str) -> &str {
    let mut text = summary.trim();
    while let Some(rest) = text.strip_prefix(MARK.trim_end()) {
        text = rest.trim_start();
    }
    text
}

/// A message with nothing in it but its words, if it has any. Results are no words of the conversation.
fn in_words(message: &Message) -> Option<Message> {
    let is_spoken = message.role != Role::Function;
    let has_words = |item: &&Item| item.text().is_some_and(|text| !text.trim().is_empty());
    let items: Vec<_> = message.items.iter().filter(|_| is_spoken).filter(has_words).cloned().collect();
    (!items.is_empty()).then(|| Message { items, ..message.clone() })
}

#[cfg(test)]
mod tests {
    use super::{SummaryError, is_summary, summary_input, with_summary};
    use crate::Limits;
    use crate::testing::{Conversation, call, drawn, ids_with, new_ids, words};
    use content::{Message, MessageId, Role};

    const THREE: Limits = Limits { target: 3, threshold: 0 };

    fn chat() -> Conversation {
        let asked = Conversation::new().system("Be brief.").user("1");
        asked.with(Role::Assistant, vec![words("2"), call("a", "{}")]).results(&["a"]).says("3").user("4")
    }

    /// Summarises, with the words of what was to be summarised as the summary.
    #[track_caller]
    fn check(history: &[Message], prefix: &str, expected: &[&str]) -> Vec<Message> {
        let input = summary_input(history, THREE).expect("something to summarise");
        let said: Vec<_> = input.messages.iter().map(Message::text).collect();
        let reduced = with_summary(history, &input, &said.join(" "), &mut ids_with(prefix)).expect("put in");
        let path = reduced.branch.path(history);
        assert_eq!(drawn(&path), expected);
        path
    }

    #[test]
    fn s54_call_and_result_messages_are_not_fed_into_the_summary() {
        let input = summary_input(&chat().path(), THREE).expect("something to summarise");
        assert_eq!(drawn(&input.messages), ["user: 1", "assistant: 2", "assistant: 3"]);
        let covers: Vec<_> = input.covers.iter().map(|id| id.as_str()).collect();
        assert_eq!(covers, ["m2", "m3", "m4", "m5"]);
    }

    #[test]
    fn s54_the_summary_is_marked_and_stands_after_the_system_message() {
        let expected = ["system: Be brief.", "user: Summary of the conversation so far:\n\n1 2 3", "user: 4"];
        let path = check(&chat().path(), "n", &expected);
        assert_eq!(path.iter().map(is_summary).collect::<Vec<_>>(), [false, true, false]);
    }

    #[test]
    fn s54_summarising_again_replaces_the_summary_instead_of_nesting_it() {
        let first = ["system: Be brief.", "user: Summary of the conversation so far:\n\n1 2 3", "user: 4"];
        let mut path = check(&chat().path(), "n", &first);
        for (number, text) in ["5", "6"].into_iter().enumerate() {
            let parent = path.last().cloned().expect("a message");
            let said = Conversation::new().user(text).path();
            path.extend(said.into_iter().map(|said| Message {
                id: MessageId::new(format!("late{number}")),
                parent: Some(parent.id.clone()),
                ..said
            }));
        }
        let again =
            ["system: Be brief.", "user: Summary of the conversation so far:\n\n1 2 3 4 5", "user: 6"];
        let path = check(&path, "again", &again);
        assert_eq!(path.iter().filter(|message| is_summary(message)).count(), 1);
    }

    #[test]
    fn s54_a_failed_summary_leaves_the_history_as_it_is() {
        let history = chat().path();
        let input = summary_input(&history, THREE).expect("something to summarise");
        for nothing in ["", " \n", "Summary of the conversation so far:\n"] {
            let refused = with_summary(&history, &input, nothing, &mut new_ids());
            assert_eq!(refused, Err(SummaryError::Empty));
        }
        let elsewhere = Conversation::new().user("?").path();
        let refused = with_summary(&elsewhere, &input, "All said.", &mut new_ids());
        assert_eq!(refused, Err(SummaryError::Outdated));
    }

    #[test]
    fn s54_a_history_that_is_short_enough_is_not_summarised() {
        assert_eq!(summary_input(&chat().path(), Limits { target: 4, threshold: 2 }), None);
    }

    #[test]
    fn a_summary_a_person_wrote_is_a_message_like_any_other() {
        let written = Conversation::new().user("Summary of the conversation so far:\n\nNothing.").path();
        assert_eq!(written.iter().map(is_summary).collect::<Vec<_>>(), [false]);
    }
}
