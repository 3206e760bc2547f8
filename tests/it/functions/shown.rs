//! The turn a small model is shown in its first session is one that could have been.

use content::{CallArguments, FunctionName, Item, Outcome, Output};
use serde_json::Value;
use support::app::TestApp;
use workbench::contract::RunFunction;

const SHOWN: &str = include_str!("../../../ui/src/sessions/shown.json");

fn items() -> Vec<Item> {
    let shown: Value = serde_json::from_str(SHOWN).expect("JSON");
    let items = shown.pointer("/messages").and_then(Value::as_array).expect("messages").iter();
    let items = items.flat_map(|message| message.get("items").and_then(Value::as_array).expect("items"));
    items.map(|item| serde_json::from_value(item.clone()).expect("an item")).collect()
}

async fn run(app: &TestApp, function: FunctionName, arguments: String) -> Option<Outcome> {
    let run = "run-1".to_owned();
    let args = RunFunction { run, function, arguments, session: None, is_recorded: false, is_allowed: false };
    app.workbench.function_run(args).await.expect("it runs").outcome
}

#[tokio::test]
async fn each_call_has_the_result_the_function_returns() {
    let app = TestApp::new();
    let items = items();
    let results: Vec<_> = items.iter().filter_map(Item::result).collect();
    let calls: Vec<_> = items.iter().filter_map(Item::call).collect();
    assert_eq!((calls.len(), results.len()), (2, 2));
    for (call, result) in calls.into_iter().zip(results) {
        assert_eq!(call.id, result.call_id);
        let name = call.function.known().expect("a function that is known").clone();
        let CallArguments::Parsed { raw, .. } = &call.arguments else { panic!("{call:?}") };
        let returned = run(&app, name, raw.clone()).await;
        let number = |outcome: &Outcome| match outcome {
            Outcome::Returned { output: Output::Json { value } } => {
                let rain = value.get("rain_mm").and_then(Value::as_f64);
                let mut value = value.clone();
                value["rain_mm"] = rain.into();
                value
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(returned.as_ref().map(number), Some(number(&result.outcome)));
    }
}
