//! How answers come in, end, and are called off.

use crate::asking::{ask, ask_under, question, said, tiny};
use content::Role;
use futures::StreamExt;
use local_model::tiny::Tiny;
use ports::{CallScope, CompletionRequest, Connector, ConnectorError, StopReason, StreamEvent};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A model that hardly ever comes to an end by itself.
fn talker() -> Tiny {
    Tiny::default()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_streams_until_it_has_all_its_tokens_and_says_what_it_took() {
    let filed = tiny(&talker());
    let heard = ask(&filed.model, question("Hello", 32)).await;
    assert_eq!(heard.error, None);
    assert_eq!(heard.stop(), Some(&StopReason::Length), "{heard:?}");
    let usage = heard.usage();
    assert_eq!(usage.output, Some(32));
    assert!(usage.input.is_some_and(|tokens| tokens > 20), "{usage:?}");
    let deltas = heard.events.iter().filter(|event| matches!(event, StreamEvent::TextDelta { .. })).count();
    assert!(deltas > 4, "{heard:?}");
    for figure in ["promptTokensPerSecond", "outputTokensPerSecond", "loadedInSeconds"] {
        assert!(heard.figures[figure].as_f64().is_some(), "{figure} in {}", heard.figures);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_says_the_same_and_another_one_something_else() {
    let filed = tiny(&talker());
    let with_seed = |seed| {
        let mut request = question("Hello", 24);
        request.settings.seed = Some(seed);
        request
    };
    let first = ask(&filed.model, with_seed(1)).await.text();
    assert_eq!(ask(&filed.model, with_seed(1)).await.text(), first);
    assert_ne!(ask(&filed.model, with_seed(2)).await.text(), first);
    let mut likeliest = question("Hello", 24);
    (likeliest.settings.temperature, likeliest.settings.seed) = (None, None);
    let text = ask(&filed.model, likeliest.clone()).await.text();
    assert_eq!(ask(&filed.model, likeliest).await.text(), text);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_ends_before_the_words_a_person_wants_it_to_stop_at() {
    let filed = tiny(&talker());
    let whole = ask(&filed.model, question("Hello", 40)).await.text();
    let stop: String = whole.chars().skip(12).take(3).collect();
    let mut request = question("Hello", 40);
    request.settings.stop = vec![stop.clone()];
    let heard = ask(&filed.model, request).await;
    let before = whole.split(&stop).next().unwrap_or_default().trim_end();
    assert_eq!(heard.text().trim_end(), before);
    assert_eq!(heard.stop(), Some(&StopReason::Complete));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_before_is_not_read_again() {
    let filed = tiny(&talker());
    let mut request = question("The beginning of a conversation that goes on", 8);
    let first = ask(&filed.model, request.clone()).await;
    assert_eq!(first.usage().cached, Some(0));
    let read = first.usage().input.expect("counted");
    request.messages.push(said(Role::Assistant, "Yes"));
    request.messages.push(said(Role::User, "And now?"));
    let second = ask(&filed.model, request).await;
    // All but the marks at the end, which are other ones now.
    let cached = second.usage().cached.expect("counted");
    assert!(cached > read / 2 && second.usage().input > Some(cached), "{cached} of {read}");
}

/// The likeliest answer, as long as it gets.
fn endless(text: &str) -> CompletionRequest {
    let mut request = question(text, 1);
    (request.settings.max_output_tokens, request.settings.temperature) = (None, None);
    request
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_goes_on_in_a_larger_context_until_the_model_has_no_room_for_more() {
    const MOST: u32 = 4608;
    let filed = tiny(&Tiny { context: MOST, ..talker() });
    let text = "letters ".repeat(370);
    let grown = ask(&filed.model, endless(&text)).await;
    let usage = grown.usage();
    assert_eq!(grown.stop(), Some(&StopReason::Length), "{usage:?}");
    assert_eq!(usage.input.zip(usage.output).map(|(input, output)| input + output), Some(MOST));
    let mut large = endless(&text);
    large.settings.more.insert("context".into(), MOST.into());
    let at_once = ask(&tiny(&Tiny { context: MOST, ..talker() }).model, large).await;
    assert!(grown.text() == at_once.text(), "what was read before it grew counts as it did");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_that_outgrows_its_context_takes_what_was_read_along() {
    let filed = tiny(&Tiny { context: 8192, ..talker() });
    let mut request = question(&"letters ".repeat(350), 8);
    let read = ask(&filed.model, request.clone()).await.usage().input.expect("counted");
    request.messages.push(said(Role::Assistant, "Yes"));
    request.messages.push(said(Role::User, &"and more ".repeat(200)));
    let usage = ask(&filed.model, request).await.usage();
    assert!(usage.cached.is_some_and(|cached| cached + 40 > read), "{usage:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_was_answered_at_length_is_not_read_again() {
    let filed = tiny(&talker());
    let first = ask(&filed.model, question("Hello", 400)).await;
    let again = ask(&filed.model, question("Hello", 400)).await;
    let input = first.usage().input.expect("counted");
    assert_eq!(again.usage().cached, Some(input - 1));
    assert_eq!(again.text(), first.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_called_off_ends_at_once_and_the_next_one_is_answered() {
    let filed = tiny(&talker());
    let cancel = CancellationToken::new();
    let scope = CallScope::unobserved(cancel.clone());
    let mut stream = filed.model.stream(question("Hello", 3000), &scope);
    while let Some(event) = stream.next().await {
        if matches!(event, Ok(StreamEvent::TextDelta { .. })) {
            break;
        }
    }
    cancel.cancel();
    let mut last = None;
    while let Some(event) = stream.next().await {
        last = Some(event);
    }
    assert_eq!(last, Some(Err(ConnectorError::Cancelled)));
    assert_eq!(ask(&filed.model, question("Hello", 8)).await.usage().output, Some(8));

    let gone = ask_under(&filed.model, question("Hello", 8), cancel).await;
    assert_eq!(gone.error, Some(ConnectorError::Cancelled));
}

#[tokio::test(flavor = "multi_thread")]
async fn lanes_write_side_by_side_and_more_of_them_than_there_are_contexts_take_turns() {
    let filed = Arc::new(tiny(&talker()));
    let alone = ask(&filed.model, question("Lane 3", 16)).await.text();
    let lanes = (0..7).map(|lane| {
        let filed = Arc::clone(&filed);
        tokio::spawn(async move { ask(&filed.model, question(&format!("Lane {lane}"), 16)).await })
    });
    let heard = futures::future::join_all(lanes).await;
    for (lane, heard) in heard.into_iter().enumerate() {
        let heard = heard.expect("the lane goes on");
        assert_eq!(heard.usage().output, Some(16), "lane {lane}");
        if lane == 3 {
            assert_eq!(heard.text(), alone);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_was_written_by_hand_is_asked_as_it_stands() {
    let filed = tiny(&talker());
    let shown = filed.model.preview(&question("Hello", 8)).expect("a preview").expect("something to show");
    assert!(shown.body.contains("<|im_start|>user\\nHello\\n<|im_end|>"), "{}", shown.body);
    let scope = CallScope::unobserved(CancellationToken::new());
    let body = r#"{"prompt": "Once upon", "maxOutputTokens": 5, "temperature": 1, "seed": 4}"#;
    let events: Vec<_> =
        filed.model.stream_body(question("Hello", 8), body.to_owned(), &scope).collect().await;
    let usage = events.iter().find_map(|event| match event {
        Ok(StreamEvent::Usage(usage)) => Some(*usage),
        _ => None,
    });
    assert_eq!(usage.and_then(|usage| usage.output), Some(5), "{events:?}");
    let refused = filed.model.stream_body(question("Hello", 8), "{}".to_owned(), &scope);
    assert!(matches!(
        refused.collect::<Vec<_>>().await.as_slice(),
        [Err(ConnectorError::NotPossible { .. })]
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_gets_less_likely_where_a_person_wants_it_so() {
    let filed = tiny(&talker());
    let pairs = |text: &str| {
        let letters: Vec<_> = text.chars().collect();
        letters.windows(2).filter(|pair| pair.first() == pair.last()).count()
    };
    let mut request = question("Hello", 60);
    request.settings.temperature = Some(0.0);
    let plain = ask(&filed.model, request.clone()).await.text();
    for (name, value) in [("repeat_penalty", 9.0), ("repetition_penalty", 9.0), ("presence_penalty", 2.0)] {
        let mut request = request.clone();
        request.settings.more.insert(name.to_owned(), value.into());
        let heard = ask(&filed.model, request).await;
        assert!(heard.adaptations.is_empty(), "{:?}", heard.adaptations);
        assert!(pairs(&heard.text()) <= pairs(&plain) && heard.text() != plain, "{name}: {}", heard.text());
    }
}
