//! A history made shorter: looked at, done on a branch, taken back.

use content::{MessageId, SessionId};
use invocation::StopPlace;
use sessions::History;
use support::app::TestApp;
use upkeep::{Fate, Limits};
use workbench::contract::{
    CommandError, ConfigureSession, ImportSession, MoveHead, NamedSession, PreviewReduction, ReadExchange,
    ReduceHistory, ReducedHistory, Reduction, ReductionPreview, StartTurn, WriteSummary, WrittenSummary,
};

/// Two questions, the first with a call. Synthetic.
const HISTORY: &str = r#"{"messages": [
  {"role": "system", "content": "You are brief."},
  {"role": "user", "content": "Weather in Oslo?"},
  {"role": "assistant", "content": "I look.", "tool_calls": [
    {"id": "a", "type": "function", "function": {"name": "weather-get_forecast", "arguments": "{\"city\":\"Oslo\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "a", "content": "minus forty, a secret number"},
  {"role": "assistant", "content": "It is cold."},
  {"role": "user", "content": "And Boston?"},
  {"role": "assistant", "content": "Mild."}
]}"#;

const WRITES: &str = r#"{"format": 1, "title": "Writes"}
{"type": "text", "delta": "Oslo is "}
{"type": "text", "delta": "cold."}
{"type": "end"}
"#;

const BREAKS_OFF: &str = r#"{"format": 1, "title": "Breaks off"}
{"type": "text", "delta": "Oslo is"}
{"type": "cut"}
"#;

const IS_SLOW: &str = r#"{"format": 1, "title": "Is slow"}
{"type": "text", "delta": "Oslo is"}
{"type": "text", "delta": " far away", "after": 3600000}
{"type": "end"}
"#;

const THREE: Limits = Limits { target: 3, threshold: 0 };

struct Shortening {
    app: TestApp,
    session: SessionId,
}

impl Shortening {
    /// The history above in a session whose model plays a script.
    async fn with(script: &str) -> Self {
        let app = TestApp::new();
        app.write_script("writer.jsonl", script);
        let args = ImportSession { text: HISTORY.to_owned(), format: None, title: None };
        let session = app.workbench.session_import(args).await.expect("it is read").session.id;
        let mut plan = app.follow(&session).await.plan().await;
        plan.model = content::ModelId::new("script:writer");
        let configured = app.workbench.session_configure(ConfigureSession { session: session.clone(), plan });
        configured.await.expect("the model is there");
        Self { app, session }
    }

    async fn preview(&self, reduction: &Reduction) -> ReductionPreview {
        let args = PreviewReduction { session: self.session.clone(), reduction: reduction.clone() };
        self.app.workbench.reduction_preview(args).await.expect("it is looked at")
    }

    async fn reduce(&self, reduction: Reduction) -> Result<ReducedHistory, CommandError> {
        let head = self.preview(&reduction).await.head;
        let args = ReduceHistory { session: self.session.clone(), head, reduction };
        self.app.workbench.history_reduce(args).await
    }

    async fn write(&self, prompt: &str) -> Result<WrittenSummary, CommandError> {
        let args = WriteSummary { session: self.session.clone(), limits: THREE, prompt: prompt.to_owned() };
        self.app.workbench.summary_write(args).await
    }

    async fn go_back_to(&self, head: Option<MessageId>) {
        let args = MoveHead { session: self.session.clone(), head };
        self.app.workbench.head_move(args).await.expect("the head moves");
    }

    /// What is said up to the head, in words.
    async fn words(&self) -> Vec<String> {
        let mut followed = self.app.follow(&self.session).await;
        followed.until(|_| Some(())).await;
        let history = History::of(&followed.log);
        history.path_to(history.head()).iter().map(content::Message::text).collect()
    }
}

fn advice(error: &CommandError) -> String {
    error.advice.as_ref().map(ToString::to_string).unwrap_or_default()
}

#[tokio::test]
async fn what_is_shown_beforehand_is_what_is_done_and_it_can_be_undone() {
    let shortening = Shortening::with(WRITES).await;
    let before = shortening.words().await;
    for reduction in [Reduction::Truncate { limits: THREE }, Reduction::Collapse { keep: 0 }] {
        let preview = shortening.preview(&reduction).await;
        assert_eq!((preview.before.messages, preview.gone > 0), (7, true));
        assert!(preview.after.tokens < preview.before.tokens, "{preview:?}");
        let kept = preview.passages.iter().filter(|passage| passage.fate != Fate::Gone);
        assert_eq!(kept.map(|passage| passage.lines.len()).sum::<usize>(), preview.after.messages);

        let reduced = shortening.reduce(reduction).await.expect("it is done");
        assert_eq!(shortening.words().await.len(), preview.after.messages);
        shortening.go_back_to(reduced.before).await;
        assert_eq!(shortening.words().await, before);
    }
}

#[tokio::test]
async fn a_call_told_in_words_has_the_name_a_model_is_offered() {
    let shortening = Shortening::with(WRITES).await;
    shortening.reduce(Reduction::Collapse { keep: 0 }).await.expect("it is done");
    let words = shortening.words().await.join("\n");
    assert!(words.contains("[Called weather-get_forecast → minus forty, a secret number]"), "{words}");
}

#[tokio::test]
async fn looking_changes_nothing() {
    let shortening = Shortening::with(WRITES).await;
    let before = shortening.words().await;
    let summary = Reduction::Summarise { limits: THREE, summary: String::new() };
    let material = shortening.preview(&summary).await.material.expect("there is something to summarise");
    assert_eq!(
        material.transcript,
        "Person: Weather in Oslo?\n\nModel: I look.\n\nModel: It is cold.\n\nPerson: And Boston?"
    );
    assert_eq!(shortening.words().await, before);
}

#[tokio::test]
async fn s54_the_model_of_the_session_writes_a_summary_of_the_words_alone() {
    let shortening = Shortening::with(WRITES).await;
    let written = shortening.write("Say it in three words.").await.expect("it is written");
    assert_eq!(written.text, "Oslo is cold.");
    let exchange = ReadExchange { exchange: written.exchange };
    let sent = shortening.app.workbench.exchange_read(exchange).await.expect("it was recorded").sent;
    assert!(sent.contains("Say it in three words.") && sent.contains("It is cold."), "{sent}");
    assert!(!sent.contains("secret") && !sent.contains("get_forecast"), "{sent}");

    let summary = Reduction::Summarise { limits: THREE, summary: written.text };
    let reduced = shortening.reduce(summary).await.expect("it is put in");
    assert_eq!(reduced.done.to_string(), "5 messages summarised.");
    let marked = "Summary of the conversation so far:\n\nOslo is cold.";
    assert_eq!(shortening.words().await, ["You are brief.", marked, "Mild."]);
}

#[tokio::test]
async fn s54_a_summary_of_a_summary_stands_in_its_place() {
    let shortening = Shortening::with(WRITES).await;
    let summary = |summary: &str| Reduction::Summarise { limits: THREE, summary: summary.to_owned() };
    shortening.reduce(summary("First.")).await.expect("it is put in");
    let say = |text: &str| StartTurn {
        session: shortening.session.clone(),
        text: Some(text.to_owned()),
        speaker: None,
    };
    let mut followed = shortening.app.follow(&shortening.session).await;
    shortening.app.workbench.turn_start(say("And now?")).await.expect("a turn starts");
    followed.outcome().await;
    shortening.reduce(summary("Second.")).await.expect("it is put in");
    let words = shortening.words().await;
    let marked = "Summary of the conversation so far:\n\nSecond.";
    assert_eq!(words, ["You are brief.", marked, "Oslo is cold."]);
}

#[tokio::test]
async fn s54_a_model_that_fails_leaves_the_history_as_it_was() {
    let shortening = Shortening::with(BREAKS_OFF).await;
    let before = shortening.words().await;
    let error = shortening.write("Sum up.").await.expect_err("it breaks off");
    let told = "no summary was written: the answer broke off before it was complete";
    assert_eq!(error.message.to_string(), told);
    assert!(advice(&error).ends_with("The history is as it was."), "{error:?}");
    assert_eq!(shortening.words().await, before);
}

#[tokio::test(start_paused = true)]
async fn a_summary_is_told_while_it_is_written_and_can_be_stopped() {
    let slow = IS_SLOW.replace("3600000", "150").replace("\" far away\", ", "\" far\", ");
    let shortening = Shortening::with(&slow).await;
    let mut followed = shortening.app.follow(&shortening.session).await;
    shortening.write("Sum up.").await.expect("it is written");
    let named = || NamedSession { session: shortening.session.clone() };
    let renamed = workbench::contract::RenameSession { session: named().session, title: "Told".to_owned() };
    shortening.app.workbench.session_rename(renamed).await.expect("it is renamed");
    followed
        .until(|event| {
            matches!(event, sessions::SessionEvent::Renamed { title } if title == "Told").then_some(())
        })
        .await;
    assert_eq!(followed.summaries, ["Oslo is far"]);

    let shortening = Shortening::with(IS_SLOW).await;
    let named = NamedSession { session: shortening.session.clone() };
    let stop = async {
        while shortening.app.workbench.summary_stop(named.clone()).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    let stopped = tokio::select! {
        written = shortening.write("Sum up.") => written,
        () = stop => unreachable!("stopping nothing is no mistake"),
    };
    let told = stopped.expect_err("it was stopped").message.to_string();
    assert_eq!(told, "no summary was written: the request was cancelled");
    let again = shortening.write("Sum up.");
    let again = tokio::time::timeout(std::time::Duration::from_secs(1), again).await;
    assert!(again.is_err(), "another one can be written, and is as slow");
}

#[tokio::test]
async fn a_history_that_went_on_is_not_made_shorter_unseen() {
    let shortening = Shortening::with(WRITES).await;
    let reduction = Reduction::Truncate { limits: THREE };
    let head = shortening.preview(&reduction).await.head;
    shortening.reduce(reduction.clone()).await.expect("it is done");
    let args = ReduceHistory { session: shortening.session.clone(), head, reduction };
    let error = shortening.app.workbench.history_reduce(args).await.expect_err("it is another history");
    assert_eq!(error.message.to_string(), "the history has changed since it was looked at");
}

#[tokio::test]
async fn an_empty_summary_and_a_history_that_is_short_enough_are_refused() {
    let shortening = Shortening::with(WRITES).await;
    let empty = Reduction::Summarise { limits: THREE, summary: " \n".to_owned() };
    let error = shortening.reduce(empty).await.expect_err("it is empty");
    assert_eq!(error.message.to_string(), "the summary is empty");
    let long = Limits { target: 20, threshold: 0 };
    let summary = Reduction::Summarise { limits: long, summary: "All said.".to_owned() };
    assert_eq!(shortening.preview(&summary).await.gone, 0);
    let error = shortening.reduce(summary).await.expect_err("there is nothing to do");
    assert!(error.message.to_string().starts_with("there is nothing to summarise"), "{error:?}");
}

#[tokio::test]
async fn a_history_is_not_made_shorter_under_a_turn() {
    let app = TestApp::new();
    let mut followed = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    followed.says("And the weather?").await;
    followed.pause(1).await;
    let reduction = Reduction::Truncate { limits: Limits { target: 1, threshold: 0 } };
    let args = ReduceHistory { session: followed.session.clone(), head: None, reduction };
    let error = app.workbench.history_reduce(args).await.expect_err("a turn waits");
    assert!(error.message.to_string().contains("still under way"), "{}", error.message);
}
