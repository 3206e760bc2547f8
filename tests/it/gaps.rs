//! Sessions with a number or an entry that can't be read: they open, and go on.

use content::{Item, SessionId};
use invocation::{Breakpoint, Decision, FilterKind, FilterPlan, HitRule, StopPlace, TurnOutcome, TurnPlan};
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use workbench::contract::{
    ConfigureSession, CreateComparison, ExportSession, FeedItem, Follow, NamedSession, Note,
};
use workbench::english;

const QUESTION: &str = "How is the weather in Oslo?";

async fn configured(app: &TestApp, session: &SessionId, plan: TurnPlan) -> Result<(), String> {
    let args = ConfigureSession { session: session.clone(), plan };
    app.workbench.session_configure(args).await.map(drop).map_err(|error| error.message.to_string())
}

/// The numbers of the entries that can't be read.
async fn gaps(app: &TestApp, session: &SessionId) -> Vec<u64> {
    let args = Follow { session: session.clone(), after: 0, tail: None };
    let feed = app.workbench.follow(None, args).await.expect("the session opens");
    let mut log = Vec::new();
    let told = feed.run(|item| {
        let FeedItem::Entries { entries } = item else { return std::future::ready(false) };
        log.extend(entries);
        std::future::ready(true)
    });
    told.await.expect("it is told");
    log.iter().filter(|entry| entry.event.is_unreadable()).map(|entry| entry.seq).collect()
}

/// The entry that says something.
#[track_caller]
fn entry(session: &Followed, wanted: impl Fn(&SessionEvent<Note>) -> bool) -> u64 {
    session.log.iter().rfind(|entry| wanted(&entry.event)).expect("the entry").seq
}

#[tokio::test(start_paused = true)]
async fn a_number_out_of_its_range_is_refused_by_its_name_and_the_session_opens() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    let plan = session.plan().await;
    for (words, said) in [(1e39, "1e39"), (3e38, "3e38"), (-1.0, "-1"), (f64::NAN, "NaN")] {
        let mut plan = plan.clone();
        plan.selection.ranking.words = words;
        let refused = configured(&app, &session.session, plan).await.expect_err("nobody can mean it");
        let range = "which is not from 0 to 100";
        assert_eq!(refused, format!("selection.ranking.words is {said}, {range}"));
    }
    assert_eq!(gaps(&app, &session.session).await, [] as [u64; 0]);
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_rule_that_nobody_can_mean_is_refused_and_the_settings_stay() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    let plan = session.plan().await;
    let filter = FilterPlan {
        name: "Redact".to_owned(),
        function: None,
        kind: FilterKind::TerminateAfter,
        is_enabled: true,
    };
    let twice = TurnPlan { filters: vec![filter.clone(), filter], ..plan.clone() };
    let refused = configured(&app, &session.session, twice).await;
    assert_eq!(refused, Err("two filters are called Redact".to_owned()));
    let point =
        Breakpoint { hits: HitRule::Every { count: 0 }, ..Breakpoint::at("b1", StopPlace::BeforeCall) };
    let never = TurnPlan { breakpoints: vec![point], ..plan.clone() };
    let refused = configured(&app, &session.session, never).await;
    assert_eq!(refused, Err("hits are counted from 1, so a breakpoint at hit 0 never stops".to_owned()));
    assert_eq!(session.plan().await, plan);
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_session_whose_settings_cannot_be_read_goes_on_under_those_before() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    let plan = session.plan().await;
    let id = session.session.clone();
    configured(&app, &id, plan).await.expect("they are taken");
    session.until_log(|log| (log.len() >= 4).then_some(())).await;
    let last =
        entry(&session, |event| matches!(event, SessionEvent::Noted { note: Note::Configured { .. } }));
    let infinite = br#"{"type":"noted","note":{"type":"configured","plan":{"ranking":{"words":null}}}}"#;
    app.workbench.overwrite_entry(&id, last, infinite).expect("it is overwritten");

    let app = app.restarted().await;
    assert_eq!(gaps(&app, &id).await, [last]);
    let mut session = app.follow(&id).await;
    session.says(QUESTION).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    app.workbench.close().await;
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_told_in_its_place_by_all_that_read_the_session() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    session.says(QUESTION).await;
    session.outcome().await;
    let id = session.session.clone();
    let asked = session.log.iter().find(|entry| matches!(entry.event, SessionEvent::MessageAdded { .. }));
    let asked = asked.expect("the question").seq;
    app.workbench.overwrite_entry(&id, asked, b"{\"type\":\"\xff\"}").expect("it is overwritten");

    let app = app.restarted().await;
    assert_eq!(gaps(&app, &id).await, [asked]);
    let lost = "(A message that can no longer be read stood here.)";
    let export = ExportSession { session: id.clone(), format: formats::Format::Own.into() };
    let exported = app.workbench.session_export(export).await.expect("it is written");
    assert!(exported.text.is_some_and(|text| text.contains(lost)));
    app.workbench.history_check(NamedSession { session: id.clone() }).await.expect("it is checked");
    let lanes = CreateComparison { session: id.clone(), model: None, asks: false };
    let made = app.workbench.comparison_create(lanes).await.expect("it is forked");
    let mut forked = app.follow(&made.lanes[1].session).await;
    let first = forked.until(|event| match event {
        SessionEvent::MessageAdded { message, .. } => Some(message.items.clone()),
        _ => None,
    });
    assert_eq!(first.await, [Item::Text { text: lost.to_owned() }]);
    let mut session = app.follow(&id).await;
    session.log.clear();
    let question = "And in Boston tomorrow?";
    session.says(question).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let found = crate::search::found(&app, "tomorrow").await;
    assert!(found.hits.iter().any(|hit| hit.session == id), "{found:?}");
    app.workbench.close().await;
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_lost_an_entry_is_ended_and_says_so() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says(QUESTION).await;
    session.pause(1).await;
    let id = session.session.clone();
    let said = entry(&session, |event| matches!(event, SessionEvent::MessageAdded { .. }));
    app.workbench.overwrite_entry(&id, said, b"{").expect("it is overwritten");

    let app = app.restarted().await;
    let mut session = app.follow(&id).await;
    let TurnOutcome::Failed { message, .. } = session.outcome().await else { panic!("it can't go on") };
    let expected = format!("the turn can't go on: entry {said} of its session can't be read");
    assert_eq!(english(&message), expected);
    session.log.clear();
    session.says(QUESTION).await;
    session.answers(1, Decision::Continue).await;
    app.workbench.close().await;
}
