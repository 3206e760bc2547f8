//! A model's own template, and what it has a place for.

use super::{python_json, today};
use crate::facts::Facts;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error, ErrorKind};
use notices::{Describe, Notice};
use serde::Serialize;
use serde_json::{Value, json};

/// Steps a template may take. It comes out of a file of strangers.
const FUEL: u64 = 20_000_000;
/// Longer ones are no templates.
const LONGEST: usize = 1 << 20;
/// Words no template has of its own.
const MARK: &str = "qzmarkqz";
const SECOND: &str = "qzotherqz";
const THIRD: &str = "qzthirdqz";
/// Some templates raise an error over ids of another form.
const ID: &str = "abcdefghi";

/// Why a template can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "template-error")]
pub(crate) enum TemplateError {
    #[error("the file has no chat template, so it is a model that goes on with a text and does not answer")]
    Missing,
    #[error("it has {bytes} bytes")]
    TooLong { bytes: usize },
    #[error("it leaves out what a person says")]
    Silent,
    /// In the words of the template or of what renders it.
    #[error("line {line}: {reason}")]
    AtLine {
        line: usize,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{reason}")]
    Refused { reason: Notice },
}

/// What a template has a place for. What it has none for is told in a message that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) system: bool,
    pub(crate) functions: bool,
    pub(crate) calls: bool,
    /// Whether arguments are told as an object. Otherwise they are a text.
    pub(crate) objects: bool,
    /// Whether one message may have several calls.
    pub(crate) several: bool,
    pub(crate) results: bool,
}

/// A template that was tried.
#[derive(Debug)]
pub(crate) struct Template {
    environment: Environment<'static>,
    source: String,
    bos: String,
    eos: String,
    pub(crate) places: Places,
}

/// What a template is told.
#[derive(Serialize)]
struct Told<'a> {
    messages: &'a [Value],
    tools: Option<&'a [Value]>,
    add_generation_prompt: bool,
    bos_token: &'a str,
    eos_token: &'a str,
    #[serde(flatten)]
    more: &'a serde_json::Map<String, Value>,
}

impl Template {
    pub(crate) fn of(facts: &Facts) -> Result<Self, TemplateError> {
        let source = facts.template.as_deref().ok_or(TemplateError::Missing)?;
        Self::new(source, &facts.bos, &facts.eos)
    }

    pub(crate) fn new(source: &str, bos: &str, eos: &str) -> Result<Self, TemplateError> {
        if source.len() > LONGEST {
            return Err(TemplateError::TooLong { bytes: source.len() });
        }
        let places = Places {
            system: true,
            functions: true,
            calls: true,
            objects: true,
            several: true,
            results: true,
        };
        let (source, bos, eos) = (source.to_owned(), bos.to_owned(), eos.to_owned());
        let mut template = Self { environment: environment()?, source, bos, eos, places };
        template.places = template.looked_at()?;
        Ok(template)
    }

    pub(crate) fn render(
        &self,
        messages: &[Value],
        tools: &[Value],
        more: &serde_json::Map<String, Value>,
    ) -> Result<String, TemplateError> {
        let told = Told {
            messages,
            tools: (!tools.is_empty()).then_some(tools),
            add_generation_prompt: true,
            bos_token: &self.bos,
            eos_token: &self.eos,
            more,
        };
        self.environment.render_str(&self.source, Serde(told)).map_err(|error| TemplateError::from(&error))
    }

    /// Whether the template itself writes a text.
    pub(crate) fn names(&self, text: &str) -> bool {
        self.source.contains(text)
    }

    /// Tries small conversations and looks for what was said in them.
    fn looked_at(&self) -> Result<Places, TemplateError> {
        let user = |text: &str| json!({ "role": "user", "content": text });
        let plain = self.render(&[user(MARK)], &[], &serde_json::Map::new())?;
        if !plain.contains(MARK) {
            return Err(TemplateError::Silent);
        }
        let tries = |messages: &[Value], tools: &[Value], words: &[&str]| {
            let text = self.render(messages, tools, &serde_json::Map::new());
            text.is_ok_and(|text| words.iter().all(|word| text.contains(word)))
        };
        let system = json!({ "role": "system", "content": MARK });
        let tool = super::chat::tool(MARK, "d", &json!({ "type": "object", "properties": {} }));
        let call = |name: &str, arguments: Value| super::chat::call(ID, name, arguments);
        let calling = |calls: &[Value]| json!({ "role": "assistant", "content": "", "tool_calls": calls });
        let object = call(MARK, json!({ SECOND: 1 }));
        let text = call(MARK, Value::String(format!(r#"{{"{SECOND}": 1}}"#)));
        let says =
            |call: &Value| tries(&[user("u"), calling(std::slice::from_ref(call))], &[], &[MARK, SECOND]);
        let objects = says(&object);
        let calls = objects || says(&text);
        let asked = if objects { object } else { text };
        let other = call(THIRD, asked.pointer("/function/arguments").cloned().unwrap_or_default());
        let several = [user("u"), calling(&[asked.clone(), other])];
        // What follows a result is the model's answer, and a template that counts turns knows that.
        let answered = [user("u"), calling(&[asked]), super::chat::result(ID, "f", THIRD)];
        Ok(Places {
            system: tries(&[system, user("u")], &[], &[MARK]),
            functions: tries(&[user("u")], &[tool], &[MARK]),
            several: calls && tries(&several, &[], &[MARK, THIRD]),
            results: calls && tries(&answered, &[], &[THIRD]),
            calls,
            objects,
        })
    }
}

/// As the library that models are published with sets it up.
fn environment() -> Result<Environment<'static>, TemplateError> {
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    let mut environment = Environment::new();
    environment.set_syntax(syntax.map_err(|error| TemplateError::from(&error))?);
    environment.set_fuel(Some(FUEL));
    environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
    environment.add_filter("tojson", python_json::to_json);
    environment.add_function("raise_exception", |reason: String| -> Result<String, Error> {
        Err(Error::new(ErrorKind::InvalidOperation, reason))
    });
    environment.add_function("strftime_now", |format: String| today::now(&format));
    Ok(environment)
}

impl From<&Error> for TemplateError {
    fn from(error: &Error) -> Self {
        let reason = notices::said(&error.detail().map_or_else(|| error.kind().to_string(), str::to_owned));
        match error.line() {
            Some(line) => Self::AtLine { line, reason },
            None => Self::Refused { reason },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, Template};
    use crate::tiny::TEMPLATE;

    #[track_caller]
    fn check(source: &str, expected: Places) {
        assert_eq!(Template::new(source, "<s>", "</s>").expect("a template").places, expected);
    }

    const NONE: Places = Places {
        system: false,
        functions: false,
        calls: false,
        objects: false,
        several: false,
        results: false,
    };

    const ALL: Places =
        Places { system: true, functions: true, calls: true, objects: true, several: true, results: true };

    #[test]
    fn what_a_template_has_a_place_for_is_found_out_by_trying() {
        check(TEMPLATE, ALL);
        let plain = "{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}{% endfor %}";
        check(plain, Places { system: true, ..NONE });
        let strict = "{% for m in messages %}{% if m.role == 'system' or m.role == 'tool' %}\
            {{ raise_exception('no such role') }}{% endif %}{{ m.content }}{% endfor %}";
        check(strict, NONE);
        let joined = "{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}\
            {{ c.function.name + c.function.arguments }}{% endfor %}{% endfor %}";
        check(joined, Places { functions: false, objects: false, ..ALL });
        let first = "{% for m in messages %}{{ m.content }}{% if m.tool_calls %}\
            {{ m.tool_calls[0].function | tojson }}{% endif %}{% endfor %}";
        check(first, Places { functions: false, several: false, ..ALL });
    }

    #[test]
    fn a_template_that_can_not_be_rendered_says_where_and_why() {
        let refused = |source: &str| Template::new(source, "", "").expect_err("no template").to_string();
        assert!(refused("{% for m in messages %}").contains("line 1"));
        assert_eq!(refused("\n{{ raise_exception('only for cats') }}"), "line 2: only for cats");
        assert!(refused("{{ messages | shuffle }}").contains("shuffle"));
        assert!(refused("nothing").contains("leaves out"));
        let endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(999) %}x{% endfor %}{% endfor %}{% endfor %}";
        assert!(refused(endless).contains("fuel"));
    }
}
