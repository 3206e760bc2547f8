//! What goes wrong at a provider, each time in its provider's own form.

use super::{KEY, SERVED, Served};
use connectors::transport::{Limits, Network, Proxying, RetryRule};
use connectors::{Kind, ModelOptions, Secret, Service, Streaming};
use content::{Author, Item, Message, MessageId, ModelId, Origin, Role};
use futures::StreamExt;
use notices::Describe;
use ports::{
    CallOptions, CallScope, CompletionRequest, ConnectorError, ConnectorProfile, FunctionChoice, NameStyle,
    RefusalKind, RequestSettings, StreamEvent,
};
use std::sync::Arc;
use std::time::Duration;
use support::counterparts::Aimock;
use tokio_util::sync::CancellationToken;

const STREAMINGS: [Streaming; 2] = [Streaming::Streamed, Streaming::Whole];

/// What a model says to a text, and how that ended.
async fn answer(
    server: &Aimock,
    served: &Served,
    streaming: Streaming,
    text: &str,
) -> (String, Result<(), ConnectorError>) {
    let retry = RetryRule {
        first_wait: Duration::from_millis(1),
        longest_wait: Duration::from_millis(1),
        ..Limits::USUAL.retry
    };
    let service = Service {
        title: served.kind.to_owned(),
        address: server.at(served.address),
        key: Secret::new(KEY),
        headers: Vec::new(),
        network: Network {
            proxy: Proxying::Direct,
            certificates: None,
            limits: Limits { retry, ..Limits::USUAL },
            slots: None,
        },
    };
    let profile = ConnectorProfile { model: ModelId::new("m"), title: String::new(), service: String::new() };
    let options = ModelOptions { streaming, ..ModelOptions::default() };
    let kind = Kind::named(served.kind).expect("a kind");
    let model =
        kind.connect_with(profile, served.model.to_owned(), Arc::new(service), options).expect("a model");
    let scope = CallScope::unobserved(CancellationToken::new());
    let mut events = model.stream(asked(text), &scope);
    let mut said = String::new();
    while let Some(event) = events.next().await {
        match event {
            Ok(StreamEvent::TextDelta { text, .. }) => said.push_str(&text),
            Ok(_) => {}
            Err(error) => return (said, Err(error)),
        }
    }
    (said, Ok(()))
}

fn asked(text: &str) -> CompletionRequest {
    let message = Message {
        id: MessageId::new("m1"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: text.to_owned() }],
        author: Author::Person,
        origin: Origin::Person,
    };
    CompletionRequest {
        known: Vec::new(),
        messages: vec![Arc::new(message)],
        functions: Vec::new(),
        choice: FunctionChoice::Auto,
        names: NameStyle::default(),
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
    }
}

/// The times a text was sent, over all ways to send it.
async fn times(server: &Aimock, path: &str, text: &str) -> usize {
    let journal = server.journal().await;
    journal.iter().filter(|asked| asked.path == path && asked.body.to_string().contains(text)).count()
}

/// Asks each kind in each way and checks how it ended.
async fn check(text: &str, attempts: usize, expected: impl Fn(&ConnectorError) -> bool) {
    let server = Aimock::start().await;
    for served in &SERVED {
        for (streaming, path) in STREAMINGS.into_iter().zip(served.paths) {
            let name = format!("{} {streaming:?}", served.kind);
            let before = times(&server, path, text).await;
            let (_, ended) = answer(&server, served, streaming, text).await;
            let error = ended.expect_err(&name);
            assert!(expected(&error), "{name}: {error:?}");
            assert!(error.advice().is_some() && !error.to_string().contains(KEY), "{name}: {error}");
            assert_eq!(times(&server, path, text).await - before, attempts, "{name}");
        }
    }
}

fn refused(error: &ConnectorError, kind: RefusalKind, status: u16, message: &str) -> bool {
    matches!(error, ConnectorError::Refused(refusal)
        if refusal.kind == kind && refusal.status == Some(status) && refusal.message.to_string() == message)
}

#[tokio::test]
async fn a_refused_key_is_told_in_the_words_of_the_provider_and_not_sent_again() {
    check("Refuse the key.", 1, |error| refused(error, RefusalKind::Key, 401, "No such key.")).await;
}

#[tokio::test]
async fn a_provider_that_is_broken_is_asked_three_times() {
    check("Be broken.", 3, |error| refused(error, RefusalKind::Fault, 500, "Broken inside.")).await;
}

#[tokio::test]
async fn an_answer_that_is_no_json_is_a_failure_and_not_asked_for_again() {
    check("Talk nonsense.", 1, |error| matches!(error, ConnectorError::Unreadable { .. })).await;
}

#[tokio::test]
async fn a_connection_that_ends_before_an_answer_is_tried_again() {
    check("Say nothing and hang up.", 3, |error| {
        matches!(error, ConnectorError::Unreachable { .. } | ConnectorError::BrokenOff)
    })
    .await;
}

#[tokio::test]
async fn a_stream_that_is_cut_is_a_failure_in_every_protocol_and_what_was_said_stays() {
    let server = Aimock::start().await;
    for served in &SERVED {
        let (said, ended) = answer(&server, served, Streaming::Streamed, "Break off.").await;
        assert_eq!(ended, Err(ConnectorError::BrokenOff), "{}", served.kind);
        assert!("A long answer, which".starts_with(&said), "{}: {said}", served.kind);
    }
}

#[tokio::test]
async fn a_provider_that_is_busy_once_answers_the_second_time() {
    for served in &SERVED {
        let server = Aimock::start().await;
        let (said, ended) = answer(&server, served, Streaming::Streamed, "Be busy once.").await;
        assert_eq!((said.as_str(), ended), ("Now I have time.", Ok(())), "{}", served.kind);
        let statuses: Vec<_> = server.journal().await.iter().map(|asked| asked.status).collect();
        assert_eq!(statuses, [429, 200], "{}", served.kind);
    }
}
