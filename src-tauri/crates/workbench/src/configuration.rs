//! How the turns of a session run, as its log says.

use crate::contract::Note;
use invocation::TurnPlan;
use sessions::{LogEntry, SessionEvent};

/// The plan that was set last.
pub(crate) fn plan_of(log: &[LogEntry<Note>]) -> Option<TurnPlan> {
    log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Configured { plan } } => Some(plan.clone()),
        SessionEvent::Noted { note: Note::Turn { .. } }
        | SessionEvent::Created { .. }
        | SessionEvent::Renamed { .. }
        | SessionEvent::MessageAdded { .. }
        | SessionEvent::HeadMoved { .. }
        | SessionEvent::BranchNamed { .. }
        | SessionEvent::MessageRemarked { .. }
        | SessionEvent::MessagePinned { .. }
        | SessionEvent::MessageUnpinned { .. } => None,
    })
}

/// The title of a session that has none yet.
pub(crate) const UNTITLED: &str = "New session";

/// The title that was given last.
pub(crate) fn title_of(log: &[LogEntry<Note>]) -> &str {
    let titles = log.iter().rev().filter_map(|entry| match &entry.event {
        SessionEvent::Created { title } | SessionEvent::Renamed { title } => Some(title.as_str()),
        SessionEvent::BranchNamed { .. }
        | SessionEvent::MessageRemarked { .. }
        | SessionEvent::MessagePinned { .. }
        | SessionEvent::MessageUnpinned { .. }
        | SessionEvent::Noted { .. }
        | SessionEvent::MessageAdded { .. }
        | SessionEvent::HeadMoved { .. } => None,
    });
    titles.into_iter().next().unwrap_or(UNTITLED)
}

/// Whether nobody has given the session a title yet.
pub(crate) fn is_untitled(log: &[LogEntry<Note>]) -> bool {
    title_of(log) == UNTITLED
}

/// A title out of what was said first: its first line, cut at a word.
pub(crate) fn title_from(text: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if line.chars().count() <= LONGEST {
        return Some(line.to_owned());
    }
    let mut title = String::new();
    for word in line.split_whitespace() {
        if title.chars().count() + word.chars().count() >= LONGEST {
            break;
        }
        title.push_str(word);
        title.push(' ');
    }
    let cut =
        if title.is_empty() { line.chars().take(LONGEST).collect() } else { title.trim_end().to_owned() };
    Some(format!("{cut}…"))
}

#[cfg(test)]
mod tests {
    use super::title_from;

    #[test]
    fn a_title_is_the_first_line_cut_at_a_word() {
        assert_eq!(title_from("\n  Hello  \nworld").as_deref(), Some("Hello"));
        assert_eq!(title_from(" \n"), None);
        let long = "What is the weather in Boston and in Oslo, and should I take an umbrella?";
        assert_eq!(
            title_from(long).as_deref(),
            Some("What is the weather in Boston and in Oslo, and should I…")
        );
        assert_eq!(title_from(&"x".repeat(99)).map(|title| title.chars().count()), Some(61));
    }
}
