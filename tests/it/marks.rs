//! Names, notes and pins: written beside the history, taken away again, and never told to a model.

use content::{MessageId, SessionId};
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use workbench::contract::{NameBranch, NamedMessage, Nothing, ReadExchange, RemarkMessage, TagSession};

/// A session in which a model answered, and its first message.
async fn answered(app: &TestApp) -> (Followed, MessageId) {
    let mut session = app.session("example:weather", &[]).await;
    session.says("And the weather?").await;
    session.outcome().await;
    let first = session
        .until(|event| match event {
            SessionEvent::MessageAdded { message, .. } => Some(message.id.clone()),
            _ => None,
        })
        .await;
    (session, first)
}

fn remark(session: &SessionId, message: &MessageId, text: Option<&str>) -> RemarkMessage {
    RemarkMessage { session: session.clone(), message: message.clone(), text: text.map(str::to_owned) }
}

#[tokio::test]
async fn each_mark_and_its_removal_is_an_entry_of_the_log() {
    let app = TestApp::new();
    let (mut session, message) = answered(&app).await;
    let id = session.session.clone();
    let before = session.log.len();
    let named = |name: Option<&str>| NameBranch {
        session: id.clone(),
        message: message.clone(),
        name: name.map(str::to_owned),
    };
    let pinned = NamedMessage { session: id.clone(), message: message.clone() };
    app.workbench.branch_name(named(Some("  First try\n"))).await.expect("it is named");
    app.workbench.branch_name(named(None)).await.expect("the name is taken away");
    app.workbench.message_remark(remark(&id, &message, Some("Too vague.\n"))).await.expect("it is written");
    app.workbench.message_remark(remark(&id, &message, Some(" \n"))).await.expect("it is taken away");
    app.workbench.message_pin(pinned.clone()).await.expect("it is pinned");
    app.workbench.message_unpin(pinned).await.expect("the pin is taken off");
    let unpinned =
        |event: &SessionEvent<_>| matches!(event, SessionEvent::MessageUnpinned { .. }).then_some(());
    session.until(unpinned).await;
    let expected = [
        SessionEvent::BranchNamed { message: message.clone(), name: Some("First try".to_owned()) },
        SessionEvent::BranchNamed { message: message.clone(), name: None },
        SessionEvent::MessageRemarked { message: message.clone(), text: Some("Too vague.\n".to_owned()) },
        SessionEvent::MessageRemarked { message: message.clone(), text: None },
        SessionEvent::MessagePinned { message: message.clone() },
        SessionEvent::MessageUnpinned { message },
    ];
    let written: Vec<_> = session.log[before..].iter().map(|entry| entry.event.clone()).collect();
    assert_eq!(written, expected);
}

#[tokio::test]
async fn a_mark_on_a_message_that_is_not_there_is_refused() {
    let app = TestApp::new();
    let (session, _) = answered(&app).await;
    let missing = MessageId::new("nobody-said-this");
    let args = NamedMessage { session: session.session.clone(), message: missing.clone() };
    let error = app.workbench.message_pin(args).await.expect_err("it is not there");
    assert!(error.message.to_string().contains("no message nobody-said-this"), "{}", error.message);
    let error = app.workbench.message_remark(remark(&session.session, &missing, Some("Hm."))).await;
    error.expect_err("it is not there");
}

#[tokio::test]
async fn a_note_that_is_too_long_and_a_name_that_is_empty_are_refused() {
    let app = TestApp::new();
    let (session, message) = answered(&app).await;
    let long = "x".repeat(20_001);
    let error = app.workbench.message_remark(remark(&session.session, &message, Some(&long))).await;
    assert!(error.expect_err("it is too long").message.to_string().contains("20001"));
    let args = NameBranch { session: session.session.clone(), message, name: Some("  ".to_owned()) };
    app.workbench.branch_name(args).await.expect_err("it is empty");
}

#[tokio::test]
async fn what_is_noted_on_a_message_is_not_sent() {
    let app = TestApp::new();
    let (mut session, message) = answered(&app).await;
    let note = remark(&session.session, &message, Some("zanzibar"));
    app.workbench.message_remark(note).await.expect("it is written");
    let before = session.log.len();
    session.says("And tomorrow?").await;
    let mut skipped = 0;
    let exchange = session.until(|event| {
        skipped += 1;
        match event {
            SessionEvent::Noted {
                note:
                    workbench::contract::Note::Turn {
                        event: invocation::TurnEvent::ResponseReceived { .. }, ..
                    },
            } if skipped > before => Some(()),
            _ => None,
        }
    });
    exchange.await;
    let sent = session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::Noted {
            note:
                workbench::contract::Note::Turn {
                    event: invocation::TurnEvent::RequestSent { exchange, .. }, ..
                },
        } => Some(exchange.clone()),
        _ => None,
    });
    let args = ReadExchange { exchange: sent.expect("a request") };
    let sent = app.workbench.exchange_read(args).await.expect("it is kept").sent;
    assert!(sent.contains("And the weather?") && !sent.contains("zanzibar"), "{sent}");
}

#[tokio::test]
async fn tags_are_kept_in_order_each_once_and_listed_with_their_session() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await.session;
    let tag = async |tags: &[&str]| {
        let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        app.workbench.session_tag(TagSession { session: session.clone(), tags }).await
    };
    let listed = async || {
        let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
        overview.sessions.into_iter().find(|one| one.id == session).expect("it is listed").tags
    };
    tag(&["  refund ", "late\nshipment", "refund", " "]).await.expect("they are taken");
    assert_eq!(listed().await, ["late shipment", "refund"]);
    let error = tag(&["x".repeat(41).as_str()]).await.expect_err("it is too long");
    assert!(error.message.to_string().contains("longer than 40 characters"), "{}", error.message);
    let many: Vec<_> = (0..21).map(|number| number.to_string()).collect();
    tag(&many.iter().map(String::as_str).collect::<Vec<_>>()).await.expect_err("they are too many");
    assert_eq!(listed().await, ["late shipment", "refund"]);
    tag(&[]).await.expect("they are taken away");
    assert_eq!(listed().await, Vec::<String>::new());
}
