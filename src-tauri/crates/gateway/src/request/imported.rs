//! The settings of a request that was imported, for the next turn of its session.

use super::asked::{self, Asked, Field};
use crate::Protocol;
use content::{FunctionName, JsonObject};
use formats::Format;
use ports::{CallOptions, FunctionChoice, RequestSettings};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Letters of a value that a person is shown.
const MAX_SHOWN_LETTERS: usize = 80;

/// The setting that says whether the model calls, and which functions.
const CHOICE: &str = "tool_choice";

/// What a request asks of its model beside messages and functions.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedSettings {
    pub settings: RequestSettings,
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    /// The members that were understood.
    pub understood: Vec<TakenSetting>,
    /// The names of all other members.
    pub left: Vec<String>,
}

/// A setting of a request that holds for the next turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TakenSetting {
    /// As the protocol writes it: `reasoning.effort`.
    pub name: String,
    /// Its value as JSON, cut where it is long.
    pub value: String,
}

impl ImportedSettings {
    /// Reads what stands beside the messages of a request. Other documents have no settings. A choice of functions of
    /// which one has no name here is left.
    pub fn read(
        format: Format,
        members: &JsonObject,
        name: impl FnMut(&FunctionName) -> Option<FunctionName>,
    ) -> Option<Self> {
        let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.format() == format)?;
        let asked = asked::read(protocol, members);
        let whole = Value::Object(members.clone());
        let paths = paths(protocol, members, &asked);
        let Asked { mut settings, choice, calls } = asked;
        settings.streaming = members.get("stream").and_then(Value::as_bool).filter(|streams| !streams);
        let choice = renamed(choice, name);
        let (mut rest, mut understood) = (whole.clone(), Vec::new());
        for (setting, path) in paths {
            let is_left = setting == CHOICE && choice.is_none();
            let taken = if is_left { None } else { take(&mut rest, &path) };
            understood.extend(taken.map(|value| TakenSetting { name: path.join("."), value: short(&value) }));
        }
        let left = left(&rest, &whole);
        Some(Self { settings, choice: choice.unwrap_or_default(), calls, understood, left })
    }
}

/// The choice with other names, if each function has one.
fn renamed(
    choice: FunctionChoice,
    mut name: impl FnMut(&FunctionName) -> Option<FunctionName>,
) -> Option<FunctionChoice> {
    Some(match choice {
        FunctionChoice::Function { name: named } => FunctionChoice::Function { name: name(&named)? },
        FunctionChoice::Allowed { functions, required } => {
            let functions = functions.iter().map(name).collect::<Option<_>>()?;
            FunctionChoice::Allowed { functions, required }
        }
        choice @ (FunctionChoice::Auto | FunctionChoice::Required | FunctionChoice::None) => choice,
    })
}

/// The members that settings were read from, each with its setting.
fn paths(protocol: Protocol, members: &JsonObject, asked: &Asked) -> Vec<(&'static str, Vec<&'static str>)> {
    let text = Value::Object(members.clone()).to_string();
    let fields = asked::fields(protocol, &text, asked).into_iter();
    let read = fields.filter(|Field { name, path, value }| {
        value.is_some() || (*name == CHOICE && is_automatic(at(members, path)))
    });
    read.map(|field| (field.name, field.path)).chain([("stream", vec!["stream"])]).collect()
}

/// Whether a choice is the usual one, which is written as none at all.
fn is_automatic(choice: Option<&Value>) -> bool {
    let word = choice.and_then(|choice| choice.as_str().or_else(|| choice.get("type")?.as_str()));
    word.is_some_and(|word| word.eq_ignore_ascii_case("auto"))
}

fn at<'a>(members: &'a JsonObject, path: &[&str]) -> Option<&'a Value> {
    let (first, inner) = path.split_first()?;
    inner.iter().try_fold(members.get(*first)?, |value, name| value.get(name))
}

/// Takes a member out. What is then empty goes with it.
fn take(object: &mut Value, path: &[&str]) -> Option<Value> {
    let (first, inner) = path.split_first()?;
    let members = object.as_object_mut()?;
    if inner.is_empty() {
        return members.shift_remove(*first);
    }
    let member = members.get_mut(*first)?;
    let taken = take(member, inner);
    if member.as_object().is_some_and(JsonObject::is_empty) {
        members.shift_remove(*first);
    }
    taken
}

/// The names of what is left of an object. Of a member that was taken in part, the names within.
fn left(rest: &Value, whole: &Value) -> Vec<String> {
    let members = rest.as_object().into_iter().flatten();
    let names = members.flat_map(|(name, value)| match whole.get(name) {
        Some(before) if before != value => {
            left(value, before).into_iter().map(|inner| format!("{name}.{inner}")).collect()
        }
        Some(_) | None => vec![name.clone()],
    });
    names.collect()
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAX_SHOWN_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{ImportedSettings, TakenSetting};
    use content::{FunctionName, JsonObject};
    use formats::Format;
    use ports::{CallOptions, Effort, FunctionChoice, RequestSettings, ResponseFormat, Thinking};
    use serde_json::{Value, json};

    fn read(format: Format, members: Value) -> ImportedSettings {
        let members: JsonObject = members.as_object().cloned().unwrap_or_default();
        ImportedSettings::read(format, &members, |_| None).expect("a request")
    }

    /// The names of what was understood, and of what was not.
    #[track_caller]
    fn check(format: Format, members: Value, understood: &[&str], left: &[&str]) -> ImportedSettings {
        let read = read(format, members);
        let names: Vec<_> = read.understood.iter().map(|setting| setting.name.as_str()).collect();
        let others: Vec<_> = read.left.iter().map(String::as_str).collect();
        assert_eq!((names.as_slice(), others.as_slice()), (understood, left));
        read
    }

    #[test]
    fn chat_completions_give_their_settings_and_say_what_is_left() {
        let members = json!({
            "temperature": 0.2, "top_p": 0.9, "max_tokens": 100, "tool_choice": "required", "user": "me",
            "response_format": { "type": "json_object" }, "reasoning_effort": "low", "stream": false
        });
        let names = [
            "temperature",
            "top_p",
            "max_tokens",
            "response_format",
            "reasoning_effort",
            "tool_choice",
            "stream",
        ];
        let read = check(Format::OpenAiChat, members, &names, &["user"]);
        let settings = RequestSettings {
            temperature: Some(0.2),
            top_p: Some(0.9),
            max_output_tokens: Some(100),
            response_format: Some(ResponseFormat::Json),
            thinking: Thinking { effort: Some(Effort::Low), ..Thinking::default() },
            streaming: Some(false),
            ..RequestSettings::default()
        };
        assert_eq!((read.settings, read.choice), (settings, FunctionChoice::Required));
        let value = TakenSetting { name: "temperature".to_owned(), value: "0.2".to_owned() };
        assert_eq!(read.understood.first(), Some(&value));
    }

    #[test]
    fn members_within_members_are_taken_one_by_one() {
        let members = json!({ "reasoning": { "effort": "high", "generate_summary": "x" }, "stream": true });
        check(
            Format::OpenAiResponses,
            members,
            &["reasoning.effort", "stream"],
            &["reasoning.generate_summary"],
        );
        let members =
            json!({ "max_tokens": 5, "output_config": { "effort": "low" }, "service_tier": "auto" });
        check(Format::Anthropic, members, &["max_tokens", "output_config.effort"], &["service_tier"]);
        let members = json!({ "generationConfig": { "temperature": 1, "topK": 3 }, "safetySettings": [] });
        check(
            Format::Gemini,
            members,
            &["generationConfig.temperature"],
            &["generationConfig.topK", "safetySettings"],
        );
    }

    #[test]
    fn a_choice_of_the_usual_kind_is_understood_and_an_odd_one_is_left() {
        check(Format::OpenAiChat, json!({ "tool_choice": "auto" }), &["tool_choice"], &[]);
        check(Format::Anthropic, json!({ "tool_choice": { "type": "auto" } }), &["tool_choice"], &[]);
        check(Format::OpenAiChat, json!({ "tool_choice": "odd" }), &[], &["tool_choice"]);
        check(Format::OpenAiChat, json!({ "temperature": "hot" }), &[], &["temperature"]);
    }

    #[test]
    fn a_chosen_function_is_named_as_it_is_named_here_and_left_where_it_is_not() {
        let choice = json!({ "type": "function", "function": { "name": "weather-get_forecast" } });
        let members = json!({ "tool_choice": choice, "parallel_tool_calls": false });
        let here = FunctionName::new("weather", "get_forecast");
        let object = members.as_object().cloned().unwrap_or_default();
        let read = ImportedSettings::read(Format::OpenAiChat, &object, |_| Some(here.clone()));
        let read = read.expect("a request");
        assert_eq!(read.choice, FunctionChoice::Function { name: here.clone() });
        assert_eq!(read.calls, CallOptions { parallel: Some(false), ..CallOptions::NONE });
        let elsewhere = check(Format::OpenAiChat, members, &["parallel_tool_calls"], &["tool_choice"]);
        assert_eq!(elsewhere.choice, FunctionChoice::Auto);
    }

    #[test]
    fn a_history_without_a_request_has_no_settings() {
        assert_eq!(ImportedSettings::read(Format::SemanticKernel, &JsonObject::new(), |_| None), None);
    }
}
