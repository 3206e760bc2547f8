//! A call as somebody else writes it.

use super::InjectionError;
use content::{CallArguments, CalledFunction, FunctionName};
use serde_json::Value;

/// Reads a call of OpenAI (chat or responses), Anthropic, Gemini or Semantic Kernel, or a bare name with arguments.
pub(super) fn read_call(
    text: &str,
    meant: &mut dyn FnMut(&str) -> Option<FunctionName>,
) -> Result<(CalledFunction, CallArguments), InjectionError> {
    let value: Value = serde_json::from_str(text).map_err(|source| InjectionError::NotJson { source })?;
    let inner = ["function", "functionCall", "function_call", "toolUse"].iter();
    let body = inner.filter_map(|name| value.get(name)).find(|body| body.is_object()).unwrap_or(&value);
    let name = first(body, &["name", "FunctionName", "functionName"]).and_then(Value::as_str);
    let name = name.filter(|name| !name.trim().is_empty()).ok_or(InjectionError::NoName)?;
    let plugin = first(body, &["PluginName", "pluginName", "plugin"]).and_then(Value::as_str);
    let arguments = first(body, &["arguments", "Arguments", "input", "args", "parameters"]);
    Ok((named(plugin, name, meant), arguments_of(arguments)))
}

fn first<'a>(body: &'a Value, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| body.get(name))
}

/// On most wires a plugin and its function are one name. What is not here is taken apart, so that both can be seen.
fn named(
    plugin: Option<&str>,
    name: &str,
    meant: &mut dyn FnMut(&str) -> Option<FunctionName>,
) -> CalledFunction {
    let joined = || name.split_once('.').or_else(|| name.split_once('-'));
    let name = match plugin {
        Some(plugin) => FunctionName::new(plugin, name),
        None => meant(name).unwrap_or_else(|| {
            match joined().filter(|(plugin, function)| !plugin.is_empty() && !function.is_empty()) {
                Some((plugin, function)) => FunctionName::new(plugin, function),
                None => FunctionName::without_plugin(name),
            }
        }),
    };
    CalledFunction::Known { name }
}

/// Arguments are an object, or the text of one.
fn arguments_of(arguments: Option<&Value>) -> CallArguments {
    match arguments {
        None => CallArguments::read(""),
        Some(Value::String(text)) => CallArguments::read(text.clone()),
        Some(value) => CallArguments::read(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::read_call;
    use content::{CalledFunction, FunctionName};

    #[track_caller]
    fn check(text: &str, name: &FunctionName) {
        let (function, arguments) = read_call(text, &mut |_| None).expect("a call");
        assert_eq!(function, CalledFunction::Known { name: name.clone() });
        assert_eq!(arguments.raw(), r#"{"city":"Oslo"}"#);
    }

    #[test]
    fn calls_are_read_as_providers_write_them() {
        let name = FunctionName::new("weather", "get_forecast");
        for text in [
            r#"{"id": "1", "type": "function", "function": {"name": "weather-get_forecast", "arguments": "{\"city\":\"Oslo\"}"}}"#,
            r#"{"type": "function_call", "name": "weather-get_forecast", "arguments": "{\"city\":\"Oslo\"}"}"#,
            r#"{"type": "tool_use", "id": "1", "name": "weather-get_forecast", "input": {"city": "Oslo"}}"#,
            r#"{"functionCall": {"name": "weather-get_forecast", "args": {"city": "Oslo"}}}"#,
            r#"{"$type": "FunctionCallContent", "PluginName": "weather", "FunctionName": "get_forecast", "Arguments": {"city": "Oslo"}}"#,
            r#"{"name": "weather.get_forecast", "arguments": {"city": "Oslo"}}"#,
        ] {
            check(text, &name);
        }
        check(r#"{"name": "now", "arguments": {"city": "Oslo"}}"#, &FunctionName::without_plugin("now"));
    }

    #[test]
    fn what_names_no_function_is_no_call() {
        for text in ["", "[]", "{}", r#"{"name": " "}"#] {
            assert!(read_call(text, &mut |_| None).is_err(), "{text}");
        }
    }
}
