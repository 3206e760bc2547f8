//! Edit and continue with a model that checks its thinking: whatever a person does, the service never refuses a request.

use super::fate::Fate;
use super::stage::{FABLE, OPUS, Scenario, Step, calls, everything, model, participants, stops};
use content::{Item, Message, Outcome, Output};
use invocation::{Decision, Reach, RequestEdit, StopPlace, TurnOutcome, TurnPlan};
use ports::OnVoid;
use serde_json::json;
use sessions::History;
use support::app::Followed;
use support::binding::script::Said;
use workbench::contract::{AnswerDelivery, Reduction};

const WEATHER: &str = "What is the weather in Oslo?";
const SUM: &str = "Please add 3 and 17.";

/// Has the session with the settings a new session has, and expects an answer to every request.
async fn is_never_refused(scenario: Scenario) {
    settled_is_never_refused(scenario, |_| {}).await;
}

/// Whether answers are streamed makes no difference, and each way to treat void thinking holds.
async fn settled_is_never_refused(scenario: Scenario, settles: fn(&mut TurnPlan)) {
    let streamed = runs(scenario.clone(), settles).await;
    let whole = Scenario { delivery: AnswerDelivery::Whole, ..scenario.clone() };
    assert_eq!(runs(whole, settles).await, streamed);
    let way = |on_void: OnVoid| {
        move |plan: &mut TurnPlan| {
            settles(plan);
            plan.settings.on_void = Some(on_void);
        }
    };
    assert_eq!(runs(scenario.clone(), way(OnVoid::Drop)).await, streamed);
    let unread = |fate: &Fate| fate.causes.iter().any(|cause| cause.contains("can't read"));
    let left_out = runs(scenario.clone(), way(OnVoid::LeaveOut)).await;
    assert!(left_out.iter().all(|fate| fate.dropped.is_empty() || unread(fate)), "{left_out:?}");
    let without = runs(scenario, way(OnVoid::LeaveOutAll)).await;
    assert!(without.iter().all(|fate| fate.dropped.is_empty()), "{without:?}");
}

/// Gives what became of the thoughts in each request. The service does what was told before.
async fn runs(scenario: Scenario, settles: impl FnOnce(&mut TurnPlan)) -> Vec<Fate> {
    let (expected, steps) = (scenario.requests, scenario.steps.len());
    let ran = scenario.run(settles).await;
    ran.fates.iter().for_each(|fate| assert_eq!(fate.dropped, fate.reported, "{:?}", fate.causes));
    assert_eq!(ran.refusals(), [""; 0]);
    assert_eq!(ran.exchanges.len(), expected);
    assert!(!ran.outcomes.is_empty() && ran.outcomes.len() <= steps);
    let is_good =
        |outcome: &TurnOutcome| matches!(outcome, TurnOutcome::Answered | TurnOutcome::LimitReached { .. });
    assert!(ran.outcomes.iter().all(is_good), "{:?}", ran.outcomes);
    ran.fates
}

fn go_on(_: &Followed) -> Decision {
    Decision::Continue
}

fn colder(_: &Followed) -> Decision {
    let output = Output::Json { value: json!({ "temperature_c": -30 }) };
    Decision::WriteResult { outcome: Outcome::Returned { output } }
}

fn bergen(_: &Followed) -> Decision {
    Decision::EditArguments { raw: r#"{"city":"Bergen"}"#.to_owned() }
}

/// Every earlier result of the request is another one.
fn rewritten(session: &Followed) -> Vec<Message> {
    let history = History::of(&session.log);
    let mut messages = history.path_to(history.head());
    for item in messages.iter_mut().flat_map(|message| &mut message.items) {
        if let Item::FunctionResult { result } = item {
            let output = Output::Text { text: "It is raining.".to_owned() };
            result.outcome = Outcome::Returned { output };
        }
    }
    messages
}

fn rewrites_once(session: &Followed) -> Decision {
    let edit = RequestEdit { messages: Some(rewritten(session)), ..RequestEdit::default() };
    Decision::EditRequest { edit: Box::new(edit), reach: Reach::ThisRequest }
}

fn rewrites_for_good(session: &Followed) -> Decision {
    let edit = RequestEdit { messages: Some(rewritten(session)), ..RequestEdit::default() };
    Decision::EditRequest { edit: Box::new(edit), reach: Reach::RestOfTurn }
}

fn edited_at_a_stop() -> Scenario {
    let steps = vec![
        Step::Plans(|plan| stops(plan, StopPlace::AfterCall)),
        Step::Says(WEATHER, vec![colder, colder]),
        Step::Says(SUM, Vec::new()),
    ];
    Scenario::new(steps, 5)
}

fn switched() -> Scenario {
    let steps = vec![
        Step::Says(WEATHER, Vec::new()),
        Step::Plans(|plan| plan.model = model(OPUS)),
        Step::Says(SUM, Vec::new()),
        Step::Plans(|plan| plan.model = model(FABLE)),
        Step::Says(SUM, Vec::new()),
    ];
    Scenario::new(steps, 7)
}

fn in_a_lane(name: &'static str) -> Scenario {
    let steps = vec![Step::Says(WEATHER, Vec::new()), Step::OpensLane(name), Step::Says(SUM, Vec::new())];
    Scenario::new(steps, 5)
}

fn opened_again() -> Scenario {
    let steps = vec![Step::Says(WEATHER, Vec::new()), Step::Restarts, Step::Says(SUM, Vec::new())];
    Scenario::new(steps, 5)
}

fn repeated() -> Scenario {
    let steps = vec![Step::Says(WEATHER, Vec::new()), Step::Repeats, Step::Says(SUM, Vec::new())];
    Scenario::new(steps, 6)
}

#[tokio::test]
async fn what_only_appends_to_the_history_with_the_same_functions() {
    let scenarios =
        [edited_at_a_stop(), switched(), in_a_lane(FABLE), in_a_lane(OPUS), opened_again(), repeated()];
    for scenario in scenarios {
        settled_is_never_refused(scenario, everything).await;
    }
}

#[tokio::test]
async fn a_result_that_is_edited_where_the_turn_stops() {
    is_never_refused(edited_at_a_stop()).await;
}

#[tokio::test]
async fn earlier_results_that_are_edited_in_a_request() {
    for edits in [rewrites_once, rewrites_for_good] {
        let steps = vec![
            Step::Plans(|plan| stops(plan, StopPlace::BeforeRequest)),
            Step::Says(WEATHER, vec![go_on, go_on, edits]),
            Step::Says(SUM, Vec::new()),
        ];
        settled_is_never_refused(Scenario::new(steps, 5), everything).await;
    }
}

#[tokio::test]
async fn an_argument_that_is_edited_with_thinking_behind_its_call() {
    let steps = vec![
        Step::Plans(|plan| stops(plan, StopPlace::BeforeCall)),
        Step::Says(WEATHER, vec![bergen]),
        Step::Says(SUM, Vec::new()),
    ];
    let mut scenario = Scenario::new(steps, 4);
    let city = json!({ "city": "Oslo" });
    scenario.turns[0] = vec![
        vec![
            Said::Thinks("Both at once."),
            calls("get_forecast", city.clone()),
            Said::Between("And the alerts."),
            calls("get_alerts", city),
        ],
        vec![Said::Thinks("That is all."), Said::Says("Take a coat.")],
    ];
    settled_is_never_refused(scenario, everything).await;
}

#[tokio::test]
async fn functions_that_the_selection_changes() {
    let steps = vec![Step::Says(WEATHER, Vec::new()), Step::Says(SUM, Vec::new())];
    is_never_refused(Scenario::new(steps, 5)).await;
}

#[tokio::test]
async fn a_turn_that_reaches_its_last_round() {
    let steps = vec![Step::Plans(|plan| plan.limits.rounds = 2), Step::Says(WEATHER, Vec::new())];
    settled_is_never_refused(Scenario::new(steps, 2), everything).await;
}

#[tokio::test]
async fn a_model_that_is_switched_and_switched_back() {
    is_never_refused(switched()).await;
}

#[tokio::test]
async fn a_participant_who_hands_over_to_another() {
    let steps = vec![
        Step::Plans(participants),
        Step::Asks("Ada", WEATHER),
        Step::Asks("Bo", SUM),
        Step::Asks("Ada", SUM),
    ];
    settled_is_never_refused(Scenario::new(steps, 7), everything).await;
}

#[tokio::test]
async fn a_lane_that_goes_on_from_the_history() {
    is_never_refused(in_a_lane(FABLE)).await;
    is_never_refused(in_a_lane(OPUS)).await;
}

#[tokio::test]
async fn a_branch_that_repeats_the_history() {
    is_never_refused(repeated()).await;
}

#[tokio::test]
async fn a_branch_behind_an_edited_result() {
    let steps = vec![
        Step::Plans(|plan| stops(plan, StopPlace::BeforeRequest)),
        Step::Says(WEATHER, vec![go_on, go_on, rewrites_once]),
        Step::Repeats,
        Step::Says(SUM, Vec::new()),
    ];
    settled_is_never_refused(Scenario::new(steps, 6), everything).await;
}

#[tokio::test]
async fn a_history_that_is_made_shorter() {
    let steps = vec![
        Step::Says(WEATHER, Vec::new()),
        Step::Reduces(Reduction::Collapse { keep: 0 }),
        Step::Says(SUM, Vec::new()),
    ];
    is_never_refused(Scenario::new(steps, 4)).await;
}

#[tokio::test]
async fn a_session_that_is_opened_again() {
    is_never_refused(opened_again()).await;
}

#[tokio::test]
async fn a_session_that_is_opened_again_behind_an_edited_result() {
    let steps = vec![
        Step::Plans(|plan| stops(plan, StopPlace::BeforeRequest)),
        Step::Says(WEATHER, vec![go_on, go_on, rewrites_for_good]),
        Step::Restarts,
        Step::Says(SUM, Vec::new()),
    ];
    settled_is_never_refused(Scenario::new(steps, 5), everything).await;
}
