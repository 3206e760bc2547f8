//! Sessions side by side that go on from the same history.

use content::{FunctionResult, Message, ModelId, Origin, Outcome, Output, SessionId};
use functions::OnMiss;
use invocation::{Decision, PauseReason, StopPlace, TurnEvent, TurnOutcome};
use serde_json::json;
use sessions::{LogEntry, SessionEvent};
use std::sync::Arc;
use support::app::{Followed, TestApp};
use workbench::contract::{
    AddLane, ArrangeLanes, ConfigureSession, CopiedAnswer, CreateComparison, Lane, LaneComparison,
    NamedComparison, NamedLane, NamedSession, Note, Nothing, Overview, ShareResults, StartLanes, StartedLane,
};

/// A model that asks for the weather in one city after the other.
fn forecasts(cities: &[&str]) -> String {
    let call = |city: &&str| {
        let name = json!({ "type": "call", "id": city, "name": "weather-get_forecast" });
        let delta = json!({ "type": "arguments", "delta": json!({ "city": city }).to_string() });
        format!("{name}\n{delta}\n{}\n", json!({ "type": "end" }))
    };
    let calls: String = cities.iter().map(call).collect();
    let words = format!("{}\n{}\n", json!({ "type": "text", "delta": "Done." }), json!({ "type": "end" }));
    format!("{}\n{calls}{words}", json!({ "format": 1, "title": "Forecasts" }))
}

/// A comparison with the sessions of its lanes, each followed.
struct Lanes {
    app: TestApp,
    comparison: SessionId,
    followed: Vec<Followed>,
}

impl Lanes {
    /// The first model goes on in the first lane, and so on. Each lane stops at these places.
    async fn new(scripts: &[(&str, String)], stops: &[StopPlace]) -> Self {
        let app = TestApp::new();
        for (name, script) in scripts {
            app.write_script(&format!("{name}.jsonl"), script);
        }
        let model = |name: &str| ModelId::new(format!("script:{name}"));
        let first = app.session(model(scripts[0].0).as_str(), stops).await;
        let args = CreateComparison {
            session: first.session.clone(),
            model: Some(model(scripts[1].0)),
            asks: false,
        };
        let mut made = app.workbench.comparison_create(args).await.expect("it is made");
        for (name, _) in &scripts[2..] {
            let from = made.lanes.last().expect("a lane").session.clone();
            let args = AddLane { comparison: made.id.clone(), from, model: Some(model(name)), asks: false };
            made = app.workbench.lane_add(args).await.expect("it is added");
        }
        let mut followed = Vec::new();
        for lane in &made.lanes {
            followed.push(app.follow(&lane.session).await);
        }
        Self { app, comparison: made.id, followed }
    }

    async fn says(&self, text: &str) -> Vec<StartedLane> {
        let args = StartLanes { comparison: self.comparison.clone(), text: Some(text.to_owned()) };
        self.app.workbench.lanes_start(args).await.expect("they start")
    }

    async fn share(&self, lane: usize, on_miss: OnMiss) {
        let lane = Some(self.followed[lane].session.clone());
        let args = ShareResults { comparison: self.comparison.clone(), lane, on_miss };
        self.app.workbench.lanes_share(args).await.expect("the results are shared");
    }

    async fn read(&self) -> LaneComparison {
        let args = NamedComparison { comparison: self.comparison.clone() };
        self.app.workbench.comparison_read(args).await.expect("it is there")
    }

    async fn overview(&self) -> Overview {
        self.app.workbench.overview(Nothing {}).await.expect("an overview")
    }
}

fn two(first: &[&str], second: &[&str]) -> [(&'static str, String); 2] {
    [("one", forecasts(first)), ("two", forecasts(second))]
}

fn messages(followed: &Followed) -> Vec<Message> {
    let said = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.clone()),
        _ => None,
    });
    said.collect()
}

fn results(followed: &Followed) -> Vec<FunctionResult> {
    messages(followed).iter().flat_map(Message::results).cloned().collect()
}

fn sky(color: &str) -> Outcome {
    Outcome::Returned { output: Output::Json { value: json!({ "sky": color }) } }
}

fn has(followed: &Followed, wanted: impl Fn(&TurnEvent) -> bool) -> bool {
    followed.log.iter().any(
        |entry| matches!(&entry.event, SessionEvent::Noted { note: Note::Turn { event, .. } } if wanted(event)),
    )
}

#[tokio::test(start_paused = true)]
async fn a_session_goes_on_in_lanes_that_have_its_history_and_settings_of_their_own() {
    let app = TestApp::new();
    app.write_script("one.jsonl", &forecasts(&["Oslo"]));
    let mut first = app.session("script:one", &[]).await;
    first.says("How is the weather?").await;
    first.outcome().await;
    let args = CreateComparison {
        session: first.session.clone(),
        model: Some(ModelId::new("example:weather")),
        asks: false,
    };
    let made = app.workbench.comparison_create(args).await.expect("it is made");
    assert_eq!(made.title, "How is the weather?");
    assert_eq!(made.lanes.iter().map(|lane| lane.name.as_str()).collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!(made.lanes.iter().map(|lane| lane.is_forked).collect::<Vec<_>>(), [false, true]);

    let mut second = app.follow(&made.lanes[1].session).await;
    let plan = second.plan().await;
    assert_eq!(plan.model, ModelId::new("example:weather"));
    let forked = second.until(|event| match event {
        SessionEvent::Noted { note: Note::Forked { from, after } } => Some((from.clone(), after.clone())),
        _ => None,
    });
    let (from, after) = forked.await;
    assert_eq!(messages(&second), messages(&first), "messages keep their ids");
    assert_eq!((from, after), (first.session.clone(), messages(&first).last().map(|last| last.id.clone())));

    let again = CreateComparison { session: second.session.clone(), model: None, asks: false };
    let refused = app.workbench.comparison_create(again).await.expect_err("it is a lane already");
    assert!(refused.message.to_string().contains("“How is the weather?”"), "{}", refused.message);
}

#[tokio::test(start_paused = true)]
async fn lanes_run_at_once_and_one_that_fails_leaves_the_others_alone() {
    let cut = "{\"format\": 1, \"title\": \"Cut\"}\n{\"type\": \"cut\"}\n".to_owned();
    let scripts = [("one", forecasts(&["Oslo"])), ("cut", cut), ("two", forecasts(&["Rome"]))];
    let mut lanes = Lanes::new(&scripts, &[StopPlace::BeforeCall]).await;
    lanes.says("How is the weather?").await;
    let failed = lanes.followed[1].outcome().await;
    assert!(matches!(failed, TurnOutcome::Failed { .. }), "{failed:?}");
    // Both stand at a stop at the same time.
    lanes.followed[0].pause(1).await;
    lanes.followed[2].pause(1).await;
    lanes.followed[2].answers(1, Decision::Continue).await;
    assert_eq!(lanes.followed[2].outcome().await, TurnOutcome::Answered);

    // One that is still under way can't be asked. The others are.
    let started = lanes.says("And now?").await;
    let refused: Vec<_> = started.iter().map(|one| one.error.is_some()).collect();
    assert_eq!(refused, [true, false, false]);
    assert_eq!(lanes.overview().await.comparisons[0].title, "How is the weather?");
}

#[tokio::test(start_paused = true)]
async fn all_lanes_are_stopped_together() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Rome"]), &[StopPlace::BeforeCall]).await;
    lanes.says("How is the weather?").await;
    for lane in &mut lanes.followed {
        lane.pause(1).await;
    }
    let args = NamedComparison { comparison: lanes.comparison.clone() };
    lanes.app.workbench.lanes_stop(args.clone()).await.expect("they stop");
    for lane in &mut lanes.followed {
        assert_eq!(lane.outcome().await, TurnOutcome::Stopped);
    }
    lanes.app.workbench.lanes_stop(args).await.expect("nothing is left to stop");
}

#[tokio::test(start_paused = true)]
async fn a_lane_uses_the_results_of_another_as_its_model_was_told_them() {
    let mut lanes = Lanes::new(&two(&["Oslo", "Rome"], &["Rome", "Oslo"]), &[]).await;
    stop_after_calls(&mut lanes.followed[0], &lanes.app).await;
    lanes.share(0, OnMiss::Ask).await;
    lanes.says("How is the weather?").await;
    // The second lane waits until the first lane has an answer, whatever a person makes of it.
    lanes.followed[0].answers(1, Decision::WriteResult { outcome: sky("green") }).await;
    lanes.followed[0].answers(2, Decision::Continue).await;
    assert_eq!(lanes.followed[1].outcome().await, TurnOutcome::Answered);
    lanes.followed[0].outcome().await;
    let [first, second] = [0, 1].map(|lane| results(&lanes.followed[lane]));
    assert_eq!(first[0].outcome, sky("green"));
    assert_eq!(
        second.iter().map(|result| &result.outcome).collect::<Vec<_>>(),
        [&first[1].outcome, &first[0].outcome]
    );
    assert!(second.iter().all(|result| result.origin == Origin::Recorded));
}

async fn stop_after_calls(followed: &mut Followed, app: &TestApp) {
    let mut plan = followed.plan().await;
    plan.breakpoints = vec![invocation::Breakpoint::at("after", StopPlace::AfterCall)];
    let args = ConfigureSession { session: followed.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
}

#[tokio::test(start_paused = true)]
async fn a_call_the_other_lane_did_not_make_stops_for_a_person_or_runs_by_itself() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Rome"]), &[]).await;
    lanes.share(0, OnMiss::Ask).await;
    lanes.says("How is the weather?").await;
    let (_, pause) = lanes.followed[1].pause(1).await;
    assert_eq!(pause.reason, PauseReason::ResultWanted);
    lanes.followed[1].answers(1, Decision::WriteResult { outcome: sky("red") }).await;
    lanes.followed[1].outcome().await;
    assert_eq!(results(&lanes.followed[1])[0].outcome, sky("red"));

    let mut lanes = Lanes::new(&two(&["Oslo"], &["Rome", "Oslo"]), &[]).await;
    lanes.share(0, OnMiss::Live).await;
    lanes.says("How is the weather?").await;
    lanes.followed[1].outcome().await;
    let origins: Vec<_> = results(&lanes.followed[1]).iter().map(|result| result.origin).collect();
    assert_eq!(origins, [Origin::Function, Origin::Recorded]);
}

fn ended(log: &[LogEntry<Note>]) -> usize {
    let is_end = |entry: &&LogEntry<Note>| {
        matches!(
            &entry.event,
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { .. }, .. } }
        )
    };
    log.iter().filter(is_end).count()
}

async fn added(lanes: &Lanes, from: usize, asks: bool) -> Lane {
    let from = lanes.followed[from].session.clone();
    let args = AddLane { comparison: lanes.comparison.clone(), from: from.clone(), model: None, asks };
    let added = lanes.app.workbench.lane_add(args).await.expect("it is added");
    let place = added.lanes.iter().position(|lane| lane.session == from).expect("it is there");
    added.lanes[place + 1].clone()
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_is_added_later_uses_the_results_that_the_others_use() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Oslo"]), &[]).await;
    lanes.share(0, OnMiss::Ask).await;
    let lane = added(&lanes, 0, false).await;
    lanes.says("How is the weather?").await;
    lanes.followed[0].outcome().await;
    let mut third = lanes.app.follow(&lane.session).await;
    assert_eq!(third.outcome().await, TurnOutcome::Answered);
    assert_eq!(results(&third)[0].origin, Origin::Recorded);
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_comes_back_uses_the_results_that_the_others_use() {
    let scripts =
        [("one", forecasts(&["Oslo"])), ("two", forecasts(&["Oslo"])), ("three", forecasts(&["Oslo"]))];
    let mut lanes = Lanes::new(&scripts, &[]).await;
    lanes.share(0, OnMiss::Ask).await;
    let before = lanes.read().await.lanes;
    let session = lanes.followed[2].session.clone();
    let removed = NamedLane { comparison: lanes.comparison.clone(), lane: session.clone() };
    lanes.app.workbench.lane_remove(removed).await.expect("it is removed");
    lanes.app.workbench.session_restore(NamedSession { session }).await.expect("and restored");
    let args = ArrangeLanes { comparison: lanes.comparison.clone(), lanes: before };
    lanes.app.workbench.lanes_arrange(args).await.expect("it is back");
    lanes.says("How is the weather?").await;
    for lane in &mut lanes.followed {
        assert_eq!(lane.outcome().await, TurnOutcome::Answered);
    }
    assert_eq!(results(&lanes.followed[2])[0].origin, Origin::Recorded);
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_asks_itself_shows_only_what_came_before_its_question_as_copied() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Rome"]), &[]).await;
    let mut ends = Vec::new();
    for (place, text) in ["How is the weather?", "And now?"].into_iter().enumerate() {
        lanes.says(text).await;
        for lane in &mut lanes.followed {
            lane.until_log(|log| (ended(log) > place).then_some(())).await;
        }
        ends.push(messages(&lanes.followed[0]).last().expect("an answer").id.clone());
    }
    let copied = CopiedAnswer { from: lanes.followed[0].session.clone(), last: ends[0].clone() };
    assert_eq!(added(&lanes, 0, true).await.copied, Some(copied));
}

#[tokio::test(start_paused = true)]
async fn the_second_lane_of_a_comparison_can_ask_the_last_question_itself() {
    let app = TestApp::new();
    app.write_script("one.jsonl", &forecasts(&["Oslo"]));
    let mut first = app.session("script:one", &[]).await;
    first.says("How is the weather?").await;
    first.outcome().await;
    let args = CreateComparison { session: first.session.clone(), model: None, asks: true };
    let made = app.workbench.comparison_create(args).await.expect("it is made");
    assert_eq!(made.lanes[1].copied, None);
    let mut second = app.follow(&made.lanes[1].session).await;
    assert_eq!(second.outcome().await, TurnOutcome::Answered);
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_is_added_after_an_answer_says_whose_it_shows_or_answers_itself() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Rome"]), &[]).await;
    assert!(lanes.read().await.lanes.iter().all(|lane| lane.copied.is_none()), "nothing was answered yet");
    lanes.says("How is the weather?").await;
    for lane in &mut lanes.followed {
        lane.outcome().await;
    }
    let last = messages(&lanes.followed[0]).last().expect("an answer").id.clone();
    let copied = CopiedAnswer { from: lanes.followed[0].session.clone(), last };
    assert_eq!(added(&lanes, 0, false).await.copied, Some(copied));

    let own = added(&lanes, 0, true).await;
    assert_eq!(own.copied, None);
    let mut own = lanes.app.follow(&own.session).await;
    assert_eq!(own.outcome().await, TurnOutcome::Answered);
    assert_eq!(results(&own).len(), 2, "that of the other lane, and its own");
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_waits_for_another_can_be_stopped() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Oslo"]), &[]).await;
    stop_after_calls(&mut lanes.followed[0], &lanes.app).await;
    lanes.share(0, OnMiss::Ask).await;
    lanes.says("How is the weather?").await;
    lanes.followed[0].pause(1).await;
    lanes.followed[1]
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::ResponseReceived { .. }, .. } } => {
                Some(())
            }
            _ => None,
        })
        .await;
    let args = NamedComparison { comparison: lanes.comparison.clone() };
    lanes.app.workbench.lanes_stop(args).await.expect("they stop");
    assert_eq!(lanes.followed[1].outcome().await, TurnOutcome::Stopped);
    assert!(!has(&lanes.followed[1], |event| matches!(event, TurnEvent::CallsResolved { .. })));
}

#[tokio::test(start_paused = true)]
async fn what_the_shared_results_are_used_for_ends_with_the_lane_they_come_from() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Oslo"]), &[]).await;
    lanes.share(1, OnMiss::Ask).await;
    let args = NamedLane { comparison: lanes.comparison.clone(), lane: lanes.followed[1].session.clone() };
    let left = lanes.app.workbench.lane_remove(args).await.expect("it is removed");
    assert_eq!(left.lanes.len(), 1);
    lanes.says("How is the weather?").await;
    assert_eq!(lanes.followed[0].outcome().await, TurnOutcome::Answered);
    assert_eq!(results(&lanes.followed[0])[0].origin, Origin::Function);
    let overview = lanes.overview().await;
    assert_eq!(overview.discarded.len(), 1, "the session that was made for the lane can be restored");
    let last = NamedLane { comparison: lanes.comparison.clone(), lane: lanes.followed[0].session.clone() };
    lanes.app.workbench.lane_remove(last).await.expect_err("it is the last one");
}

#[tokio::test]
async fn lanes_stand_where_they_stood_after_a_restart() {
    let lanes = Lanes::new(&two(&["Oslo"], &["Rome"]), &[StopPlace::BeforeCall]).await;
    lanes.says("How is the weather?").await;
    let Lanes { app, comparison, mut followed } = lanes;
    for lane in &mut followed {
        lane.pause(1).await;
    }
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop((app, followed));

    let app = TestApp::in_home(home);
    let args = NamedComparison { comparison };
    let there = app.workbench.comparison_read(args).await.expect("it is there");
    for Lane { session, .. } in &there.lanes {
        let mut lane = app.follow(session).await;
        lane.answers(1, Decision::Continue).await;
        assert_eq!(lane.outcome().await, TurnOutcome::Answered);
    }
}

#[tokio::test(start_paused = true)]
async fn lanes_have_an_order_and_names() {
    let lanes = Lanes::new(&two(&["Oslo"], &["Rome"]), &[]).await;
    let mut wanted = lanes.read().await.lanes;
    wanted.reverse();
    wanted[0].name = "  Second prompt ".to_owned();
    let arrange = |lanes: &Lanes, wanted: &[Lane]| ArrangeLanes {
        comparison: lanes.comparison.clone(),
        lanes: wanted.to_vec(),
    };
    let arranged = lanes.app.workbench.lanes_arrange(arrange(&lanes, &wanted)).await.expect("arranged");
    let names: Vec<_> = arranged.lanes.iter().map(|lane| lane.name.as_str()).collect();
    assert_eq!(names, ["Second prompt", "A"]);

    let twice = [wanted[0].clone(), wanted[0].clone()];
    lanes.app.workbench.lanes_arrange(arrange(&lanes, &twice)).await.expect_err("one session, two lanes");
    let nobody =
        [Lane { session: SessionId::new("nobody"), name: "X".to_owned(), is_forked: false, copied: None }];
    lanes.app.workbench.lanes_arrange(arrange(&lanes, &nobody)).await.expect_err("there is no such session");
    lanes.app.workbench.lanes_arrange(arrange(&lanes, &[])).await.expect_err("it needs a lane");
    assert_eq!(lanes.read().await.lanes, arranged.lanes, "nothing has changed");

    let mut from = wanted[0].session.clone();
    for _ in 2..6 {
        let args = AddLane { comparison: lanes.comparison.clone(), from, model: None, asks: false };
        from = lanes.app.workbench.lane_add(args).await.expect("added").lanes[0].session.clone();
    }
    let names: Vec<_> = lanes.read().await.lanes.into_iter().map(|lane| lane.name).collect();
    assert_eq!(names, ["Second prompt", "E", "D", "C", "B", "A"]);
    let seventh = AddLane { comparison: lanes.comparison.clone(), from, model: None, asks: false };
    lanes.app.workbench.lane_add(seventh).await.expect_err("six is the most");
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_is_kept_goes_on_by_itself_and_outlives_the_comparison() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Rome"]), &[]).await;
    lanes.share(0, OnMiss::Live).await;
    lanes.says("How is the weather?").await;
    for lane in &mut lanes.followed {
        lane.outcome().await;
    }
    let [first, second] = [0, 1].map(|lane| lanes.followed[lane].session.clone());
    let end = NamedLane { comparison: lanes.comparison.clone(), lane: second.clone() };
    lanes.app.workbench.comparison_end(end).await.expect("it ends");
    let overview = lanes.overview().await;
    assert!(overview.comparisons.is_empty());
    let mut listed: Vec<_> = overview.sessions.into_iter().map(|one| one.id).collect();
    listed.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    assert_eq!(listed, [first, second.clone()]);
    assert_eq!(overview.discarded.len(), 1, "the comparison is in the bin");

    let named = NamedSession { session: lanes.comparison.clone() };
    lanes.app.workbench.session_erase(named).await.expect("it is erased");
    lanes.followed[1].says("And now?").await;
    assert_eq!(lanes.overview().await.sessions.len(), 2);
}

#[tokio::test]
async fn a_comparison_goes_into_the_bin_and_is_erased_with_what_was_made_for_it() {
    let mut lanes = Lanes::new(&two(&["Oslo"], &["Xanadu"]), &[]).await;
    lanes.says("How is the weather?").await;
    for lane in &mut lanes.followed {
        lane.outcome().await;
    }
    let named = NamedSession { session: lanes.comparison.clone() };
    lanes.app.workbench.session_discard(named.clone()).await.expect("into the bin");
    let overview = lanes.overview().await;
    assert_eq!((overview.sessions.len(), overview.comparisons.len(), overview.discarded.len()), (1, 0, 1));
    lanes.app.workbench.session_restore(named.clone()).await.expect("and back");
    let overview = lanes.overview().await;
    assert_eq!((overview.sessions.len(), overview.comparisons.len(), overview.discarded.len()), (2, 1, 0));
    assert_eq!(overview.comparisons[0].lanes.len(), 2);

    lanes.app.workbench.session_discard(named.clone()).await.expect("into the bin");
    lanes.app.workbench.session_erase(named).await.expect("for good");
    let overview = lanes.overview().await;
    assert_eq!((overview.sessions.len(), overview.comparisons.len(), overview.discarded.len()), (1, 0, 0));
    assert_eq!(overview.sessions[0].id, lanes.followed[0].session, "what was there before stays");
    let home = Arc::clone(&lanes.app.home);
    lanes.app.workbench.close().await;
    drop(lanes);
    let kept = std::fs::read(home.path().join("sessions.db")).expect("the file");
    assert!(!kept.windows(6).any(|part| part == b"Xanadu"), "no word of the lane is left");
}
