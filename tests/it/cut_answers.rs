//! Answers that a person or an end of the application cuts off while their service says nothing.

use content::{CalledFunction, Message, MessageId, Role};
use formats::Format;
use invocation::{Answer, CutBy, CutCall, Decision, Pace, PausePlace, PauseReason, TurnEvent, TurnOutcome};
use serde_json::{Value, json};
use sessions::{History, SessionEvent};
use support::app::{Followed, TestApp};
use workbench::contract::{
    AnswerTurn, CompareRequest, CreateComparison, ExportSession, NamedTurn, Note, ReadExchange,
    RequestSource, RequestTarget, StartTurn,
};

/// Says something, begins a call, and is silent for an hour.
const SCRIPT: &str = r#"{"format": 1, "title": "Silent"}
{"type": "reasoning", "delta": "Hm."}
{"type": "text", "delta": "It is 12 "}
{"type": "call", "id": "a", "name": "weather-get_forecast"}
{"type": "arguments", "delta": "{\"city\": \"Os"}
{"type": "text", "delta": "degrees.", "after": 3600000}
{"type": "end"}
{"type": "text", "delta": "Well."}
{"type": "end"}
"#;

/// A session whose model has begun its answer and says nothing more.
async fn silent() -> (TestApp, Followed) {
    let app = TestApp::new();
    app.write_script("silent.jsonl", SCRIPT);
    let mut session = app.session("script:silent", &[]).await;
    session.says("How warm is it?").await;
    let begun = |event: &TurnEvent| matches!(event, TurnEvent::ArgumentsDelta { .. });
    session.until(|event| turn_event(event).filter(|event| begun(event)).map(drop)).await;
    (app, session)
}

fn turn_event(event: &SessionEvent<Note>) -> Option<&TurnEvent> {
    match event {
        SessionEvent::Noted { note: Note::Turn { event, .. } } => Some(event),
        _ => None,
    }
}

/// The turn that began last.
fn turn(session: &Followed) -> content::TurnId {
    let turns = session.log.iter().rev().filter_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { turn, .. } } => Some(turn.clone()),
        _ => None,
    });
    turns.into_iter().next().expect("a turn")
}

/// The mark of an answer that was cut: by what, the message with what it said, and its calls.
async fn cut(session: &mut Followed) -> (CutBy, MessageId, Vec<CutCall>) {
    let mark = |event: &TurnEvent| match event {
        TurnEvent::AnswerCut { by, message, calls, .. } => {
            Some((*by, message.clone().expect("it had said something"), calls.clone()))
        }
        _ => None,
    };
    session.until(|event| turn_event(event).and_then(mark)).await
}

fn begun_call() -> Vec<CutCall> {
    let function = CalledFunction::Unknown { raw: "weather-get_forecast".to_owned() };
    vec![CutCall { function, raw: "{\"city\": \"Os".to_owned() }]
}

/// The path to the head, each message with its words.
fn said(session: &Followed) -> Vec<(Role, String)> {
    let history = History::of(&session.log);
    let path: Vec<Message> = history.path_to(history.head());
    path.iter().map(|message| (message.role, message.text())).collect()
}

#[tokio::test]
async fn what_was_said_before_a_person_stopped_it_stays_and_is_sent_on() {
    let (app, mut session) = silent().await;
    let stopped = NamedTurn { turn: turn(&session) };
    for _ in 0..2 {
        app.workbench.turn_stop(stopped.clone()).await.expect("a second stop is no mistake");
    }
    assert_eq!(session.outcome().await, TurnOutcome::Stopped);
    let (by, message, calls) = cut(&mut session).await;
    assert_eq!((by, calls), (CutBy::Person, begun_call()));
    assert_eq!(History::of(&session.log).head(), Some(&message));
    assert_eq!(said(&session)[1], (Role::Assistant, "It is 12 ".to_owned()));

    let args = StartTurn { session: session.session.clone(), text: None, speaker: None };
    app.workbench.turn_start(args).await.expect("it goes on");
    let answered = session.until(|event| match turn_event(event) {
        Some(TurnEvent::Ended { outcome: TurnOutcome::Answered }) => Some(()),
        _ => None,
    });
    answered.await;
    let exchange = session.log.iter().rev().find_map(|entry| match turn_event(&entry.event) {
        Some(TurnEvent::RequestSent { exchange, .. }) => Some(exchange.clone()),
        _ => None,
    });
    let args = ReadExchange { exchange: exchange.expect("it was asked") };
    let sent: Value =
        serde_json::from_str(&app.workbench.exchange_read(args).await.expect("it is kept").sent)
            .expect("JSON");
    let roles: Vec<_> =
        sent["messages"].as_array().expect("messages").iter().map(|one| &one["role"]).collect();
    assert_eq!(roles, ["user", "assistant"]);
}

#[tokio::test]
async fn a_pause_holds_an_answer_at_once_and_it_can_be_ended_there() {
    let (app, mut session) = silent().await;
    let named = NamedTurn { turn: turn(&session) };
    let answer = |pause, decision| {
        let answer = Answer { pause, decision, others: Vec::new(), pace: Pace::Run };
        AnswerTurn { turn: named.turn.clone(), answer }
    };
    app.workbench.turn_pause(named.clone()).await.expect("it is held");
    let (_, pause) = session.pause(1).await;
    assert_eq!((pause.place, pause.reason), (PausePlace::DuringAnswer, PauseReason::Step));
    app.workbench.turn_pause(named.clone()).await.expect("a second pause is no mistake");
    app.workbench.turn_answer(answer(1, Decision::Continue)).await.expect("it goes on");
    app.workbench.turn_pause(named.clone()).await.expect("it is held again");
    session.pause(2).await;
    app.workbench.turn_answer(answer(2, Decision::Stop)).await.expect("it ends");
    assert_eq!(session.outcome().await, TurnOutcome::Stopped);
    let (by, _, calls) = cut(&mut session).await;
    assert_eq!((by, calls), (CutBy::Person, begun_call()));
    assert_eq!(said(&session)[1], (Role::Assistant, "It is 12 ".to_owned()));
}

#[tokio::test]
async fn what_was_written_down_of_an_answer_outlives_the_application_and_another_follows() {
    let (app, session) = silent().await;
    let id = session.session.clone();
    drop(session);
    let app = app.restarted().await;
    let args = ExportSession { session: id.clone(), format: Format::Own.into() };
    let exported = app.workbench.session_export(args).await.expect("it is written").text.expect("a text");
    assert!(exported.contains("It is 12 "), "{exported}");

    let mut session = app.follow(&id).await;
    let (_, pause) = session.pause(1).await;
    assert_eq!((pause.place, pause.reason), (PausePlace::BeforeRequest, PauseReason::Interrupted));
    let (by, message, calls) = cut(&mut session).await;
    assert_eq!((by, calls), (CutBy::Application, begun_call()));
    assert_eq!(History::of(&session.log).head(), Some(&message));
    app.write_script(
        "silent.jsonl",
        "{\"format\": 1, \"title\": \"Quick\"}\n{\"type\": \"text\", \"delta\": \"12.\"}\n{\"type\": \"end\"}\n",
    );
    session.answers(1, Decision::Continue).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let expected = [(Role::User, "How warm is it?"), (Role::Assistant, "12.")];
    assert_eq!(said(&session), expected.map(|(role, text)| (role, text.to_owned())));
}

#[tokio::test]
async fn every_protocol_is_sent_a_cut_answer_as_the_word_of_the_model_and_without_its_thought() {
    let (app, mut session) = silent().await;
    app.workbench.turn_stop(NamedTurn { turn: turn(&session) }).await.expect("it stops");
    session.outcome().await;
    let kinds = [
        ("openai", "messages", json!({ "role": "assistant", "content": "It is 12 " })),
        (
            "anthropic",
            "messages",
            json!({ "role": "assistant", "content": [{ "type": "text", "text": "It is 12 " }] }),
        ),
        ("gemini", "contents", json!({ "role": "model", "parts": [{ "text": "It is 12 " }] })),
        ("openai-responses", "input", json!({ "role": "assistant", "content": "It is 12 " })),
    ];
    for (kind, messages, expected) in kinds {
        let args = CompareRequest {
            session: session.session.clone(),
            source: RequestSource::Said { after: None, text: Some("And then?".to_owned()) },
            targets: vec![RequestTarget::Kind { kind: kind.to_owned(), model: None }],
        };
        let compared = app.workbench.request_compare(args).await.expect("a comparison");
        let preview = compared.columns.into_iter().find_map(|column| column.preview).expect("a request");
        let body: Value = serde_json::from_str(&preview.body).expect("JSON");
        let sent = body[messages].as_array().expect("messages");
        assert_eq!((sent.len(), &sent[1]), (3, &expected), "{kind}: {sent:?}");
    }
}

#[tokio::test]
async fn a_fork_knows_which_answers_were_cut_off() {
    let (app, mut session) = silent().await;
    app.workbench.turn_stop(NamedTurn { turn: turn(&session) }).await.expect("it stops");
    let mark = cut(&mut session).await;
    session.outcome().await;
    let args = CreateComparison { session: session.session.clone(), model: None, asks: false };
    let made = app.workbench.comparison_create(args).await.expect("it is made");
    let mut forked = app.follow(&made.lanes[1].session).await;
    assert_eq!(cut(&mut forked).await, mark);
    assert_eq!(History::of(&forked.log).head(), Some(&mark.1));
}

#[tokio::test]
async fn an_answer_that_was_held_when_the_application_ended_is_cut_there_and_asked_for_again() {
    let (app, mut session) = silent().await;
    app.workbench.turn_pause(NamedTurn { turn: turn(&session) }).await.expect("it is held");
    session.pause(1).await;
    let id = session.session.clone();
    drop(session);
    let app = app.restarted().await;
    let mut session = app.follow(&id).await;
    let (_, pause) = session.pause(2).await;
    assert_eq!((pause.place, pause.reason), (PausePlace::BeforeRequest, PauseReason::Interrupted));
    assert_eq!(cut(&mut session).await.0, CutBy::Application);
    session.answers(2, Decision::Stop).await;
    assert_eq!(session.outcome().await, TurnOutcome::Stopped);
    assert_eq!(said(&session)[1], (Role::Assistant, "It is 12 ".to_owned()));
}
