//! Filters around requests, calls and prompts, and rules about which calls may run.

use super::{BOSTON, FORECAST, OSLO, both, forecast, function};
use content::{DeclinedBy, JsonObject, ModelId, Origin, Outcome, Output};
use conversations::conversation::{Conversation, registry};
use conversations::told::Told;
use futures::future::{BoxFuture, ready};
use invocation::{
    ApprovalRule, Approvals, CallContext, Completer, Decision, Filter, FilterKind, FilterPlan, FilterVerdict,
    PauseReason, Permission, StopPlace, TurnEvent, TurnOutcome,
};
use ports::{Catalogue, FunctionError};
use serde_json::json;
use std::sync::{Arc, Mutex};

fn plan(name: &str, kind: FilterKind) -> FilterPlan {
    FilterPlan { name: name.to_owned(), function: None, kind, is_enabled: true }
}

fn filtered(conversation: Conversation, filters: Vec<FilterPlan>) -> Conversation {
    conversation.planned(|turn| turn.filters = filters)
}

fn text(text: &str) -> Output {
    Output::Text { text: text.to_owned() }
}

/// The way through the filters around calls: `+` in, `-` out.
fn way(told: &Told) -> Vec<String> {
    let passages = told.events().filter_map(|event| match event {
        TurnEvent::Filtered { passage } => match passage.around {
            invocation::Filtered::Call { .. } => Some(passage),
            invocation::Filtered::Request | invocation::Filtered::Prompt { .. } => None,
        },
        _ => None,
    });
    let sign = |side| if side == invocation::FilterSide::Entered { '+' } else { '-' };
    passages.map(|passage| format!("{}{}", sign(passage.side), passage.filter)).collect()
}

/// Remembers what it was shown.
struct Curious(Mutex<Vec<String>>);

impl Filter for Curious {
    fn name(&self) -> &str {
        "curious"
    }

    fn before_call<'a>(
        &'a self,
        context: &'a CallContext,
        arguments: &'a mut JsonObject,
    ) -> BoxFuture<'a, FilterVerdict<Outcome>> {
        let seen = format!(
            "{} {} of {} in round {}: {} {:?}, {} functions, {} messages, calls {}, streamed {}, cancelled {}",
            context.call.id,
            context.index,
            context.count,
            context.round,
            context.function.as_ref().map(ToString::to_string).unwrap_or_default(),
            arguments.get("city"),
            context.catalogue.specs().len(),
            context.history.len(),
            context.message.as_ref().map_or(0, |message| message.calls().count()),
            context.is_streamed,
            context.scope.cancel.is_cancelled(),
        );
        self.0.lock().expect("no test panicked here").push(seen);
        Box::pin(ready(FilterVerdict::GoOn))
    }
}

#[tokio::test]
async fn a_filter_sees_everything_about_a_call() {
    let filter = Arc::new(Curious(Mutex::default()));
    both().filter(Arc::<Curious>::clone(&filter)).run().await;
    let seen = filter.0.lock().expect("no test panicked here").clone();
    let functions = registry().specs().len();
    let rest = format!("{functions} functions, 2 messages, calls 2, streamed true, cancelled false");
    let expected = [("call-1 0", "Boston"), ("call-2 1", "Oslo")].map(|(place, city)| {
        format!("{place} of 2 in round 1: weather · get_forecast Some(String({city:?})), {rest}")
    });
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn filters_enter_in_order_and_leave_in_reverse() {
    let harmless =
        |name| plan(name, FilterKind::ReplaceInResult { find: "?".into(), replacement: "!".into() });
    let told = filtered(forecast(), vec![harmless("1"), harmless("2"), harmless("3")]).run().await;
    assert_eq!(way(&told), ["+1", "+2", "+3", "-3", "-2", "-1"]);
    told.assert_sound();
}

#[tokio::test]
async fn a_changed_argument_reaches_the_function_and_not_the_history() {
    let kind = FilterKind::ReplaceArgument { path: "/city".into(), value: json!("Oslo") };
    let told = filtered(forecast(), vec![plan("move", kind)]).run().await;
    assert_eq!(told.last_words(), "It is 3 degrees.");
    let call = told.messages().flat_map(content::Message::calls).next().expect("the call");
    assert_eq!(call.arguments.raw(), BOSTON);
}

#[tokio::test]
async fn a_replaced_result_is_what_the_model_sees() {
    let kind = FilterKind::ReplaceInResult { find: "Boston".into(), replacement: "[city]".into() };
    let told = filtered(forecast(), vec![plan("redact", kind)]).run().await;
    let result = told.result("call-1");
    assert_eq!(result.origin, Origin::Edited);
    assert!(serde_json::to_string(&result.outcome).expect("JSON").contains("[city]"));
    told.assert_sound();
}

fn redact(kind: fn(String, String) -> FilterKind) -> Vec<FilterPlan> {
    vec![plan("redact", kind("Boston".into(), "[city]".into()))]
}

#[tokio::test]
async fn words_in_an_error_are_replaced_as_those_in_a_result() {
    const AWAY: &str = "Ann of Boston is away";
    let conversation = |fails: fn() -> FunctionError| {
        let run = move |_: &JsonObject| Err(fails());
        Conversation::new()
            .user("Go.")
            .function(function("away", run))
            .model_calls("call-1", "test-away", "{}")
            .model_says("Sorry.")
    };
    let results = || redact(|find, replacement| FilterKind::ReplaceInResult { find, replacement });
    let fails = || {
        let kind = content::FailureKind::Reported;
        FunctionError::Report(content::Failure { kind, message: AWAY.to_owned() })
    };
    let told = filtered(conversation(fails), results()).run().await;
    assert_eq!(told.failure("call-1").message, "Ann of [city] is away");

    let breaks = || FunctionError::broken(&AWAY);
    let told = filtered(conversation(breaks), results()).run().await;
    match told.outcome() {
        Some(TurnOutcome::Failed { message, .. }) => assert_eq!(message.to_string(), "Ann of [city] is away"),
        other => panic!("a function that broke is at fault in any words: {other:?}"),
    }
}

#[tokio::test]
async fn nothing_that_goes_out_has_the_words_that_requests_are_not_to_have() {
    let conversation = Conversation::new()
        .user("How warm is Boston?")
        .model_calls_all(&[
            ("call-1", FORECAST, BOSTON),
            ("call-2", FORECAST, r#"{"city": "Boston", "day": 1"#),
        ])
        .model_calls("call-3", "Boston-now", r#"{"why": "{\"city\": \"\u0042oston\"}"}"#)
        .model_says("Done.");
    let requests = redact(|find, replacement| FilterKind::ReplaceInRequest { find, replacement });
    let told = filtered(conversation, requests).run().await;
    let sent: Vec<_> = told.requests.iter().map(|asked| json!(asked.request.messages).to_string()).collect();
    assert_eq!(sent.len(), 3);
    for messages in sent {
        assert!(!messages.contains("Boston") && !messages.contains("0042oston"), "{messages}");
    }
    assert!(json!(told.messages().collect::<Vec<_>>()).to_string().contains("Boston"), "the history stays");
    told.assert_sound();
}

#[tokio::test]
async fn a_function_that_throws_is_covered_by_the_result_a_filter_gives() {
    let kind = FilterKind::SubstituteOnFailure { output: text("nothing new") };
    let conversation = Conversation::new()
        .user("Go.")
        .function(function("broken", |_| Err(FunctionError::broken(&"it threw"))))
        .model_calls("call-1", "test-broken", "{}")
        .model_says("Fine.");
    let told = filtered(conversation, vec![plan("cover", kind)]).run().await;
    told.assert_result("call-1", Origin::Edited, &Outcome::Returned { output: text("nothing new") });
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
}

#[tokio::test]
async fn a_filter_that_ends_the_turn_lets_the_call_run_or_not_and_no_request_follows() {
    for (kind, started) in [(FilterKind::TerminateBefore, 0), (FilterKind::TerminateAfter, 1)] {
        let told = filtered(both(), vec![plan("end", kind)]).run().await;
        assert_eq!(told.outcome(), Some(&TurnOutcome::Terminated { filter: "end".into() }));
        let ran = matches!(told.result("call-1").outcome, Outcome::Returned { .. });
        assert_eq!((usize::from(ran), told.requests.len()), (started, 1));
        assert_eq!(told.failure("call-2").kind, content::FailureKind::NotRun);
        told.assert_sound();
    }
}

#[tokio::test]
async fn a_blocked_function_is_declined_and_others_are_not() {
    let kind = FilterKind::BlockFunction { reason: "closed today".into() };
    let blocked = FilterPlan { function: Some("clock.*".into()), ..plan("block", kind) };
    let told = filtered(
        Conversation::new()
            .user("Both.")
            .model_calls_all(&[("call-1", "clock-now", "{}"), ("call-2", FORECAST, OSLO)])
            .model_says("Done."),
        vec![blocked],
    )
    .run()
    .await;
    let by = DeclinedBy::Filter { name: "block".into() };
    let declined = Outcome::Declined { reason: "closed today".into(), by };
    told.assert_result("call-1", Origin::Application, &declined);
    assert_eq!(told.result("call-2").origin, Origin::Function);
}

#[tokio::test]
async fn a_request_is_changed_for_the_model_alone_or_answered_without_it() {
    let kind = FilterKind::ReplaceInRequest { find: "Boston".into(), replacement: "[city]".into() };
    let told = filtered(forecast(), vec![plan("redact", kind)]).run().await;
    assert_eq!(told.requests[0].request.messages[0].text(), "How warm is [city]?");
    assert_eq!(told.messages().next().map(content::Message::text).as_deref(), Some("How warm is Boston?"));
    let kind = FilterKind::AnswerRequest { text: "Closed.".into() };
    let told = filtered(Conversation::new().user("Hello?"), vec![plan("closed", kind)]).run().await;
    assert_eq!((told.requests.len(), told.last_words().as_str()), (0, "Closed."));
    told.assert_sound();
}

#[tokio::test]
async fn only_a_call_that_another_model_completes_has_a_prompt_to_filter() {
    let reword = FilterKind::ReplaceInPrompt { find: "Boston".into(), replacement: "Paris".into() };
    let told = filtered(forecast(), vec![plan("reword", reword.clone())]).run().await;
    assert_eq!(told.last_words(), "It is 12 degrees.");
    let handed = || {
        forecast()
            .model("script:helper")
            .model_says("mild")
            .stops(StopPlace::BeforeCall)
            .person(Decision::HandOver { to: Completer::Model { model: ModelId::new("script:helper") } })
    };
    let told = filtered(handed(), vec![plan("reword", reword)]).run().await;
    let asked = told.requests.iter().find(|one| one.model.as_str() == "script:helper").expect("it is asked");
    assert!(asked.request.messages.last().expect("a prompt").text().contains("Paris"));
    let answer = FilterKind::AnswerPrompt { output: text("storm") };
    let told = filtered(handed(), vec![plan("known", answer)]).run().await;
    assert!(told.requests.iter().all(|one| one.model.as_str() != "script:helper"));
    assert_eq!(told.result("call-1").outcome, Outcome::Returned { output: text("storm") });
}

fn rule(arguments: Option<&str>, permission: Permission) -> ApprovalRule {
    let arguments = arguments.map(|text| serde_json::from_str(text).expect("an object"));
    ApprovalRule { function: "weather.*".to_owned(), arguments, permission }
}

fn ruled(rules: Vec<ApprovalRule>) -> Conversation {
    both().planned(|plan| plan.approvals = Approvals { rules, otherwise: Permission::Always })
}

#[tokio::test]
async fn a_call_that_needs_approval_stops_the_turn_and_runs_when_it_is_given() {
    let told = ruled(vec![rule(None, Permission::Ask)])
        .person(Decision::Continue)
        .person(Decision::Decline { reason: "  ".to_owned() })
        .run()
        .await;
    let reasons: Vec<_> = told.pauses.iter().map(|pause| pause.reason).collect();
    assert_eq!(reasons, [PauseReason::Approval, PauseReason::Approval]);
    assert_eq!(told.started(), ["call-1"]);
    told.assert_result("call-2", Origin::Person, &Outcome::declined(""));
    told.assert_sound();
}

#[tokio::test]
async fn what_is_allowed_for_exact_arguments_is_asked_again_for_others() {
    let rules = vec![rule(None, Permission::Ask), rule(Some(BOSTON), Permission::Always)];
    let told = ruled(rules).person(Decision::Continue).run().await;
    let asked: Vec<_> = told.pauses.iter().filter_map(|pause| pause.place.call()).collect();
    assert_eq!(asked.iter().map(|call| call.as_str()).collect::<Vec<_>>(), ["call-2"]);
    let rules = vec![rule(None, Permission::Ask), rule(Some("{}"), Permission::Always)];
    let told = ruled(rules).person(Decision::Continue).person(Decision::Continue).run().await;
    assert_eq!(told.pauses.len(), 2);
}

#[tokio::test]
async fn a_forbidden_call_does_not_run_and_nobody_is_asked() {
    let told = ruled(vec![rule(Some(OSLO), Permission::Never)]).run().await;
    assert_eq!((told.pauses.len(), told.started()), (0, vec!["call-1"]));
    assert!(matches!(told.result("call-2").outcome, Outcome::Declined { .. }));
    told.assert_sound();
}
