//! Assertions as expectations. Those of calls make one list: names come from sequences and scores, arguments from matches.

use super::{list_of, text};
use crate::case::CaseFunction;
use crate::expectation::{
    Expectations, Expected, ExpectedCall, ExpectedCalls, ExpectedText, Matching, Others, written_path,
};
use crate::import::{ImportLoss, ImportProblem};
use crate::pattern::check_pattern;
use content::JsonObject;
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) struct Assertions<'a> {
    functions: &'a [CaseFunction],
    expect: Expectations,
    calls: Option<ExpectedCalls>,
    /// Calls that have to be among those made, with their arguments where they are known.
    among: Vec<ExpectedCall>,
}

impl<'a> Assertions<'a> {
    pub(super) fn new(functions: &'a [CaseFunction]) -> Self {
        Self { functions, expect: Expectations::default(), calls: None, among: Vec::new() }
    }

    pub(super) fn take(
        &mut self,
        assertion: &Value,
        vars: &JsonObject,
        losses: &mut Vec<ImportLoss>,
    ) -> Result<(), ImportProblem> {
        let kind = assertion.get("type").and_then(Value::as_str);
        let kind = kind.ok_or(ImportProblem::Missing { name: "the type of an assertion" })?;
        let value = text::filled_within(assertion.get("value").unwrap_or(&Value::Null), vars)?;
        let threshold = assertion.get("threshold").and_then(Value::as_f64);
        let is_known = threshold.is_none_or(|threshold| threshold >= 1.0)
            && match kind {
                "tool-call-f1" => self.score(&value, losses),
                "trajectory:tool-used" => self.used(&value),
                "not-trajectory:tool-used" => self.unused(&value),
                "trajectory:tool-sequence" => self.sequence(&value),
                "trajectory:tool-args-match" => self.arguments(&value),
                "is-valid-openai-tools-call" | "is-valid-openai-function-call" | "is-valid-function-call" => {
                    self.any_call(kind, losses)
                }
                kind => self.words(kind, &value),
            };
        if !is_known {
            losses.push(ImportLoss::Assertion { kind: kind.to_owned() });
        }
        Ok(())
    }

    /// Everything that was taken, as one expectation.
    pub(super) fn finish(mut self, losses: &mut Vec<ImportLoss>) -> Expectations {
        let Some(mut calls) = self.calls else {
            if !self.among.is_empty() {
                let list = self.among;
                self.expect.calls = Some(ExpectedCalls { matching: Matching::Superset, list });
            }
            return self.expect;
        };
        for call in self.among {
            let is_open = |own: &ExpectedCall| own.function == call.function && own.arguments.is_empty();
            let is_listed = calls.list.iter().any(|own| own.function == call.function);
            match calls.list.iter().position(is_open) {
                Some(place) => calls.list[place] = call,
                // A name that is in the list is said already.
                None if is_listed && call.arguments.is_empty() => {}
                None => losses.push(ImportLoss::Assertion { kind: "trajectory:tool-args-match".to_owned() }),
            }
        }
        self.expect.calls = Some(calls);
        self.expect
    }

    /// The names of the functions called, each once or more.
    fn score(&mut self, value: &Value, losses: &mut Vec<ImportLoss>) -> bool {
        let names = match value.as_str() {
            Some(names) => names.split(',').map(|name| name.trim().to_owned()).collect(),
            None => names_of(value),
        };
        losses.push(ImportLoss::Frequency);
        self.list(Matching::AnyOrder, &names)
    }

    fn sequence(&mut self, value: &Value) -> bool {
        let is_exact = value.get("mode").and_then(Value::as_str) == Some("exact");
        let names = names_of(value.get("steps").unwrap_or(value));
        self.list(if is_exact { Matching::Exactly } else { Matching::InOrder }, &names)
    }

    /// One list can be held against the calls of a case. A second one is not known.
    fn list(&mut self, matching: Matching, names: &[String]) -> bool {
        if self.calls.is_some() || names.is_empty() || !names.iter().all(|name| self.is_offered(name)) {
            return false;
        }
        let list = names.iter().map(|name| any_arguments(name)).collect();
        self.calls = Some(ExpectedCalls { matching, list });
        true
    }

    fn used(&mut self, value: &Value) -> bool {
        let Some(names) = self.offered_names(value) else { return false };
        names.iter().for_each(|name| self.called(any_arguments(name)));
        true
    }

    fn unused(&mut self, value: &Value) -> bool {
        let Some(names) = self.offered_names(value) else { return false };
        self.expect.never.extend(names);
        true
    }

    /// None where some are not offered, or where they are counted.
    fn offered_names(&self, value: &Value) -> Option<Vec<String>> {
        let has_bounds = value.get("min").or(value.get("max")).is_some();
        let names = names_of(value);
        let is_known = !has_bounds && !names.is_empty() && names.iter().all(|name| self.is_offered(name));
        is_known.then_some(names)
    }

    fn arguments(&mut self, value: &Value) -> bool {
        let wanted = value.get("args").or(value.get("arguments")).and_then(Value::as_object);
        let (Some(name), Some(wanted)) = (value.get("name").and_then(Value::as_str), wanted) else {
            return false;
        };
        let is_plain = value.get("defaults").or(value.get("ignore")).is_none();
        if !is_plain || !self.is_offered(name) {
            return false;
        }
        let is_exact = value.get("mode").and_then(Value::as_str) == Some("exact");
        let mut arguments = BTreeMap::new();
        for (name, value) in wanted {
            partly(&[name], value, is_exact, &mut arguments);
        }
        let others = if is_exact { Others::Refused } else { Others::Ignored };
        self.called(ExpectedCall { function: name.to_owned(), arguments, others });
        true
    }

    /// A call of any function with arguments that its schema takes. Where one function is offered, it is a call of that.
    fn any_call(&mut self, kind: &str, losses: &mut Vec<ImportLoss>) -> bool {
        let [function] = self.functions else { return false };
        self.called(any_arguments(&function.name));
        losses.push(ImportLoss::Assertion { kind: kind.to_owned() });
        true
    }

    /// A call among those made. The same name with arguments says more than without.
    fn called(&mut self, call: ExpectedCall) {
        let named = self.among.iter_mut().find(|own| own.function == call.function);
        match named {
            Some(own) if own.arguments.is_empty() => *own = call,
            Some(_) if call.arguments.is_empty() => {}
            Some(_) | None => self.among.push(call),
        }
    }

    fn words(&mut self, kind: &str, value: &Value) -> bool {
        let texts: Vec<String> = list_of(value).iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let Some(first) = texts.first() else { return false };
        let any = || texts.iter().map(|text| regex::escape(text)).collect::<Vec<_>>().join("|");
        let says = match kind {
            "contains" | "contains-all" => texts.iter().cloned().map(ExpectedText::Contains).collect(),
            "icontains" | "icontains-all" => texts
                .iter()
                .map(|text| ExpectedText::Pattern(format!("(?i){}", regex::escape(text))))
                .collect(),
            "contains-any" => vec![ExpectedText::Pattern(any())],
            "icontains-any" => vec![ExpectedText::Pattern(format!("(?i){}", any()))],
            "starts-with" => vec![ExpectedText::Pattern(format!("^{}", regex::escape(first)))],
            "equals" => vec![ExpectedText::Pattern(format!("^{}$", regex::escape(first)))],
            "regex" if check_pattern(first).is_ok() => vec![ExpectedText::Pattern(first.clone())],
            _ => return false,
        };
        self.expect.says.extend(says);
        true
    }

    fn is_offered(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.name == name)
    }
}

fn any_arguments(function: &str) -> ExpectedCall {
    ExpectedCall { function: function.to_owned(), arguments: BTreeMap::new(), others: Others::Ignored }
}

/// Names alone, or in objects.
fn names_of(value: &Value) -> Vec<String> {
    let name = |step: &Value| Some(step.as_str().or_else(|| step.get("name")?.as_str())?.to_owned());
    list_of(value).iter().filter_map(name).collect()
}

/// Of an object, the fields named have to be there; with all of it, it is the same.
fn partly(path: &[&str], value: &Value, is_exact: bool, arguments: &mut BTreeMap<String, Expected>) {
    match value.as_object().filter(|fields| !is_exact && !fields.is_empty()) {
        Some(fields) => {
            for (name, value) in fields {
                partly(&[path, &[name]].concat(), value, is_exact, arguments);
            }
        }
        None => _ = arguments.insert(written_path(path), Expected::Equals(value.clone())),
    }
}
