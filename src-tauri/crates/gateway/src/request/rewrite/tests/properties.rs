use super::places::bodies;
use super::{answer, edited, message, read, text};
use crate::request::tests::route;
use crate::{Outline, ProgramRequest, Protocol, Relation, Wanted, continues, rewritten};
use content::{Message, MessageId, Role};
use proptest::prelude::*;
use std::sync::Arc;

fn kept(messages: &[Message]) -> Vec<Arc<Message>> {
    messages.iter().cloned().map(Arc::new).collect()
}

#[test]
fn what_nobody_edited_is_the_same_bytes() {
    for (protocol, body) in bodies() {
        let request = read(protocol, body);
        let messages = kept(&request.messages);
        let functions: Vec<_> = request.functions.iter().map(|function| function.name.clone()).collect();
        let wanted = Wanted {
            functions: Some(&functions),
            settings: Some(&request.settings),
            choice: Some(&request.choice),
            calls: Some(&request.calls),
            model: Some(&request.model),
            ..Wanted::of(&messages)
        };
        let written = rewritten(&request, body.as_bytes(), &wanted).expect("rewritten");
        assert_eq!(String::from_utf8(written.body).as_deref(), Ok(body));
        assert_eq!((written.changed, written.model_in_path), (Vec::new(), None));
    }
}

/// An edit of one message of a history.
#[derive(Clone, Debug)]
enum Edit {
    Say(usize, String),
    Remove(usize),
    Insert(usize, String),
    Answer(String),
}

fn edits() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (0_usize..6, "[a-zé\"\\\\]{1,5}").prop_map(|(at, words)| Edit::Say(at, words)),
        (0_usize..6).prop_map(Edit::Remove),
        (0_usize..7, "[a-z]{1,5}").prop_map(|(at, words)| Edit::Insert(at, words)),
        "[a-z{}\\[\\]]{1,5}".prop_map(Edit::Answer),
    ]
}

/// Whether a message says a text and nothing else.
fn is_said(message: &Message) -> bool {
    message.items.iter().all(|item| item.text().is_some())
}

fn apply(all: &mut Vec<Message>, edit: Edit) {
    match edit {
        Edit::Say(at, words) => {
            if let Some(found) = all.get_mut(at).filter(|message| is_said(message)) {
                found.items = vec![text(&words)];
            }
        }
        Edit::Remove(at) => {
            if all.len() > 2 && all.get(at).is_some_and(is_said) {
                all.remove(at);
            }
        }
        Edit::Insert(at, words) => {
            let is_free = |role: Option<&Message>| role.is_some_and(|message| message.role == Role::User);
            if is_free(all.get(at)) || at == all.len() {
                all.insert(at, message(Role::User, vec![text(&words)]));
            }
        }
        Edit::Answer(words) => answer(all, "b", &words),
    }
}

proptest! {
    #[test]
    fn what_was_rewritten_reads_as_it_was_wanted(edits in prop::collection::vec(edits(), 1..5)) {
        for (protocol, body) in bodies() {
            let edits = edits.clone();
            edited(protocol, body, |all| edits.into_iter().for_each(|edit| apply(all, edit)));
        }
    }

    #[test]
    fn no_request_is_a_reason_to_panic(which in 0_usize..4, at in 0_usize..2000, with in "[\\[\\]{}\",:0a ]{0,3}") {
        let (protocol, body) = bodies()[which];
        let mut broken = body.to_owned();
        let at = at % body.len();
        broken.replace_range(at..(at + with.len()).min(body.len()), &with);
        let request = ProgramRequest::read(&route(protocol), broken.as_bytes(), &|| MessageId::new("m"));
        if let Ok(request) = request {
            let mut messages = request.messages.clone();
            messages.push(message(Role::User, vec![text("more")]));
            answer(&mut messages, "b", "other");
            let _written = rewritten(&request, broken.as_bytes(), &Wanted::of(&kept(&messages)));
            let outline = Outline::of(&request.messages, &request.functions);
            let relation = continues(&outline, &outline).relation;
            prop_assert!(matches!(relation, Relation::Same | Relation::Unrelated));
            let _other = rewritten(&request, body.as_bytes(), &Wanted::of(&kept(&messages)));
        }
    }
}

#[test]
fn a_request_is_not_written_into_a_body_of_another() {
    let request = read(Protocol::OpenAiChat, r#"{"messages":[{"role":"user","content":"U"}]}"#);
    let messages = kept(&[message(Role::User, vec![text("V")])]);
    for body in [
        "",
        "{}",
        r#"{"messages":[]}"#,
        r#"{"messages":[{"role":"user","content":"U"},{"role":"user","content":"U"}]}"#,
    ] {
        assert!(rewritten(&request, body.as_bytes(), &Wanted::of(&messages)).is_err(), "{body}");
    }
}
