//! What a turn finds when it looks anew: functions that came or went, calls that were answered elsewhere.

use super::{BOSTON, FORECAST, OSLO, function};
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item,
    JsonObject, Message, MessageId, ModelId, Origin, Outcome, Output, Role,
};
use conversations::conversation::{Conversation, MODEL, registry};
use functions::Registry;
use futures::future::{BoxFuture, ready};
use invocation::{Filter, FilterVerdict, RequestContext};
use ports::{Catalogue, Function, FunctionSpec, NameStyle, Offered, Resolution};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Functions of which one is there or not, as another one says.
struct Changing {
    with: Registry,
    without: Registry,
    is_there: Arc<AtomicBool>,
}

impl Changing {
    fn new(is_there: &Arc<AtomicBool>) -> Arc<Self> {
        let flag = Arc::clone(is_there);
        let turn = function("turn", move |_| {
            flag.fetch_xor(true, Ordering::SeqCst);
            Ok(Output::Nothing)
        });
        let (mut with, mut without) = (registry(), registry());
        with.add_function(Arc::clone(&turn)).expect("the function is usable");
        without.add_function(turn).expect("the function is usable");
        let extra = function("extra", |_| Ok(Output::Nothing));
        with.add_function(extra).expect("the function is usable");
        Arc::new(Self { with, without, is_there: Arc::clone(is_there) })
    }

    fn now(&self) -> &Registry {
        if self.is_there.load(Ordering::SeqCst) { &self.with } else { &self.without }
    }
}

impl Catalogue for Changing {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.now().specs()
    }

    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution {
        self.now().resolve(call, offered)
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        self.now().function(name)
    }

    fn name_style(&self) -> NameStyle {
        self.now().name_style()
    }
}

#[tokio::test]
async fn a_function_that_comes_or_goes_while_a_turn_runs_is_offered_or_not_from_the_next_request_on() {
    for begins_there in [false, true] {
        let is_there = Arc::new(AtomicBool::new(begins_there));
        let told = Conversation::new()
            .user("Turn it.")
            .catalogue(Changing::new(&is_there))
            .model_calls("call-1", "test-turn", "{}")
            .model_calls("call-2", "test-turn", r#"{"back": true}"#)
            .model_says("Done.")
            .run()
            .await;
        let offered: Vec<_> =
            told.offered().iter().map(|names| names.contains(&"test · extra".to_owned())).collect();
        assert_eq!(offered, [begins_there, !begins_there, begins_there]);
        told.assert_sound();
    }
}

#[tokio::test]
async fn what_the_model_says_between_its_calls_is_kept() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_says_and_calls("Let me look.", &[("call-1", FORECAST, BOSTON)])
        .model_says("It is {{call-1/temperature_c}} degrees.")
        .run()
        .await;
    let said: Vec<_> = told.messages().map(Message::text).filter(|text| !text.is_empty()).collect();
    assert_eq!(said, ["How warm is Boston?", "Let me look.", "It is 12 degrees."]);
}

/// A provider that has run a call itself and brings its result along.
struct ServerSide;

impl Filter for ServerSide {
    fn name(&self) -> &str {
        "server"
    }

    fn after_response<'a>(
        &'a self,
        _context: &'a RequestContext,
        items: &'a mut Vec<Item>,
    ) -> BoxFuture<'a, FilterVerdict<()>> {
        let first = items.iter().find_map(Item::call).map(result);
        items.extend(first.map(|result| Item::FunctionResult { result }));
        Box::pin(ready(FilterVerdict::GoOn))
    }
}

fn result(call: &FunctionCall) -> FunctionResult {
    FunctionResult {
        call_id: call.id.clone(),
        function: call.function.clone(),
        outcome: Outcome::Returned { output: Output::Text { text: "known".to_owned() } },
        origin: Origin::Model,
    }
}

#[tokio::test]
async fn a_call_whose_result_the_provider_brings_along_is_not_run_here() {
    let told = Conversation::new()
        .user("Both, please.")
        .filter(Arc::new(ServerSide))
        .model_calls_all(&[("call-1", FORECAST, BOSTON), ("call-2", FORECAST, OSLO)])
        .model_says("Done.")
        .run()
        .await;
    assert_eq!(told.started(), ["call-2"]);
    assert_eq!(told.result("call-1").origin, Origin::Model);
    told.assert_sound();
}

fn message(id: &str, parent: Option<&str>, role: Role, author: Author, items: Vec<Item>) -> Message {
    let parent = parent.map(MessageId::new);
    Message { id: MessageId::new(id), parent, role, items, author, origin: Origin::Person }
}

#[tokio::test]
async fn an_approved_call_that_has_its_result_is_not_run_again_when_the_history_goes_on() {
    let call = |id: &str| FunctionCall {
        id: CallId::new(id),
        function: CalledFunction::Known { name: FunctionName::new("weather", "get_forecast") },
        arguments: CallArguments::Parsed { raw: BOSTON.to_owned(), value: boston() },
        origin: Origin::Model,
        provider_state: None,
    };
    let items = ["call-1", "call-2"].map(|id| Item::FunctionCall { call: call(id) });
    let model = Author::Model { model: ModelId::new(MODEL) };
    let asked = vec![Item::Text { text: "Both?".to_owned() }];
    let history = vec![
        message("m1", None, Role::User, Author::Person, asked),
        message("m2", Some("m1"), Role::Assistant, model, items.to_vec()),
    ];
    let told = Conversation::new()
        .after(history, vec![result(&call("call-1"))])
        .model_says("Never said first.")
        .model_says("Done.")
        .run()
        .await;
    assert_eq!(told.started(), ["call-2"]);
    assert_eq!(told.result("call-1").outcome, result(&call("call-1")).outcome);
    told.assert_sound();
}

fn boston() -> JsonObject {
    serde_json::from_str(BOSTON).expect("an object")
}
