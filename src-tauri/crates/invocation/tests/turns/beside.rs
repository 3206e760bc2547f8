//! Calls of one answer of which some need a person and others don't, and a budget that ends in their middle.

use super::{BOSTON, FORECAST, both};
use content::{CallId, FailureKind};
use conversations::conversation::Conversation;
use conversations::told::Told;
use invocation::{
    ApprovalRule, Approvals, AtCallLimit, BesideAsked, Breakpoint, Decision, HitRule, Invocation, Limit,
    Pause, Permission, StopPlace, TurnEvent,
};

/// Three calls, of which the one in the middle needs a person.
fn three(beside: BesideAsked, invocation: Invocation) -> Conversation {
    let rule =
        ApprovalRule { function: "weather.*".to_owned(), arguments: None, permission: Permission::Ask };
    Conversation::new()
        .user("Three, please.")
        .model_calls_all(&[
            ("call-1", "clock-now", "{}"),
            ("call-2", FORECAST, BOSTON),
            ("call-3", "clock-now", "{}"),
        ])
        .model_says("Done.")
        .planned(|plan| {
            plan.approvals = Approvals { rules: vec![rule], otherwise: Permission::Always };
            (plan.policies.beside_asked, plan.policies.invocation) = (beside, invocation);
        })
        .person(Decision::Continue)
}

/// What happened: `+` for a call that starts, `?` for a stop before one.
fn course(told: &Told) -> Vec<String> {
    let told = told.events().filter_map(|event| match event {
        TurnEvent::CallStarted { call, .. } => Some(format!("+{call}")),
        TurnEvent::Paused { pause, .. } => pause.place.call().map(|call| format!("?{call}")),
        _ => None,
    });
    told.collect()
}

async fn check(beside: BesideAsked, invocation: Invocation, expected: [&str; 4], unasked: &[&str]) {
    let told = three(beside, invocation).run().await;
    assert_eq!(course(&told), expected, "{beside:?} {invocation:?}");
    let ids: Vec<_> = unasked.iter().map(|call| CallId::new(*call)).collect();
    assert_eq!((&told.pauses[0].unasked, told.pauses[0].waiting.len()), (&ids, 0));
    let results: Vec<_> =
        told.messages().flat_map(content::Message::results).map(|result| result.call_id.as_str()).collect();
    assert_eq!(results, ["call-1", "call-2", "call-3"], "results keep the order of the calls");
    told.assert_sound();
}

#[tokio::test]
async fn calls_that_need_nobody_run_in_their_place_or_before_the_stop_or_after_it_as_it_is_set() {
    let (in_order, together) = (Invocation::InOrder, Invocation::Together);
    let middle = ["+call-1", "?call-2", "+call-2", "+call-3"];
    check(BesideAsked::InPlace, in_order, middle, &["call-3"]).await;
    let last = ["?call-2", "+call-1", "+call-2", "+call-3"];
    check(BesideAsked::Wait, in_order, last, &["call-1", "call-3"]).await;
    check(BesideAsked::Wait, together, last, &["call-1", "call-3"]).await;
    check(BesideAsked::InPlace, together, last, &["call-1", "call-3"]).await;
    let first = ["+call-1", "+call-3", "?call-2", "+call-2"];
    check(BesideAsked::First, in_order, first, &[]).await;
    check(BesideAsked::First, together, first, &[]).await;
}

#[tokio::test]
async fn a_stop_says_which_other_calls_wait_for_the_person() {
    let rule =
        ApprovalRule { function: "weather.*".to_owned(), arguments: None, permission: Permission::Ask };
    let told = both()
        .planned(|plan| plan.approvals = Approvals { rules: vec![rule], otherwise: Permission::Always })
        .person(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    let waiting: Vec<_> = told.pauses.iter().map(|pause| pause.waiting.clone()).collect();
    assert_eq!(waiting, [vec![CallId::new("call-2")], vec![]]);
}

/// Three calls of one function with a breakpoint before each, and those that wait at the first stop.
async fn waits_at_breakpoint(change: fn(&mut Breakpoint)) -> Vec<CallId> {
    let told = Conversation::new()
        .user("Three, please.")
        .model_calls_all(&["call-1", "call-2", "call-3"].map(|call| (call, FORECAST, BOSTON)))
        .model_says("Done.")
        .planned(|plan| {
            let mut point = Breakpoint::at("before", StopPlace::BeforeCall);
            change(&mut point);
            plan.breakpoints = vec![point];
        })
        .run()
        .await;
    let Pause { waiting, unasked, .. } = &told.pauses[0];
    assert_eq!(waiting.len() + unasked.len(), 2);
    waiting.clone()
}

#[tokio::test]
async fn calls_that_a_breakpoint_will_stop_are_not_said_to_run_unasked() {
    let ids = |calls: &[&str]| calls.iter().map(|call| CallId::new(*call)).collect::<Vec<_>>();
    assert_eq!(waits_at_breakpoint(|_| {}).await, ids(&["call-2", "call-3"]));
    assert_eq!(waits_at_breakpoint(|point| point.is_one_shot = true).await, ids(&[]));
    assert_eq!(waits_at_breakpoint(|point| point.hits = HitRule::Nth { count: 1 }).await, ids(&[]));
}

#[tokio::test]
async fn a_budget_of_calls_cuts_an_answer_or_lets_it_end_as_it_is_set() {
    let budget = |at: AtCallLimit| {
        both().planned(|plan| (plan.limits.calls, plan.policies.at_call_limit) = (Some(1), at))
    };
    let told = budget(AtCallLimit::Cut).run().await;
    assert_eq!(told.started(), ["call-1"]);
    assert_eq!(told.failure("call-2").kind, FailureKind::NotRun);
    let told = budget(AtCallLimit::Finish).run().await;
    assert_eq!(told.started(), ["call-1", "call-2"]);
    assert_eq!(told.offered().last().map(Vec::len), Some(0), "no call follows");
    assert!(told.events().any(|event| *event == TurnEvent::LimitHit { limit: Limit::Calls }));
    told.assert_sound();
}
