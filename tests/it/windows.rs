//! Long sessions: followed from their end, and read backwards as far as somebody wants to look.

use content::{MessageId, Role, SessionId};
use invocation::{StopPlace, TurnEvent};
use sessions::{LogEntry, LogWindow, SessionEvent};
use std::sync::Arc;
use support::app::TestApp;
use tokio::sync::mpsc;
use workbench::contract::{
    FeedItem, Follow, MoveHead, NamedMessage, Note, ReadLog, RenameSession, StartTurn,
};

async fn opened(
    app: &TestApp,
    session: &SessionId,
    tail: u32,
) -> (LogWindow<Note>, mpsc::UnboundedReceiver<FeedItem>) {
    let (items, mut heard) = mpsc::unbounded_channel();
    let args = Follow { session: session.clone(), after: 0, tail: Some(tail) };
    let feed = app.workbench.follow(None, args).await.expect("the session is there");
    tokio::spawn(feed.run(move |item| std::future::ready(items.send(item).is_ok())));
    match heard.recv().await {
        Some(FeedItem::Opened { window }) => (window, heard),
        other => panic!("a window comes first, not {other:?}"),
    }
}

/// A session with so many answered turns.
async fn with_turns(app: &TestApp, turns: usize) -> SessionId {
    let mut session = app.session("example:weather", &[]).await;
    for turn in 0..turns {
        session.says(&format!("Question {turn}")).await;
        let mut ended = 0;
        session
            .until(|event| {
                ended += usize::from(is_event(event, |event| matches!(event, TurnEvent::Ended { .. })));
                (ended > turn).then_some(())
            })
            .await;
    }
    session.session
}

fn is_event(event: &SessionEvent<Note>, wanted: impl Fn(&TurnEvent) -> bool) -> bool {
    matches!(event, SessionEvent::Noted { note: Note::Turn { event, .. } } if wanted(event))
}

fn questions(entries: &[LogEntry<Note>]) -> Vec<String> {
    let said = entries.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } if message.role == Role::User => Some(message.text()),
        _ => None,
    });
    said.collect()
}

fn first_message(window: &LogWindow<Note>) -> MessageId {
    let said = window.entries.iter().find_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.id.clone()),
        _ => None,
    });
    said.expect("a message")
}

#[tokio::test]
async fn a_session_is_followed_from_its_end_and_no_turn_is_cut() {
    let app = TestApp::new();
    let session = with_turns(&app, 3).await;
    let (window, _heard) = opened(&app, &session, 10).await;
    assert!(window.from > 0);
    assert_eq!(questions(&window.entries), ["Question 2"]);
    let first = window.entries.first().expect("an entry");
    assert_eq!(first.seq, window.from + 1);
    assert!(is_event(&first.event, |event| matches!(event, TurnEvent::Began { .. })), "{first:?}");
    assert_eq!(window.entries.last().map(|entry| entry.seq), Some(window.to));
}

#[tokio::test]
async fn what_holds_on_from_before_comes_along() {
    let app = TestApp::new();
    let session = with_turns(&app, 2).await;
    let (whole, _) = opened(&app, &session, 10_000).await;
    assert_eq!((whole.from, whole.before.len()), (0, 0));
    let pinned = NamedMessage { session: session.clone(), message: first_message(&whole) };
    app.workbench.message_pin(pinned).await.expect("it is pinned");
    let rename = RenameSession { session: session.clone(), title: "Renamed".into() };
    app.workbench.session_rename(rename).await.expect("it is renamed");
    app.workbench
        .turn_start(StartTurn { session: session.clone(), text: Some("Last".into()), speaker: None })
        .await
        .expect("a turn");
    app.follow(&session)
        .await
        .until(|event| {
            matches!(event, SessionEvent::MessageAdded { message, .. } if message.text() == "Last")
                .then_some(())
        })
        .await;
    let (window, _heard) = opened(&app, &session, 1).await;
    let before: Vec<_> = window.before.iter().map(|entry| &entry.event).collect();
    assert!(
        before.iter().any(|event| matches!(event, SessionEvent::Renamed { title } if title == "Renamed"))
    );
    assert!(before.iter().any(|event| matches!(event, SessionEvent::MessagePinned { .. })));
    assert!(
        before.iter().any(|event| matches!(event, SessionEvent::Noted { note: Note::Configured { .. } }))
    );
    assert_eq!(before.len(), 3, "{before:?}");
}

#[tokio::test]
async fn windows_read_backwards_meet_and_reach_the_beginning() {
    let app = TestApp::new();
    let session = with_turns(&app, 4).await;
    let (mut window, _heard) = opened(&app, &session, 10).await;
    let mut said = questions(&window.entries);
    while window.from > 0 {
        let args = ReadLog { session: session.clone(), to: window.from, most: 10 };
        let earlier = app.workbench.log_read(args).await.expect("it is read");
        assert_eq!(earlier.to, window.from);
        assert!(earlier.from < earlier.to);
        said.splice(..0, questions(&earlier.entries));
        window = earlier;
    }
    assert_eq!(said, ["Question 0", "Question 1", "Question 2", "Question 3"]);
}

#[tokio::test]
async fn pieces_are_left_out_where_their_message_is_there_and_kept_where_it_never_came() {
    let app = TestApp::new();
    let is_piece = |entry: &&LogEntry<Note>| {
        is_event(&entry.event, |event| {
            matches!(event, TurnEvent::TextDelta { .. } | TurnEvent::ArgumentsDelta { .. })
        })
    };
    let session = with_turns(&app, 1).await;
    let (window, _heard) = opened(&app, &session, 10_000).await;
    assert_eq!(window.entries.iter().filter(is_piece).count(), 0);
    assert!((window.entries.len() as u64) < window.to, "numbers are left out");
    // When an answer began is known of it ever after, once for each.
    let count =
        |is: fn(&TurnEvent) -> bool| window.entries.iter().filter(|entry| is_event(&entry.event, is)).count();
    let begun = count(|event| matches!(event, TurnEvent::ItemStarted { .. }));
    assert_eq!(begun, count(|event| matches!(event, TurnEvent::ResponseReceived { .. })));
    assert!(begun > 0);

    // What a cut answer had said is a message; a call that was begun is none.
    let cut = "{\"format\": 1, \"title\": \"Cut off\"}\n{\"type\": \"call\", \"id\": \"call-1\", \"name\": \"weather-get_forecast\"}\n\
               {\"type\": \"arguments\", \"delta\": \"{\"}\n{\"type\": \"cut\"}\n";
    app.write_script("cut.jsonl", cut);
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    let app = TestApp::opened_again(home);
    let mut cut = app.session("script:cut", &[]).await;
    cut.says("And the weather?").await;
    cut.outcome().await;
    let (window, _heard) = opened(&app, &cut.session, 10_000).await;
    assert_eq!(window.entries.iter().filter(is_piece).count(), 1);
}

#[tokio::test]
async fn a_window_reaches_back_to_the_message_that_is_shown_and_brings_its_other_versions() {
    let app = TestApp::new();
    let session = with_turns(&app, 2).await;
    let (whole, _) = opened(&app, &session, 10_000).await;
    let shown = first_message(&whole);
    let to = |head: Option<MessageId>| MoveHead { session: session.clone(), head };
    app.workbench.head_move(to(Some(shown.clone()))).await.expect("the head moves");
    let (window, _heard) = opened(&app, &session, 1).await;
    assert_eq!((window.head.as_ref(), first_message(&window)), (Some(&shown), shown.clone()));

    app.workbench.head_move(to(None)).await.expect("the head moves");
    app.workbench
        .turn_start(StartTurn { session: session.clone(), text: Some("Anew".into()), speaker: None })
        .await
        .expect("a turn");
    let mut followed = app.follow(&session).await;
    followed
        .until(|event| {
            matches!(event, SessionEvent::MessageAdded { message, .. } if message.text() == "Anew")
                .then_some(())
        })
        .await;
    let (window, _heard) = opened(&app, &session, 1).await;
    assert_eq!(questions(&window.before), ["Question 0"], "the other beginning");
}

#[tokio::test]
async fn what_is_added_follows_the_window_without_a_gap() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    let (window, mut heard) = opened(&app, &session.session, 1).await;
    session.says("And the weather?").await;
    session.pause(1).await;
    let mut last = window.to;
    while last < session.log.last().expect("an entry").seq {
        let entries = match heard.recv().await.expect("entries follow") {
            FeedItem::Entries { entries } => entries,
            FeedItem::FunctionsChanged { .. }
            | FeedItem::SourcesChanged { .. }
            | FeedItem::Progressed { .. } => continue,
            other @ (FeedItem::Opened { .. } | FeedItem::Halted { .. } | FeedItem::Summarising { .. }) => {
                panic!("entries follow, not {other:?}")
            }
        };
        for entry in entries {
            assert_eq!(entry.seq, last + 1);
            last = entry.seq;
        }
    }
}
