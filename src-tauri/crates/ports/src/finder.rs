//! The function with which a model searches for other functions.
//!
//! Where a model searches, only this function and its findings are offered. The findings are read from its results, so
//! they survive a fork or a restart, and change when a person edits a result.

use crate::{Effect, FunctionSpec, NameStyle};
use content::{FunctionName, JsonObject, Message, Outcome, Output};
use serde::Deserialize;
use serde_json::json;

const PLUGIN: &str = "functions";
const FUNCTION: &str = "find";

/// The argument that describes the wanted function in words.
const QUERY: &str = "query";

/// The output of the search.
#[derive(Deserialize)]
struct Found {
    functions: Vec<FoundFunction>,
}

/// The name is the form the model must write. It also serves as the function's own name if `function` is absent, as in
/// edited results and those of earlier versions.
#[derive(Deserialize)]
struct FoundFunction {
    #[serde(default)]
    plugin: Option<String>,
    #[serde(default)]
    function: Option<String>,
    name: String,
}

pub fn name() -> FunctionName {
    FunctionName::new(PLUGIN, FUNCTION)
}

pub fn is_finder(name: &FunctionName) -> bool {
    name.function == FUNCTION && name.plugin.as_ref().is_some_and(|plugin| plugin.as_str() == PLUGIN)
}

pub fn spec() -> FunctionSpec {
    let description = "Finds functions that can be called. Most functions are not listed until they are found: \
                       search before you say that something can't be done. Those found can be called from the next \
                       step on.";
    let parameters = json!({
        "type": "object",
        "properties": { QUERY: { "type": "string", "description": "What the function is to do, in a few words." } },
        "required": [QUERY],
        "additionalProperties": false
    });
    FunctionSpec::plain(name(), description, parameters, Effect::ReadsOnly)
}

pub fn query(arguments: &JsonObject) -> &str {
    arguments.get(QUERY).and_then(serde_json::Value::as_str).unwrap_or_default()
}

pub fn output<'a>(found: impl Iterator<Item = &'a FunctionSpec>, style: &NameStyle) -> Output {
    let functions: Vec<_> = found
        .map(|spec| {
            let FunctionName { plugin, function } = &spec.name;
            let plugin = plugin.as_ref().map(|plugin| plugin.as_str());
            let name = style.write(&spec.name);
            json!({ "name": name, "plugin": plugin, "function": function, "description": spec.description })
        })
        .collect();
    Output::Json { value: json!({ "functions": functions }) }
}

/// The functions a search has found, in its order.
pub fn found(outcome: &Outcome) -> Vec<FunctionName> {
    let Outcome::Returned { output } = outcome else { return Vec::new() };
    let read = |part: &Output| match part {
        Output::Json { value } => Found::deserialize(value).ok(),
        Output::Text { text } => serde_json::from_str::<Found>(text).ok(),
        Output::Nothing | Output::Media { .. } | Output::Several { .. } => None,
    };
    let functions = output.parts().iter().filter_map(read).flat_map(|found| found.functions);
    functions
        .map(|FoundFunction { plugin, function, name }| {
            let function = function.unwrap_or(name);
            match plugin {
                Some(plugin) => FunctionName::new(&plugin, &function),
                None => FunctionName::without_plugin(&function),
            }
        })
        .collect()
}

/// The functions that all searches of a history have found, each once, in order of discovery.
pub fn found_in<'a>(messages: impl Iterator<Item = &'a Message>) -> Vec<FunctionName> {
    let results = messages.flat_map(Message::results);
    let searches = results.filter(|result| result.function.known().is_some_and(is_finder));
    let mut names: Vec<FunctionName> = Vec::new();
    for name in searches.flat_map(|result| found(&result.outcome)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{found, name, output, spec};
    use crate::{FunctionSpec, NameStyle};
    use content::{FunctionName, Outcome, Output};

    #[test]
    fn what_was_found_is_read_from_the_result() {
        let names = [FunctionName::new("weather", "get_forecast"), FunctionName::without_plugin("now")];
        let specs = names.clone().map(|name| FunctionSpec { name, ..spec() });
        let output = output(specs.iter(), &NameStyle::default());
        let Output::Json { value } = &output else { panic!("{output:?}") };
        assert_eq!(value["functions"][0]["name"], "weather-get_forecast", "as a model writes it");
        let edited = Outcome::Returned { output: Output::Text { text: value.to_string() } };
        assert_eq!(found(&Outcome::Returned { output }), names);
        assert_eq!(found(&edited), names);
    }

    #[test]
    fn a_result_with_the_parts_of_a_name_alone_is_read() {
        let text = r#"{"functions":[{"plugin":"weather","name":"get_forecast"},{"name":"now"}]}"#;
        let outcome = Outcome::Returned { output: Output::Text { text: text.to_owned() } };
        assert_eq!(
            found(&outcome),
            [FunctionName::new("weather", "get_forecast"), FunctionName::without_plugin("now")]
        );
    }

    #[test]
    fn a_result_of_another_form_finds_nothing() {
        for text in ["", "weather", r#"{"functions":"all"}"#] {
            let outcome = Outcome::Returned { output: Output::Text { text: text.to_owned() } };
            assert_eq!(found(&outcome), [], "{text}");
        }
        assert!(super::is_finder(&name()));
    }
}
