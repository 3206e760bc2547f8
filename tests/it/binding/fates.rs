//! Which thoughts are kept, which are dropped and which are left out.

use super::fate::Fate;
use super::stage::{Ran, Scenario, Step, calls, everything, stops};
use content::{FunctionName, Item, Message, MessageId, Role};
use invocation::{Decision, Reach, RequestEdit, StopPlace, TurnEvent, TurnOutcome, TurnPlan};
use ports::{OnVoid, Remedy};
use serde_json::{Value, json};
use sessions::{History, SessionEvent};
use support::app::Followed;
use support::binding::script::Said;
use workbench::contract::Note;
use workbench::english;

const WEATHER: &str = "What is the weather in Oslo?";
const SUM: &str = "Please add 3 and 17.";

/// How many thoughts are dropped and left out in each request, where the service does what was told before.
fn counts(ran: &Ran) -> Vec<(usize, usize)> {
    assert_eq!(ran.refusals(), [""; 0]);
    ran.fates.iter().for_each(|fate| assert_eq!(fate.dropped, fate.reported, "{:?}", fate.causes));
    ran.fates.iter().map(|fate| fate.counts()).collect()
}

/// How many thoughts each request has in it.
fn thoughts(ran: &Ran) -> Vec<usize> {
    let count = |body: &Value| body["messages"].to_string().matches(r#""type":"thinking""#).count();
    ran.exchanges.iter().map(|exchange| count(&exchange.body)).collect()
}

fn with(on_void: OnVoid) -> impl Fn(&mut TurnPlan) {
    move |plan| {
        everything(plan);
        plan.settings.on_void = Some(on_void);
    }
}

/// Offers other functions before each request, and always the one that is called.
fn rotates(session: &Followed) -> Decision {
    let mut names = Vec::new();
    let mut requests = 0;
    for entry in &session.log {
        let SessionEvent::Noted { note: Note::Turn { event, .. } } = &entry.event else { continue };
        match event {
            TurnEvent::Selected { selection } => names = selection.offered().cloned().collect(),
            TurnEvent::RequestSent { .. } => requests += 1,
            _ => {}
        }
    }
    let is_called = |name: &FunctionName| name.to_string().contains("forecast");
    let functions: Vec<FunctionName> = (0..)
        .zip(names)
        .filter(|(number, name)| is_called(name) || number % 3 == requests % 3)
        .map(|(_, name)| name)
        .collect();
    let edit = RequestEdit { functions: Some(functions), ..RequestEdit::default() };
    Decision::EditRequest { edit: Box::new(edit), reach: Reach::ThisRequest }
}

#[tokio::test]
async fn functions_that_change_before_every_request_keep_all_thinking() {
    let looks = |city| vec![Said::Thinks("Once more."), calls("get_forecast", json!({ "city": city }))];
    let mut rounds: Vec<_> = ["Oslo", "Boston", "Oslo", "Boston", "Oslo"].map(looks).into();
    rounds.push(vec![Said::Thinks("Enough."), Said::Says("Take a coat.")]);
    let steps = vec![
        Step::Plans(|plan| stops(plan, StopPlace::BeforeRequest)),
        Step::Says(WEATHER, vec![rotates as fn(&Followed) -> Decision; 6]),
    ];
    let mut scenario = Scenario::new(steps, 6);
    scenario.turns = vec![rounds];
    let ran = scenario.run(everything).await;
    assert_eq!(counts(&ran), [(0, 0); 6]);
    assert_eq!(thoughts(&ran), [0, 1, 2, 3, 4, 5]);
    let first = |body: &Value| -> Vec<Value> {
        let tools = body["tools"].as_array().into_iter().flatten();
        tools.filter(|tool| tool["defer_loading"] != true).cloned().collect()
    };
    let expected = first(&ran.exchanges[0].body);
    assert!(ran.exchanges.iter().all(|exchange| first(&exchange.body) == expected));
    let told = ran.exchanges.iter().map(|exchange| exchange.body.to_string().matches("tool_removal").count());
    assert_eq!(told.filter(|count| *count > 0).count(), 5, "functions came and went");
}

#[tokio::test]
async fn a_last_round_and_going_on_keep_all_thinking() {
    let steps = vec![
        Step::Plans(|plan| plan.limits.rounds = 2),
        Step::Says(WEATHER, Vec::new()),
        Step::Plans(|plan| plan.limits.rounds = 8),
        Step::GoesOn,
        Step::Says(SUM, Vec::new()),
    ];
    let ran = Scenario::new(steps, 0).run(everything).await;
    assert!(counts(&ran).iter().all(|count| *count == (0, 0)), "{:?}", ran.fates);
    assert!(thoughts(&ran).windows(2).all(|pair| pair[0] <= pair[1]));
}

#[tokio::test]
async fn a_function_that_is_described_otherwise_makes_all_thinking_void_and_is_named() {
    let steps = || {
        vec![
            Step::Says(WEATHER, Vec::new()),
            Step::Plans(|plan| plan.choice.calls.strict = Some(true)),
            Step::Says(SUM, Vec::new()),
        ]
    };
    let ran = Scenario::new(steps(), 5).run(everything).await;
    assert_eq!(counts(&ran), [(0, 0), (0, 0), (0, 0), (3, 0), (3, 0)]);
    let causes: Vec<_> = ran.fates[3].causes.iter().collect();
    let [cause] = causes[..] else { panic!("{causes:?}") };
    assert!(cause.starts_with("the functions are not those it was made from: "), "{cause}");
    let ran = Scenario::new(steps(), 5).run(with(OnVoid::LeaveOut)).await;
    assert_eq!(counts(&ran), [(0, 0), (0, 0), (0, 0), (0, 3), (0, 3)]);
    assert_eq!(thoughts(&ran), [0, 1, 2, 0, 1]);
}

/// The messages of the request with other words in its second thought.
fn tampers(session: &Followed) -> Decision {
    let history = History::of(&session.log);
    let mut messages: Vec<Message> = history.path_to(history.head());
    let thoughts = messages.iter_mut().flat_map(|message| &mut message.items);
    let mut thoughts = thoughts.filter(|item| matches!(item, Item::Reasoning { .. }));
    if let Some(Item::Reasoning { text, .. }) = thoughts.next() {
        *text = "Nobody thought this.".to_owned();
    }
    let edit = RequestEdit { messages: Some(messages), ..RequestEdit::default() };
    Decision::EditRequest { edit: Box::new(edit), reach: Reach::RestOfTurn }
}

fn go_on(_: &Followed) -> Decision {
    Decision::Continue
}

/// The first results that were there.
fn first_results(session: &Followed) -> MessageId {
    let mut added = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } if message.role == Role::Function => {
            Some(message.id.clone())
        }
        _ => None,
    });
    added.next().expect("results")
}

#[tokio::test]
async fn a_thought_with_other_words_is_never_sent() {
    let steps = vec![
        Step::Plans(|plan| stops(plan, StopPlace::BeforeRequest)),
        Step::Says(WEATHER, vec![go_on, go_on, tampers]),
        Step::Says(SUM, Vec::new()),
    ];
    for settles in [None, Some(OnVoid::Drop), Some(OnVoid::LeaveOut)] {
        let settled = |plan: &mut TurnPlan| {
            everything(plan);
            plan.settings.on_void = settles;
        };
        let ran = Scenario::new(steps.clone(), 5).run(settled).await;
        // It is the first one: those behind it stand.
        assert_eq!(counts(&ran), [(0, 0), (0, 0), (0, 1), (0, 1), (0, 1)], "{settles:?}");
        assert_eq!(ran.stops, ran.fates.iter().map(Fate::unsent).collect::<Vec<_>>(), "told at each stop");
        let sent = ran.exchanges.iter().any(|exchange| exchange.body.to_string().contains("Nobody thought"));
        assert!(!sent);
    }
}

#[tokio::test]
async fn a_branch_from_before_a_change_keeps_all_thinking() {
    let steps = vec![
        Step::Plans(|plan| stops(plan, StopPlace::BeforeRequest)),
        Step::Says(WEATHER, vec![go_on, go_on, tampers]),
        Step::Plans(|plan| plan.breakpoints.clear()),
        Step::GoesBack(first_results),
        Step::Says(SUM, Vec::new()),
    ];
    let ran = Scenario::new(steps, 0).run(everything).await;
    let counts = counts(&ran);
    assert_eq!(counts[2], (0, 1));
    assert!(counts[3..].iter().all(|count| *count == (0, 0)), "{:?}", ran.fates);
}

#[tokio::test]
async fn who_wants_void_thinking_dropped_has_it_dropped_from_then_on() {
    let steps = vec![
        Step::Says(WEATHER, Vec::new()),
        Step::Restarts,
        Step::Says(SUM, Vec::new()),
        Step::OpensLane(super::stage::FABLE),
        Step::Says(SUM, Vec::new()),
    ];
    let ran = Scenario::new(steps, 0).run(with(OnVoid::Drop)).await;
    assert!(counts(&ran).iter().all(|count| *count == (0, 0)));
    let drops = |body: &Value| body["thinking"]["block_binding"]["prefix_mismatch_behavior"] == "drop_block";
    let asked: Vec<_> = ran.exchanges.iter().map(|exchange| drops(&exchange.body)).collect();
    let expected: Vec<_> = thoughts(&ran).iter().map(|count| *count > 0).collect();
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn thinking_that_nobody_foresaw_to_be_void_is_left_out_where_a_person_wants_it() {
    let steps = vec![
        Step::Says(WEATHER, Vec::new()),
        Step::ServiceForgets,
        Step::Says(SUM, Vec::new()),
        Step::Plans(|plan| plan.settings.on_void = Some(OnVoid::LeaveOutAll)),
        Step::Repeats,
    ];
    let ran = Scenario::new(steps, 0).run(everything).await;
    assert_eq!(ran.refusals(), ["messages.1.content.0: Invalid `signature` in `thinking` block"]);
    let [first, TurnOutcome::Failed { advice, remedies, .. }, last] = &ran.outcomes[..] else {
        panic!("{:?}", ran.outcomes)
    };
    assert_eq!((first, last), (&TurnOutcome::Answered, &TurnOutcome::Answered));
    let advice = advice.as_ref().map(english);
    assert_eq!(advice.as_deref(), Some("Leave all thinking out of the requests of this session."));
    assert_eq!(*remedies, [Remedy::OnVoid { on_void: OnVoid::LeaveOutAll }]);
}

#[tokio::test]
async fn a_failed_request_is_sent_again_with_the_settings_of_the_session() {
    let steps = vec![
        Step::Says(WEATHER, Vec::new()),
        Step::ServiceForgets,
        Step::Plans(|plan| stops(plan, StopPlace::OnError)),
        Step::PlansAtStop(|plan| plan.settings.on_void = Some(OnVoid::LeaveOutAll)),
        Step::Says(SUM, vec![go_on]),
    ];
    let ran = Scenario::new(steps, 0).run(everything).await;
    assert_eq!(ran.refusals(), ["messages.1.content.0: Invalid `signature` in `thinking` block"]);
    assert_eq!(ran.outcomes, [TurnOutcome::Answered, TurnOutcome::Answered]);
    assert_eq!(thoughts(&ran), [0, 1, 2, 3, 0, 0]);
}
