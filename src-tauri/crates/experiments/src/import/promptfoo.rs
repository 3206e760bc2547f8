//! Configurations of promptfoo: each test with each prompt is a case.

mod assertions;
mod text;

use super::draft::{Draft, Page};
use super::fields::left_out;
use super::{ImportLoss, ImportProblem, SourceFile, messages};
use crate::case::{CaseFunction, CaseSettings, Said};
use assertions::Assertions;
use content::JsonObject;
use serde_json::Value;

/// Fields that a case has in another way.
const KNOWN: [&str; 5] = ["$schema", "prompts", "providers", "tests", "description"];
const KNOWN_OF_TEST: [&str; 4] = ["$schema", "description", "vars", "assert"];

pub(super) fn read(file: &SourceFile<'_>, page: &mut Page<'_>) {
    let config: Value = match text::parse(file.text) {
        Ok(config) => config,
        Err(problem) => return page.take(None, Err(problem)),
    };
    let references = References { file };
    let mut losses = left_out(&config, &KNOWN);
    losses.retain(|loss| *loss != ImportLoss::Field { name: "defaultTest".to_owned() });
    let whole = prompts(&config, &references, &mut losses)
        .and_then(|prompts| Ok((prompts, functions(&config, &references, &mut losses)?)))
        .and_then(|whole| Ok((whole, tests(&config, &references)?)));
    let ((prompts, functions), tests) = match whole {
        Ok(whole) => whole,
        Err(problem) => return page.take(None, Err(problem)),
    };
    for (number, test) in (1..).zip(&tests) {
        for prompt in &prompts {
            let draft = draft(&config, test, prompt, &functions, losses.clone());
            page.take(Some(number), draft);
        }
    }
}

/// Texts that stand in other files.
struct References<'a> {
    file: &'a SourceFile<'a>,
}

impl References<'_> {
    /// The text of a value, or of the file it names.
    fn text(&self, value: &str) -> Result<String, ImportProblem> {
        let Some(path) = value.strip_prefix("file://") else { return Ok(value.to_owned()) };
        (self.file.beside)(path).ok_or_else(|| ImportProblem::Reference { path: path.to_owned() })
    }

    fn value(&self, value: &Value) -> Result<Value, ImportProblem> {
        match value.as_str() {
            Some(written) if written.starts_with("file://") => text::parse(&self.text(written)?),
            Some(_) | None => Ok(value.clone()),
        }
    }
}

/// The prompts as templates.
fn prompts(
    config: &Value,
    references: &References<'_>,
    losses: &mut Vec<ImportLoss>,
) -> Result<Vec<String>, ImportProblem> {
    let mut prompts = Vec::new();
    let list = config.get("prompts").map(list_of).unwrap_or_default();
    for prompt in list {
        let raw = ["raw", "id"].iter().find_map(|name| prompt.get(*name)?.as_str());
        match prompt.as_str().or(raw) {
            Some(text) => prompts.push(references.text(text)?),
            None => losses.push(ImportLoss::Field { name: "prompts".to_owned() }),
        }
    }
    if prompts.is_empty() { Err(ImportProblem::Missing { name: "prompts" }) } else { Ok(prompts) }
}

/// One value, or several.
fn list_of(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

/// The tools of the first provider that has some: models are compared with the same functions.
fn functions(
    config: &Value,
    references: &References<'_>,
    losses: &mut Vec<ImportLoss>,
) -> Result<Vec<CaseFunction>, ImportProblem> {
    let providers = config.get("providers").map(list_of).unwrap_or_default();
    let settings = |provider: &Value| {
        // A provider is a text, an object with an id, or one whose only field is the id.
        let named = provider.as_object().filter(|fields| fields.len() == 1);
        let inner = named.and_then(|fields| fields.values().next()?.get("config"));
        provider.get("config").or(inner).cloned()
    };
    let with_tools: Vec<_> =
        providers.iter().filter_map(|provider| settings(provider)?.get("tools").cloned()).collect();
    let Some(first) = with_tools.first() else { return Ok(Vec::new()) };
    if with_tools.iter().any(|tools| tools != first) {
        losses.push(ImportLoss::Field { name: "tools".to_owned() });
    }
    let mut tools = Vec::new();
    for tool in list_of(first) {
        tools.extend(list_of(&references.value(&tool)?));
    }
    messages::functions(&tools, losses)
}

fn tests(config: &Value, references: &References<'_>) -> Result<Vec<Value>, ImportProblem> {
    let mut tests = Vec::new();
    for test in config.get("tests").map(list_of).ok_or(ImportProblem::Missing { name: "tests" })? {
        tests.extend(list_of(&references.value(&test)?));
    }
    Ok(tests)
}

fn draft(
    config: &Value,
    test: &Value,
    prompt: &str,
    functions: &[CaseFunction],
    mut losses: Vec<ImportLoss>,
) -> Result<Draft, ImportProblem> {
    let fallback = config.get("defaultTest");
    let mut vars = JsonObject::new();
    for vars_of in
        [fallback, Some(test)].into_iter().flatten().filter_map(|test| test.get("vars")?.as_object())
    {
        vars.extend(vars_of.clone());
    }
    losses.extend(left_out(test, &KNOWN_OF_TEST));
    losses.extend(fallback.into_iter().flat_map(|test| left_out(test, &KNOWN_OF_TEST)));
    let (system, history) = history(&text::filled(prompt, &vars)?, &mut losses)?;
    let mut assertions = Assertions::new(functions);
    for test in [fallback, Some(test)].into_iter().flatten() {
        for assertion in test.get("assert").map(list_of).unwrap_or_default() {
            assertions.take(&assertion, &vars, &mut losses)?;
        }
    }
    let expect = assertions.finish(&mut losses);
    if expect.is_empty() {
        return Err(ImportProblem::NoExpectation);
    }
    let description = test.get("description").and_then(Value::as_str).unwrap_or_default();
    Ok(Draft {
        id: None,
        title: description.to_owned(),
        history,
        functions: functions.to_vec(),
        settings: CaseSettings { instructions: system, ..CaseSettings::default() },
        expect,
        losses,
        ..Draft::default()
    })
}

/// A prompt is a person's words, or messages as JSON. The system message at its beginning is the instructions.
fn history(prompt: &str, losses: &mut Vec<ImportLoss>) -> Result<(Option<String>, Vec<Said>), ImportProblem> {
    let messages = serde_json::from_str::<Value>(prompt).ok();
    let Some(messages) = messages.as_ref().and_then(Value::as_array) else {
        return Ok((None, vec![Said::User { text: prompt.to_owned() }]));
    };
    let mut said = messages::read(messages, losses)?;
    match said.first() {
        Some(Said::System { text }) => {
            let text = text.clone();
            said.remove(0);
            Ok((Some(text), said))
        }
        Some(_) | None => Ok((None, said)),
    }
}
