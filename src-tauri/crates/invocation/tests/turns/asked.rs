//! Functions that ask the person something while they run.

use crate::Lasting;
use content::{CallId, JsonObject, Output};
use conversations::conversation::{Conversation, Told};
use conversations::made::spec;
use futures::future::BoxFuture;
use invocation::{Invocation, TurnEvent};
use ports::{CallScope, Function, FunctionError, FunctionSpec};
use std::sync::Arc;

const MINUTE: &str = r#"{"seconds": 60}"#;

/// A function that waits for the person as long as its arguments say.
struct Asking {
    spec: FunctionSpec,
    waits: Arc<Lasting>,
}

impl Asking {
    fn new() -> Arc<Self> {
        Arc::new(Self { spec: spec("asking"), waits: Lasting::new() })
    }
}

impl Function for Asking {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(
        &'a self,
        arguments: &'a JsonObject,
        scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        Box::pin(async move {
            scope.caller.person_asked();
            let waited = self.waits.invoke(arguments, scope).await;
            scope.caller.person_answered();
            let work = JsonObject::from_iter([("seconds".to_owned(), 2.into())]);
            self.waits.invoke(&work, scope).await?;
            waited
        })
    }
}

/// The calls run at once, in a turn that may work for five seconds.
async fn ran(calls: &[(&str, &str, &str)]) -> Told {
    let asking = Asking::new();
    let conversation = Conversation::new()
        .user("Book a room.")
        .model_calls_all(calls)
        .model_says("Done.")
        .function(Arc::<Lasting>::clone(&asking.waits))
        .function(asking)
        .planned(|plan| {
            plan.limits.seconds = Some(5);
            plan.policies.invocation = Invocation::Together;
        });
    conversation.run().await
}

fn waits(told: &Told) -> Vec<(&'static str, &CallId)> {
    let waits = told.events().filter_map(|event| match event {
        TurnEvent::CallStarted { call, .. } => Some(("started", call)),
        TurnEvent::PersonAsked { call } => Some(("asked", call)),
        TurnEvent::PersonAnswered { call } => Some(("answered", call)),
        TurnEvent::CallEnded { call, .. } => Some(("ended", call)),
        _ => None,
    });
    waits.collect()
}

fn is_time_up(told: &Told) -> bool {
    told.assert_sound();
    told.events().any(|event| matches!(event, TurnEvent::TimeUp))
}

#[tokio::test(start_paused = true)]
async fn the_person_may_take_longer_to_answer_a_function_than_the_turn_may_work() {
    let told = ran(&[("call-1", "test-asking", MINUTE)]).await;
    let call = CallId::new("call-1");
    assert_eq!(waits(&told), ["started", "asked", "answered", "ended"].map(|what| (what, &call)));
    assert!(!is_time_up(&told));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_works_while_another_asks_is_counted() {
    let told = ran(&[("call-1", "test-asking", MINUTE), ("call-2", "test-lasting", MINUTE)]).await;
    assert!(is_time_up(&told));
}

#[tokio::test(start_paused = true)]
async fn what_calls_work_before_and_after_the_answers_is_counted_together() {
    let check = async |function: &str, arguments: &str, expected: bool| {
        let told = ran(&[("call-1", "test-asking", MINUTE), ("call-2", function, arguments)]).await;
        assert_eq!(is_time_up(&told), expected, "{function} {arguments}");
    };
    check("test-asking", r#"{"seconds": 64}"#, false).await;
    check("test-lasting", r#"{"seconds": 2}"#, false).await;
    check("test-lasting", r#"{"seconds": 4}"#, true).await;
}
