//! A call and its result, from the model's words to the function and back.

use content::{CalledFunction, FunctionName, Outcome, Output};
use serde_json::json;
use support::conversation::with_real_parts;

#[tokio::test]
async fn s02_a_call_runs_the_function_it_names_with_its_arguments_and_the_result_answers_to_it() {
    let told = with_real_parts()
        .user("What is 19 plus 23?")
        .model_calls("call-1", "arithmetic-add_numbers", r#"{"numberOne": 19, "numberTwo": 23}"#)
        .model_says("42.")
        .run()
        .await;
    let result = told.result("call-1");
    let name = FunctionName::new("arithmetic", "add_numbers");
    assert_eq!(result.function, CalledFunction::Known { name });
    assert_eq!(result.outcome, Outcome::Returned { output: Output::Json { value: json!(42) } });
}
