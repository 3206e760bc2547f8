//! The views of a context: the last request, the last messages together, and each clause of a long request.

mod clauses;

pub(crate) use clauses::names_several;

use crate::words::Words;
use content::Role;
use ports::{Said, SelectionView, ViewKind};

/// The most clauses of a request. More add nothing to the whole.
const MAX_CLAUSES: usize = 8;
/// The default number of last messages that are viewed together.
pub const RECENT: usize = 3;

/// The views of a context, the last request first. A context without text has none.
pub(crate) fn views(words: &mut Words, context: &[Said]) -> Vec<SelectionView> {
    let said: Vec<_> = context.iter().filter(|said| !said.text.trim().is_empty()).collect();
    let is_request = |said: &&&Said| said.role == Role::User;
    let Some(last) = said.iter().rev().find(is_request).or(said.last()) else { return Vec::new() };
    let recent = said.iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join("\n");
    let asked_back = has_asked_back(&said);
    let mut views = Vec::new();
    if !asked_back {
        views.push(SelectionView { kind: ViewKind::Last, text: last.text.clone() });
    }
    if asked_back || recent != last.text {
        views.push(SelectionView { kind: ViewKind::Recent, text: recent });
    }
    let clauses = clauses::clauses(&last.text, |text| words.count(text));
    let clauses = clauses.into_iter().take(MAX_CLAUSES);
    views.extend(clauses.map(|text| SelectionView { kind: ViewKind::Clause, text }));
    views
}

/// Whether the last request answers a question and so says little by itself.
fn has_asked_back(said: &[&Said]) -> bool {
    let [.., before, last] = said else { return false };
    last.role == Role::User && before.role == Role::Assistant && before.text.contains('?')
}

#[cfg(test)]
mod tests {
    use super::views;
    use crate::words::Words;
    use content::Role;
    use ports::{Said, ViewKind};

    fn said(role: Role, text: &str) -> Said {
        Said { role, text: text.to_owned() }
    }

    #[track_caller]
    fn check(context: &[Said], expected: &[(ViewKind, &str)]) {
        let views = views(&mut Words::default(), context);
        let found: Vec<_> = views.iter().map(|view| (view.kind, view.text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn one_message_is_one_view() {
        check(&[said(Role::User, "Weather in Oslo?")], &[(ViewKind::Last, "Weather in Oslo?")]);
        check(&[said(Role::User, " ")], &[]);
        check(&[], &[]);
    }

    #[test]
    fn what_was_said_before_is_looked_at_together_with_the_request() {
        check(
            &[said(Role::User, "Provision a VM"), said(Role::User, "Deploy it")],
            &[(ViewKind::Last, "Deploy it"), (ViewKind::Recent, "Provision a VM\nDeploy it")],
        );
    }

    #[test]
    fn an_answer_to_a_question_is_read_with_the_question_only() {
        let context = [
            said(Role::User, "Book a table"),
            said(Role::Assistant, "For when?"),
            said(Role::User, "Friday"),
        ];
        check(&context, &[(ViewKind::Recent, "Book a table\nFor when?\nFriday")]);
    }

    #[test]
    fn a_request_for_several_things_has_a_view_of_each() {
        let text = "Book a flight to Oslo, and also send the invoice to Anna. Then water the plants";
        check(
            &[said(Role::User, text)],
            &[
                (ViewKind::Last, text),
                (ViewKind::Clause, "Book a flight to Oslo"),
                (ViewKind::Clause, "send the invoice to Anna"),
                (ViewKind::Clause, "water the plants"),
            ],
        );
    }
}
