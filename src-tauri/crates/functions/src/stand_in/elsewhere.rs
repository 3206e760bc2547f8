//! The results another session has: a call that is made there as well has the same result here.

use super::because::Because;
use super::function::outcome_of;
use super::recordings::mismatch;
use super::{OnMiss, Recorded};
use content::{Failure, FailureKind, FunctionCall, FunctionName, JsonObject, Origin, Outcome, SessionId};
use futures::future::BoxFuture;
use ports::{CallScope, Function, FunctionError, FunctionSpec, Invoked};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use ts_rs::TS;

/// Whose results are used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ResultsOf {
    pub session: SessionId,
    /// What happens to a call that was not made there. A function that changes something, or may, does not run in any case.
    pub on_miss: OnMiss,
}

/// A call with what its model was told.
#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredCall {
    pub call: FunctionCall,
    pub outcome: Outcome,
}

/// What was answered so far, the oldest first.
pub type AnsweredCalls = Arc<Vec<AnsweredCall>>;

/// Knows what was answered in other sessions.
pub trait OtherSessions: Send + Sync {
    /// What is known of a session without asking anyone.
    fn answered(&self, session: &SessionId) -> AnsweredCalls;

    /// Waits until it is enough, or until that session has nothing under way that could bring more.
    fn until_enough<'a>(&'a self, session: &'a SessionId, is_enough: IsEnough<'a>) -> BoxFuture<'a, ()>;
}

/// Whether what was answered so far will do.
pub type IsEnough<'a> = &'a (dyn Fn(&[AnsweredCall]) -> bool + Send + Sync);

/// What a model is told of a call that would change something and was not made there.
const NO_RESULT: &str =
    "not run: there is no frozen result for this call, and the function may change something";

/// What one function gave to the same arguments in another session, or the function itself where it gave nothing. One
/// that changes something never runs: that its results are those of another session would be wrong.
pub(crate) struct ElsewhereFunction {
    pub(crate) live: Arc<dyn Function>,
    /// The results of this function there.
    pub(crate) results: Vec<Recorded>,
}

impl ElsewhereFunction {
    fn result(&self, arguments: &JsonObject) -> Option<&Outcome> {
        let found = self.results.iter().rev().find(|result| is_same(&result.arguments, arguments));
        found.map(|found| &found.outcome)
    }

    /// Whether the function would run and may change something. One that is only defined says so itself.
    fn would_change(&self) -> bool {
        self.live.spec().effect.may_change() && self.live.asks().is_none()
    }
}

impl Function for ElsewhereFunction {
    fn spec(&self) -> &FunctionSpec {
        self.live.spec()
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            match self.result(arguments) {
                Some(outcome) => outcome_of(outcome),
                None if self.would_change() => {
                    let (kind, message) = (FailureKind::NotRun, NO_RESULT.to_owned());
                    Err(FunctionError::Report(Failure { kind, message }))
                }
                None => self.live.invoke(arguments, scope).await,
            }
        })
    }

    fn origin(&self, arguments: &JsonObject) -> Origin {
        match self.result(arguments) {
            Some(_) => Origin::Recorded,
            None if self.would_change() => Origin::Application,
            None => self.live.origin(arguments),
        }
    }
}

/// Why the other session has no result for a call. `None` if it has one.
pub(crate) fn missing(
    function: &FunctionName,
    results: &[Recorded],
    arguments: &JsonObject,
) -> Option<Because> {
    if results.iter().any(|result| is_same(&result.arguments, arguments)) {
        return None;
    }
    Some(if results.is_empty() {
        Because::NotCalled { function: function.clone() }
    } else {
        mismatch(function, results, arguments)
    })
}

/// Whether arguments mean the same, whatever the order of their keys and the way their numbers are written.
pub(crate) fn is_same(one: &JsonObject, other: &JsonObject) -> bool {
    one.len() == other.len()
        && one.iter().all(|(key, value)| other.get(key).is_some_and(|same| is_same_value(value, same)))
}

fn is_same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => is_same(one, other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same_value(one, other))
        }
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Null | Value::Bool(_) | Value::String(_), _)
        | (Value::Object(_) | Value::Array(_) | Value::Number(_), _) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::{ElsewhereFunction, NO_RESULT, is_same, missing};
    use crate::Recorded;
    use content::{FunctionName, JsonObject, Origin, Outcome, Output};
    use futures::future::BoxFuture;
    use ports::{CallScope, Effect, Function, FunctionError, FunctionInput, FunctionSpec};
    use serde_json::{Value, from_value, json};
    use std::sync::Arc;
    use tokio_util::sync::CancellationToken;

    #[track_caller]
    fn check(one: Value, other: Value, expected: bool) {
        let [one, other] = [one, other].map(|value| from_value(value).expect("an object"));
        assert_eq!(is_same(&one, &other), expected, "{one:?} and {other:?}");
    }

    #[test]
    fn arguments_are_the_same_in_whatever_order_and_form_they_are_written() {
        check(json!({ "a": 1, "b": [2.0, { "c": 3 }] }), json!({ "b": [2, { "c": 3.0 }], "a": 1.0 }), true);
        check(json!({ "a": [1, 2] }), json!({ "a": [2, 1] }), false);
        check(json!({ "a": "1" }), json!({ "a": 1 }), false);
        check(json!({ "a": null }), json!({}), false);
    }

    /// Opens what should stay shut.
    struct Door(FunctionSpec);

    impl Function for Door {
        fn spec(&self) -> &FunctionSpec {
            &self.0
        }

        fn invoke<'a>(
            &'a self,
            _: &'a JsonObject,
            _: &'a CallScope,
        ) -> BoxFuture<'a, Result<Output, FunctionError>> {
            Box::pin(async { Ok(Output::Text { text: "open".to_owned() }) })
        }
    }

    #[tokio::test]
    async fn a_function_that_changes_something_runs_never_where_results_of_another_session_are_used() {
        let scope = CallScope::unobserved(CancellationToken::new());
        let told = async |effect, results: Vec<Recorded>| {
            let spec = FunctionSpec {
                name: FunctionName::new("door", "open"),
                description: String::new(),
                parameters: json!({}),
                effect,
                input: FunctionInput::default(),
                returns: None,
            };
            let function = ElsewhereFunction { live: Arc::new(Door(spec)), results };
            let arguments = JsonObject::new();
            (
                function.origin(&arguments),
                function.invoke(&arguments, &scope).await.map_err(|error| error.to_string()),
            )
        };
        let text = |text: &str| Ok(Output::Text { text: text.to_owned() });
        assert_eq!(told(Effect::ReadsOnly, Vec::new()).await, (Origin::Function, text("open")));
        let refused = Err(NO_RESULT.to_owned());
        assert_eq!(told(Effect::Changes, Vec::new()).await, (Origin::Application, refused.clone()));
        assert_eq!(told(Effect::Unknown, Vec::new()).await, (Origin::Application, refused));
        let outcome = Outcome::Returned { output: Output::Text { text: "shut".to_owned() } };
        let frozen = Recorded { arguments: JsonObject::new(), outcome };
        assert_eq!(told(Effect::Changes, vec![frozen]).await, (Origin::Recorded, text("shut")));
    }

    #[test]
    fn a_person_is_told_what_is_nearest_to_a_call_that_was_not_made_there() {
        let name = FunctionName::new("weather", "get_forecast");
        let arguments = |city: &str| from_value(json!({ "city": city })).expect("an object");
        let outcome = Outcome::Returned { output: Output::Nothing };
        let results = [Recorded { arguments: arguments("Oslo"), outcome }];
        assert_eq!(missing(&name, &results, &arguments("Oslo")), None);
        let text = missing(&name, &results, &arguments("Rome")).expect("it is missing").to_string();
        assert!(text.ends_with(r#"/city is "Rome" here and "Oslo" there."#), "{text}");
        let text = missing(&name, &[], &arguments("Rome")).expect("it is missing").to_string();
        assert!(text.ends_with("weather · get_forecast was not called there."), "{text}");
    }
}
