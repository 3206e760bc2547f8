//! Whatever a model writes, a function answers.

use content::{CallArguments, CallId, CalledFunction, FunctionCall, JsonObject, Origin};
use conversations::conversation::registry;
use ports::{CallScope, Catalogue, FunctionError, Offered, OfferedNames, Resolution};
use proptest::prelude::*;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// Objects with the names the functions that ship know, and with values that are nearly right or not at all.
fn arguments() -> impl Strategy<Value = JsonObject> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[0-9:.+-]{0,12}".prop_map(Value::from),
        prop_oneof![
            Just("Oslo"),
            Just("2026-02-30"),
            Just("9999-12-31"),
            Just("-9999-01-01"),
            Just("UTC"),
            Just("kelvin")
        ]
        .prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("city"),
        Just("day"),
        Just("numbers"),
        Just("numberOne"),
        Just("numberTwo"),
        Just("time_zone"),
        Just("from"),
        Just("until"),
        Just("to"),
        Just("value"),
        Just("request"),
        Just("StartDate"),
        Just("EndDate"),
        Just("guests"),
        Just("name"),
        Just("age"),
        Just("nights"),
        Just("destination"),
        Just("first_night"),
        Just("limit"),
    ];
    let object = |inner| {
        proptest::collection::vec((key.clone(), inner), 0..6).prop_map(|members| {
            members
                .into_iter()
                .map(|(key, value): (&str, Value)| (key.to_owned(), value))
                .collect::<JsonObject>()
        })
    };
    let nested = leaf.prop_recursive(3, 24, 4, move |inner| {
        let list = proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from);
        let key = prop_oneof![Just("StartDate"), Just("EndDate"), Just("name"), Just("age")];
        let members = proptest::collection::vec((key, inner), 0..4);
        let object = members.prop_map(|members| {
            Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
        });
        prop_oneof![list, object]
    });
    object(nested)
}

proptest! {
    #[test]
    fn no_arguments_upset_a_function_or_break_it(arguments in arguments()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let scope = CallScope::unobserved(CancellationToken::new());
        let registry = registry();
        let offered: Vec<_> = registry.specs().iter().map(|spec| spec.name.clone()).collect();
        for name in &offered {
            let function = registry.function(name).expect("it is offered");
            let raw = Value::Object(arguments.clone()).to_string();
            let call = FunctionCall {
                id: CallId::new("call-1"),
                function: CalledFunction::Known { name: name.clone() },
                arguments: CallArguments::read(raw),
                origin: Origin::Model,
                provider_state: None,
            };
            let bound = match registry.resolve(&call, Offered { functions: &offered, names: &OfferedNames::default() }) {
                Resolution::Runnable { bound, .. } => bound.map(|bound| bound.arguments),
                Resolution::Refused { .. } => None,
            };
            for given in [Some(arguments.clone()), bound].into_iter().flatten() {
                let answer = runtime.block_on(function.invoke(&given, &scope));
                let is_broken = matches!(answer, Err(FunctionError::Broken { .. } | FunctionError::Cancelled));
                prop_assert!(!is_broken, "{name} broke with {given:?}: {answer:?}");
            }
        }
    }
}
