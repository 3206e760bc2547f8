//! A result made from the arguments by a template.

use content::{JsonObject, Output};
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior};
use notices::{AsValue, Describe, Notice, NoticeValue, Template};
use serde_json::Value;

/// Steps a template may take. One that loops without end is stopped.
const MAX_STEPS: u64 = 200_000;

/// A template that can't be read or rendered, in the words of its engine.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct JinjaError(#[from] minijinja::Error);

impl Describe for JinjaError {
    const TEMPLATES: &'static [Template] = &[];

    fn notice(&self) -> Notice {
        notices::said(&self.0.to_string())
    }
}

impl AsValue for JinjaError {
    fn as_value(&self) -> NoticeValue {
        self.notice().as_value()
    }
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(MAX_STEPS));
    environment
}

/// Says what is wrong with a template before it is used.
pub(crate) fn check(source: &str) -> Result<(), JinjaError> {
    Ok(environment().template_from_str(source).map(drop)?)
}

pub(crate) fn render_text(source: &str, arguments: &JsonObject) -> Result<String, JinjaError> {
    Ok(environment().render_str(source, Serde(arguments))?)
}

pub(super) fn render(source: &str, arguments: &JsonObject) -> Result<Output, JinjaError> {
    let text = render_text(source, arguments)?;
    Ok(match serde_json::from_str(&text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => Output::Json { value },
        Ok(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | Err(_) => {
            Output::Text { text }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{check, render};
    use content::{JsonObject, Output};
    use serde_json::{from_value, json};

    fn city() -> JsonObject {
        from_value(json!({ "city": "Oslo \"the cold\"", "day": 1 })).expect("an object")
    }

    #[test]
    fn the_arguments_are_the_words_of_the_template() {
        let text = render("{{ city|upper }} in {{ day + 1 }} days", &city()).expect("text");
        assert_eq!(text, Output::Text { text: "OSLO \"THE COLD\" in 2 days".to_owned() });
        let json =
            render(r#"{"city": {{ city|tojson }}, "warm": {{ (day > 3)|tojson }}}"#, &city()).expect("JSON");
        assert_eq!(json, Output::Json { value: json!({ "city": "Oslo \"the cold\"", "warm": false }) });
    }

    #[test]
    fn a_word_nobody_gave_a_mistake_and_an_endless_loop_are_told() {
        assert!(
            render("{{ town }}", &city()).expect_err("no such argument").to_string().contains("undefined")
        );
        assert!(check("{% if %}").is_err());
        let endless = "{% for a in range(100000) %}{% for b in range(100000) %}x{% endfor %}{% endfor %}";
        assert!(render(endless, &city()).expect_err("it has no end").to_string().contains("fuel"));
    }
}
