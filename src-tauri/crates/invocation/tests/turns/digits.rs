//! Whole numbers beyond 64 bits, on their way to a function.

use super::spec;
use content::{JsonObject, Output};
use conversations::conversation::Conversation;
use conversations::told::Told;
use futures::future::{BoxFuture, ready};
use invocation::{Decision, FilterKind, FilterPlan, StopPlace, TurnEvent};
use ports::{ArgumentChange, CallScope, ChangeKind, Function, FunctionError, FunctionSpec, Resolution};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const WEI: &str = r#"{"to":["ab",{"wei":1000000000000000000001}]}"#;

/// Writes down its arguments as they would be sent on.
struct Sending {
    spec: FunctionSpec,
    keeps: bool,
    sent: Mutex<Vec<String>>,
}

impl Sending {
    fn new(keeps: bool) -> Arc<Self> {
        Self::taking(json!({ "type": "object" }), keeps)
    }

    fn taking(parameters: Value, keeps: bool) -> Arc<Self> {
        let spec = FunctionSpec { parameters, ..spec("send") };
        Arc::new(Self { spec, keeps, sent: Mutex::default() })
    }

    fn sent(&self) -> Vec<String> {
        self.sent.lock().expect("it is whole").clone()
    }
}

impl Function for Sending {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(
        &'a self,
        arguments: &'a JsonObject,
        scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        let sent = serde_json::to_string(&scope.digits.object(arguments)).expect("JSON");
        self.sent.lock().expect("it is whole").push(sent);
        Box::pin(ready(Ok(Output::Nothing)))
    }

    fn keeps_digits(&self, _number: &str) -> bool {
        self.keeps
    }
}

fn sending(function: &Arc<Sending>) -> Conversation {
    Conversation::new()
        .user("Send it.")
        .function(Arc::<Sending>::clone(function))
        .model_calls("call-1", "test-send", WEI)
        .model_says("Done.")
}

/// What is told of the arguments of the calls.
fn changes(told: &Told) -> Vec<ArgumentChange> {
    let resolved = told.events().filter_map(|event| match event {
        TurnEvent::CallsResolved { calls } => Some(calls.iter()),
        _ => None,
    });
    let changes = resolved.flatten().filter_map(|call| match &call.resolution {
        Resolution::Runnable { bound, .. } => bound.as_ref().map(|bound| bound.changes.clone()),
        Resolution::Refused { .. } => None,
    });
    changes.flatten().collect()
}

#[tokio::test]
async fn all_digits_of_a_number_reach_a_function_that_keeps_them_and_nothing_is_told() {
    let function = Sending::new(true);
    let told = sending(&function).run().await;
    assert_eq!((function.sent(), changes(&told)), (vec![WEI.to_owned()], vec![]));
}

#[tokio::test]
async fn a_function_that_can_not_keep_the_digits_is_told_of_at_their_place() {
    let told = sending(&Sending::new(false)).run().await;
    let change = ArgumentChange {
        path: "/to/1/wei".to_owned(),
        kind: ChangeKind::Converted,
        before: Some("1000000000000000000001".into()),
        after: Some(json!(1e21)),
    };
    assert_eq!(changes(&told), [change]);
}

#[tokio::test]
async fn a_number_that_becomes_a_text_has_all_its_digits_in_there() {
    let wei = json!({ "type": "object", "properties": { "wei": { "type": "string" } } });
    let to = json!({ "type": "array", "prefixItems": [{}, wei] });
    let function = Sending::taking(json!({ "type": "object", "properties": { "to": to } }), false);
    let told = sending(&function).run().await;
    let change = ArgumentChange {
        path: "/to/1/wei".to_owned(),
        kind: ChangeKind::Converted,
        before: Some(json!(1e21)),
        after: Some("1000000000000000000001".into()),
    };
    let sent = r#"{"to":["ab",{"wei":"1000000000000000000001"}]}"#;
    assert_eq!((function.sent(), changes(&told)), (vec![sent.to_owned()], vec![change]));
}

#[tokio::test]
async fn a_filter_that_changes_another_argument_leaves_the_digits() {
    let function = Sending::new(true);
    let kind = FilterKind::ReplaceArgument { path: "/to/0".to_owned(), value: "cd".into() };
    let filter = FilterPlan { name: "replace".to_owned(), function: None, kind, is_enabled: true };
    sending(&function).planned(|plan| plan.filters = vec![filter]).run().await;
    assert_eq!(function.sent(), [WEI.replace("ab", "cd")]);
}

#[tokio::test]
async fn the_digits_a_person_writes_take_the_place_of_those_of_the_model() {
    let function = Sending::new(true);
    let arguments = WEI.replace("01}", "02}");
    let edit = Decision::EditArguments { raw: arguments.clone() };
    sending(&function).stops(StopPlace::BeforeCall).person(edit).run().await;
    assert_eq!(function.sent(), [arguments]);
}
