//! Tests of the selector with a model that only compares words.

use super::{ContextBuilder, RankedSelector, Readiness, WithoutMeaning};
use content::{FunctionName, Role};
use futures::FutureExt;
use futures::future::BoxFuture;
use notices::Describe;
use ports::doubles::WordEmbedder;
use ports::{
    CallScope, Choosing, Effect, Embedder, EmbedderError, FunctionInput, FunctionSpec, Ranking, Said,
    Selection, SelectionQuery, Selector, Signal, Verdict, ViewKind,
};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

fn spec(plugin: &str, function: &str, description: &str) -> Arc<FunctionSpec> {
    Arc::new(FunctionSpec {
        name: FunctionName::new(plugin, function),
        description: description.into(),
        parameters: json!({ "type": "object", "properties": {} }),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    })
}

fn functions() -> Vec<Arc<FunctionSpec>> {
    vec![
        spec("clock", "now", "Tells the current time in a time zone"),
        spec("mail", "send", "Sends a message to somebody"),
        spec("weather", "read_forecast", "Tells the weather of the coming days in a city"),
    ]
}

fn said(text: &str) -> Said {
    Said { role: Role::User, text: text.into() }
}

fn asking(text: &str, limit: usize) -> SelectionQuery {
    SelectionQuery {
        context: vec![said(text)],
        candidates: functions(),
        pinned: Vec::new(),
        used: Vec::new(),
        kept: Vec::new(),
        choosing: Choosing::Ranked,
        limit,
        ranking: Ranking::default(),
        shown: Vec::new(),
        with_need: false,
    }
}

async fn select(selector: &RankedSelector, query: SelectionQuery) -> Selection {
    let scope = CallScope::unobserved(CancellationToken::new());
    selector.select(query, &scope).await.expect("a selection")
}

fn verdicts(selection: &Selection) -> Vec<(&str, Verdict)> {
    selection.candidates.iter().map(|one| (one.function.function.as_str(), one.verdict)).collect()
}

async fn check(query: SelectionQuery, expected: &[(&str, Verdict)]) {
    let selection = select(&RankedSelector::default(), query).await;
    assert_eq!(verdicts(&selection), expected);
}

#[tokio::test]
async fn the_function_that_fits_is_offered_and_the_others_say_why_not() {
    let expected =
        [("read_forecast", Verdict::Ranked), ("now", Verdict::NoMatch), ("send", Verdict::NoMatch)];
    check(asking("Will the weather be fine in Oslo?", 1), &expected).await;
}

#[tokio::test]
async fn pinned_used_and_kept_functions_do_not_use_up_the_limit() {
    let query = SelectionQuery {
        pinned: vec![FunctionName::new("mail", "send")],
        used: vec![FunctionName::new("clock", "now")],
        ..asking("weather forecast", 1)
    };
    let expected =
        [("read_forecast", Verdict::Ranked), ("now", Verdict::UsedBefore), ("send", Verdict::Pinned)];
    check(query, &expected).await;
    let query =
        SelectionQuery { kept: vec![FunctionName::new("mail", "send")], ..asking("weather forecast", 1) };
    let expected = [("read_forecast", Verdict::Ranked), ("send", Verdict::Kept), ("now", Verdict::NoMatch)];
    check(query, &expected).await;
}

#[tokio::test]
async fn everything_is_offered_when_it_fits_or_when_it_is_wanted() {
    let all = |selection: &Selection, wanted| selection.candidates.iter().all(|one| one.verdict == wanted);
    let selector = RankedSelector::default();
    assert!(all(&select(&selector, asking("anything", 3)).await, Verdict::RoomForAll));
    let query = SelectionQuery { choosing: Choosing::Everything, ..asking("weather", 1) };
    assert!(all(&select(&selector, query).await, Verdict::Listed));
}

#[tokio::test]
async fn chosen_functions_are_offered_and_ranked_all_the_same() {
    let functions = vec![FunctionName::new("mail", "send")];
    let query = SelectionQuery { choosing: Choosing::Only { functions }, ..asking("weather", 1) };
    let expected =
        [("send", Verdict::Listed), ("read_forecast", Verdict::NotChosen), ("now", Verdict::NotChosen)];
    check(query, &expected).await;
}

#[tokio::test]
async fn a_threshold_may_offer_none() {
    let ranking = Ranking { threshold: Some(100.0), ..Ranking::default() };
    let expected =
        [("read_forecast", Verdict::BelowThreshold), ("now", Verdict::NoMatch), ("send", Verdict::NoMatch)];
    check(SelectionQuery { ranking, ..asking("weather", 3) }, &expected).await;
}

#[tokio::test]
async fn what_is_left_out_is_counted_and_what_is_asked_about_is_listed() {
    let many =
        (0..500).map(|number| spec("many", &format!("weather{number}"), "weather")).collect::<Vec<_>>();
    let last = many[499].name.clone();
    let query = SelectionQuery { candidates: many, shown: vec![last.clone()], ..asking("weather", 2) };
    let selection = select(&RankedSelector::default(), query).await;
    assert_eq!((selection.considered, selection.offered().count()), (500, 2));
    assert!(selection.candidates.len() < 100);
    assert!(selection.offered_tokens < selection.considered_tokens);
    let asked_about = selection.candidates.iter().find(|one| one.function == last).expect("it is listed");
    assert_eq!((asked_about.verdict, asked_about.scores[0].rank), (Verdict::BeyondLimit, 1));
}

async fn with_model() -> (RankedSelector, Arc<WordEmbedder>) {
    let (selector, embedder) = (RankedSelector::default(), Arc::new(WordEmbedder::default()));
    selector.use_model(Arc::clone(&embedder) as _).await.expect("the model is used");
    (selector, embedder)
}

#[tokio::test]
async fn each_function_is_embedded_once_and_both_signals_are_told() {
    let (selector, embedder) = with_model().await;
    let first = select(&selector, asking("weather in a city", 1)).await;
    let again = select(&selector, asking("weather in a city", 1)).await;
    assert_eq!((&first.without_meaning, &first), (&None, &again));
    let asked = embedder.asked.lock().expect("no one panicked").clone();
    assert_eq!(asked.iter().filter(|text| text.contains("current time")).count(), 2, "{asked:?}");
    let signals: Vec<_> = first.candidates[0].scores.iter().map(|one| (one.signal, one.rank)).collect();
    assert_eq!(signals, [(Signal::Words, 1), (Signal::Meaning, 1)]);
    assert!(first.candidates.is_sorted_by(|one, next| one.total >= next.total));
}

#[tokio::test]
async fn many_functions_are_embedded_in_the_background_while_words_serve() {
    let (selector, _) = with_model().await;
    let many =
        (0..100).map(|number| spec("many", &format!("weather{number}"), "weather")).collect::<Vec<_>>();
    let query = SelectionQuery { candidates: many, ..asking("weather", 2) };
    let early = select(&selector, query.clone()).await;
    assert_eq!(early.offered().count(), 2);
    assert_eq!(early.without_meaning, Some(WithoutMeaning::Reading { count: 100 }.notice()));
    while matches!(selector.readiness(), Readiness::Embedding { .. }) {
        tokio::task::yield_now().await;
    }
    assert_eq!(select(&selector, query).await.without_meaning, None);
}

/// A model that waits once, when the first function arrives.
#[derive(Default)]
struct Held {
    words: WordEmbedder,
    asked: Notify,
    goes_on: Notify,
    has_waited: AtomicBool,
}

impl Embedder for Held {
    fn model(&self) -> &str {
        self.words.model()
    }

    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderError>> {
        let is_function = texts.iter().any(|text| text.contains("a gauge"));
        async move {
            if is_function && !self.has_waited.swap(true, Ordering::Relaxed) {
                self.asked.notify_one();
                self.goes_on.notified().await;
            }
            self.words.embed(texts).await
        }
        .boxed()
    }
}

#[tokio::test]
async fn functions_that_come_while_others_are_read_are_read_as_well() {
    let (selector, embedder) = (RankedSelector::default(), Arc::new(Held::default()));
    selector.use_model(Arc::clone(&embedder) as _).await.expect("the model is used");
    let many = |plugin: &str| {
        (0..100).map(|number| spec(plugin, &format!("weather{number}"), "Reads a gauge")).collect()
    };
    let (first, second): (Vec<_>, Vec<_>) = (many("first"), many("second"));
    selector.prepare(first.clone()).await.expect("they are indexed");
    embedder.asked.notified().await;
    selector.prepare(second.clone()).await.expect("they are indexed");
    embedder.goes_on.notify_one();
    while matches!(selector.readiness(), Readiness::Embedding { .. }) {
        tokio::task::yield_now().await;
    }
    for candidates in [first, second] {
        let query = SelectionQuery { candidates, ..asking("weather", 2) };
        assert_eq!(select(&selector, query).await.without_meaning, None);
    }
}

#[tokio::test]
async fn small_talk_is_read_once_however_much_is_asked_about() {
    let (selector, embedder) = with_model().await;
    for number in 0..100 {
        let text = format!("What is the weather in city {number}?");
        select(&selector, SelectionQuery { with_need: true, ..asking(&text, 1) }).await;
    }
    let asked = embedder.asked.lock().expect("no one panicked").clone();
    let small_talk = crate::calibration::SMALL_TALK;
    let read = |text: &&str| asked.iter().filter(|asked| asked == text).count();
    assert!(small_talk.iter().all(|text| read(text) == 1));
}

#[tokio::test]
async fn without_a_model_words_serve_and_the_reason_is_told() {
    let selector = RankedSelector::default();
    let reason = EmbedderError::Missing { what: "the weights".to_owned() }.notice();
    selector.lose_model(reason.clone());
    let selection = select(&selector, asking("weather", 1)).await;
    assert_eq!(selection.without_meaning.as_ref(), Some(&reason));
    assert_eq!(selector.readiness(), Readiness::WordsOnly { reason });
}

#[tokio::test]
async fn the_request_of_each_turn_chooses_its_own_function() {
    let vms = vec![
        spec("cloud", "provision_vm", "Provisions a virtual machine"),
        spec("cloud", "deploy", "Deploys an application to a virtual machine"),
    ];
    let (selector, _) = with_model().await;
    let turn = |context: Vec<Said>| SelectionQuery { context, candidates: vms.clone(), ..asking("", 1) };
    let first = select(&selector, turn(vec![said("Provision a VM")])).await;
    let second = select(&selector, turn(vec![said("Provision a VM"), said("Deploy it")])).await;
    let offered =
        |selection: &Selection| selection.offered().map(|name| name.function.clone()).collect::<Vec<_>>();
    assert_eq!((offered(&first), offered(&second)), (vec!["provision_vm".into()], vec!["deploy".into()]));
}

#[tokio::test]
async fn functions_of_the_same_name_in_two_plugins_can_both_be_chosen() {
    let both = vec![spec("work", "send", "Sends mail at work"), spec("home", "send", "Sends mail at home")];
    let query = SelectionQuery { candidates: both, ..asking("Send mail from home", 1) };
    let selection = select(&RankedSelector::default(), query).await;
    assert_eq!(selection.offered().next(), Some(&FunctionName::new("home", "send")));
    assert_eq!(selection.candidates.len(), 2);
}

/// Records its inputs.
#[derive(Default)]
struct Overhearing(Mutex<Vec<(Vec<Said>, Vec<Said>)>>);

impl ContextBuilder for Overhearing {
    fn build(&self, recent: &[Said], new: &[Said]) -> String {
        self.0.lock().expect("no one panicked").push((recent.to_vec(), new.to_vec()));
        "the weather".into()
    }
}

#[tokio::test]
async fn a_builder_gets_recent_and_new_messages_apart_and_its_text_is_embedded() {
    let builder = Arc::new(Overhearing::default());
    let selector = RankedSelector::default().built_by(Arc::clone(&builder) as _);
    let embedder = Arc::new(WordEmbedder::default());
    selector.use_model(Arc::clone(&embedder) as _).await.expect("the model is used");
    let query = SelectionQuery { context: vec![said("Provision a VM"), said("Deploy it")], ..asking("", 1) };
    let selection = select(&selector, query).await;

    let given = builder.0.lock().expect("no one panicked").clone();
    assert_eq!(given, [(vec![said("Provision a VM")], vec![said("Deploy it")])]);
    assert_eq!(selection.views[0].kind, ViewKind::Last);
    assert_eq!(
        embedder.asked.lock().expect("no one panicked").last().map(String::as_str),
        Some("the weather")
    );
}

#[tokio::test]
async fn a_calibrated_threshold_keeps_small_talk_out_and_lets_requests_in() {
    let (selector, _) = with_model().await;
    let threshold = selector.calibrate(functions(), Ranking::default()).await.expect("a threshold");
    let ranking = Ranking { threshold: Some(f64::from(threshold)), ..Ranking::default() };
    let offered = async |text: &str| {
        let query = SelectionQuery { ranking, ..asking(text, 3) };
        select(&selector, query).await.offered().map(|name| name.function.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offered("Write a poem about autumn").await, Vec::<String>::new());
    assert_eq!(offered("The weather of the coming days in Oslo").await, ["read_forecast"]);
}
