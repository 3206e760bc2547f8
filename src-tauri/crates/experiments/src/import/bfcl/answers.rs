//! Possible answers as expectations: for each argument the values that are accepted, where an empty text means that it may be
//! left out.

use crate::expectation::{
    Expectations, Expected, ExpectedCall, ExpectedCalls, Matching, Others, written_path,
};
use crate::import::{ImportLoss, ImportProblem};
use content::JsonObject;
use serde_json::Value;
use std::collections::BTreeMap;

/// Values of one argument that are written out at most. Objects with several possible fields multiply.
const MAX_VALUES: usize = 64;

/// What the answers of a line are about.
pub(super) struct Answers<'a> {
    pub(super) functions: &'a [Value],
    pub(super) in_any_order: bool,
}

impl Answers<'_> {
    /// No call.
    pub(super) fn none() -> Expectations {
        calls(Matching::Exactly, Vec::new())
    }

    pub(super) fn expected(
        &self,
        answer: &Value,
        losses: &mut Vec<ImportLoss>,
    ) -> Result<Expectations, ImportProblem> {
        let unfit = || ImportProblem::Unfit { name: "ground_truth" };
        let list = answer.as_array().ok_or_else(unfit)?;
        let mut expected = Vec::new();
        for call in list {
            let fields = call.as_object().ok_or_else(unfit)?;
            let mut fields = fields.iter();
            let (Some((function, arguments)), None) = (fields.next(), fields.next()) else {
                return Err(unfit());
            };
            let arguments = arguments.as_object().ok_or_else(unfit)?;
            expected.push(self.call(function, arguments, losses)?);
        }
        let in_any_order = self.in_any_order || expected.len() > 1;
        Ok(calls(if in_any_order { Matching::AnyOrder } else { Matching::Exactly }, expected))
    }

    fn call(
        &self,
        function: &str,
        possible: &JsonObject,
        losses: &mut Vec<ImportLoss>,
    ) -> Result<ExpectedCall, ImportProblem> {
        let definition = self
            .functions
            .iter()
            .find(|definition| definition.get("name").and_then(Value::as_str) == Some(function));
        let required = definition.and_then(|definition| definition.pointer("/parameters/required"));
        let is_required = |name: &str| {
            required.and_then(Value::as_array).is_some_and(|names| names.iter().any(|one| one == name))
        };
        let mut arguments = BTreeMap::new();
        for (name, values) in possible {
            let values = values.as_array().ok_or(ImportProblem::Unfit { name: "ground_truth" })?;
            let can_be_absent = values.iter().any(is_empty) && !is_required(name);
            let of = definition.and_then(|definition| {
                definition.get("parameters")?.get("properties")?.get(name)?.get("type")
            });
            let is_text = of.is_none_or(|of| of == "string" || of == "any");
            // Where a value is no text, an empty one only means that there is none.
            let values: Vec<_> = values.iter().filter(|value| is_text || !is_empty(value)).cloned().collect();
            if values.is_empty() && can_be_absent {
                continue;
            }
            let values = values.as_slice();
            argument(&[name.as_str()], values, can_be_absent, &mut arguments, losses);
        }
        Ok(ExpectedCall { function: function.to_owned(), arguments, others: Others::Refused })
    }
}

fn calls(matching: Matching, list: Vec<ExpectedCall>) -> Expectations {
    Expectations { calls: Some(ExpectedCalls { matching, list }), ..Expectations::default() }
}

fn is_empty(value: &Value) -> bool {
    value.as_str() == Some("")
}

/// The expectations of one argument. The fields of an object have values of their own, so a single object becomes
/// expectations of its fields, by their paths.
fn argument(
    path: &[&str],
    values: &[Value],
    can_be_absent: bool,
    expected: &mut BTreeMap<String, Expected>,
    losses: &mut Vec<ImportLoss>,
) {
    if let ([Value::Object(fields)], false) = (values, can_be_absent) {
        let fields: Vec<_> =
            fields.iter().filter_map(|(name, values)| Some((name, values.as_array()?))).collect();
        // Without a field that has to be there, the paths would not say that the object has to be.
        if fields.iter().any(|(_, values)| !values.iter().any(is_empty)) {
            for (name, values) in fields {
                let path = [path, &[name.as_str()]].concat();
                argument(&path, values, values.iter().any(is_empty), expected, losses);
            }
            return;
        }
    }
    let rule = match written_out(values) {
        None => {
            losses.push(ImportLoss::Alternatives);
            Expected::Ignored
        }
        Some(mut written) => {
            // Beside other values than texts, an empty one only means that there is none.
            if written.iter().any(|value| !value.is_string()) {
                written.retain(|value| !is_empty(value));
            }
            let rule = Expected::Alike(written);
            if can_be_absent { Expected::Optional(Box::new(rule)) } else { rule }
        }
    };
    expected.insert(written_path(path), rule);
}

/// Every value that is accepted, with objects in each of their forms. None where there are too many.
fn written_out(values: &[Value]) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for value in values {
        all.extend(forms(value)?);
        if all.len() > MAX_VALUES {
            return None;
        }
    }
    Some(all)
}

/// Everything so far with each choice. None where that is too much.
fn each_with_each<T, C>(made: &[T], choices: &[C], with: impl Fn(&T, &C) -> T) -> Option<Vec<T>> {
    let with = &with;
    let all = made.iter().flat_map(|one| choices.iter().map(move |choice| with(one, choice)));
    let all: Vec<_> = all.collect();
    (all.len() <= MAX_VALUES).then_some(all)
}

fn forms(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Object(fields) => {
            let mut objects = vec![JsonObject::new()];
            for (name, possible) in fields {
                // Where a field has no list of values, it is a value itself.
                let possible = possible.as_array().cloned().unwrap_or_else(|| vec![possible.clone()]);
                let mut choices: Vec<_> =
                    written_out(&possible)?.into_iter().filter(|value| !is_empty(value)).map(Some).collect();
                if possible.iter().any(is_empty) {
                    choices.push(None);
                }
                objects = each_with_each(&objects, &choices, |object, choice| {
                    let mut object = object.clone();
                    object.extend(choice.clone().map(|value| (name.clone(), value)));
                    object
                })?;
            }
            Some(objects.into_iter().map(Value::Object).collect())
        }
        Value::Array(elements) if elements.iter().any(Value::is_object) => {
            let mut lists = vec![Vec::new()];
            for element in elements {
                lists = each_with_each(&lists, &forms(element)?, |list: &Vec<Value>, choice| {
                    [list.as_slice(), std::slice::from_ref(choice)].concat()
                })?;
            }
            Some(lists.into_iter().map(Value::Array).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Some(vec![value.clone()])
        }
    }
}
