//! Arguments and their schema, side by side from the root to the leaves.

use super::convert::{accepts, convert};
use super::{Binding, BindingPolicy, Conversions, ExtraArguments};
use crate::checked::Misfit;
use content::JsonObject;
use notices::Describe;
use ports::{ArgumentChange, Bound, ChangeKind, SchemaFinding};
use serde_json::Value;

/// References in a row. More of them lead in a circle.
const HOPS: usize = 16;
/// A level no honest argument reaches.
const DEEPEST: usize = 64;

struct Walk<'a> {
    root: &'a Value,
    policy: BindingPolicy,
    changes: Vec<ArgumentChange>,
    refused: Vec<SchemaFinding>,
}

/// A place in the arguments.
#[derive(Clone, Default)]
struct Place {
    path: String,
    depth: usize,
}

impl Place {
    fn below(&self, step: &str) -> Self {
        let step = step.replace('~', "~0").replace('/', "~1");
        Self { path: format!("{}/{step}", self.path), depth: self.depth + 1 }
    }
}

pub(crate) fn bind(schema: &Value, arguments: &JsonObject, policy: BindingPolicy) -> Binding {
    let mut walk = Walk { root: schema, policy, changes: Vec::new(), refused: Vec::new() };
    let mut arguments = arguments.clone();
    walk.object(schema, &mut arguments, &Place::default());
    Binding { bound: Bound { arguments, changes: walk.changes }, refused: walk.refused }
}

impl Walk<'_> {
    fn value(&mut self, schema: &Value, value: &mut Value, place: &Place) {
        if place.depth > DEEPEST {
            return;
        }
        let schema = self.at(schema);
        let schema = self.branch(schema, value);
        self.convert(schema, value, place);
        match value {
            Value::Object(members) => self.object(schema, members, place),
            Value::Array(items) => self.array(schema, items, place),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Follows references within the schema.
    fn at<'s>(&self, mut schema: &'s Value) -> &'s Value
    where
        Self: 's,
    {
        for _ in 0..HOPS {
            let reference = schema.get("$ref").and_then(Value::as_str);
            let Some(found) = reference
                .and_then(|reference| reference.strip_prefix('#'))
                .and_then(|pointer| self.root.pointer(pointer))
            else {
                break;
            };
            schema = found;
        }
        schema
    }

    /// Of several schemas the one the value is meant for: the first that takes it as it is, or else the first it can
    /// be converted to.
    fn branch<'s>(&self, schema: &'s Value, value: &Value) -> &'s Value
    where
        Self: 's,
    {
        let branches = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(*key).and_then(Value::as_array));
        let Some(branches) = branches else { return schema };
        let mut each = branches.iter().map(|branch| self.at(branch));
        let fits = |branch: &&Value| accepts(branch, value);
        each.clone()
            .find(fits)
            .or_else(|| each.find(|branch| convert(branch, value).is_some()))
            .unwrap_or(schema)
    }

    fn convert(&mut self, schema: &Value, value: &mut Value, place: &Place) {
        if self.policy.conversions == Conversions::None || accepts(schema, value) {
            return;
        }
        if let Some(after) = convert(schema, value).filter(|after| after != value) {
            let before = std::mem::replace(value, after.clone());
            self.change(place, ChangeKind::Converted, Some(before), Some(after));
        }
    }

    fn array(&mut self, schema: &Value, items: &mut [Value], place: &Place) {
        let list = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        // Older drafts have the first items where the others are now.
        let (first, rest) = match list("items") {
            Some(first) => (Some(first), schema.get("additionalItems")),
            None => (list("prefixItems"), schema.get("items")),
        };
        for (number, item) in items.iter_mut().enumerate() {
            let own = first.and_then(|first| first.get(number)).or(rest);
            if let Some(own) = own {
                self.value(own, item, &place.below(&number.to_string()));
            }
        }
    }

    fn object(&mut self, schema: &Value, members: &mut JsonObject, place: &Place) {
        let schema = self.at(schema);
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.known_members(self.at(part), members, place);
        }
        self.known_members(schema, members, place);
        self.extra_members(schema, members, place);
    }

    fn known_members(&mut self, schema: &Value, members: &mut JsonObject, place: &Place) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        let required = schema.get("required").and_then(Value::as_array);
        for (name, property) in properties {
            let is_required =
                required.is_some_and(|names| names.iter().any(|required| required.as_str() == Some(name)));
            let below = place.below(name);
            if !is_required && members.get(name) == Some(&Value::Null) {
                self.leave_out(property, name, members, &below);
            }
            match members.get_mut(name) {
                Some(value) => self.value(property, value, &below),
                None => self.fill_in(property, name, members, &below),
            }
        }
    }

    /// Models write null for what they want to leave out. Where a parameter can't be null, that is what it means.
    fn leave_out(&mut self, property: &Value, name: &str, members: &mut JsonObject, place: &Place) {
        let property = self.at(property);
        let takes_null = accepts(self.branch(property, &Value::Null), &Value::Null);
        if self.policy.conversions == Conversions::None || takes_null {
            return;
        }
        members.shift_remove(name);
        if property.get("default").is_none() {
            self.change(place, ChangeKind::LeftOut, Some(Value::Null), None);
        }
    }

    fn fill_in(&mut self, property: &Value, name: &str, members: &mut JsonObject, place: &Place) {
        let default = property.get("default").or_else(|| self.at(property).get("default"));
        // A default of null says no more than that it may be left out.
        let Some(default) = default.filter(|default| !default.is_null()).cloned() else { return };
        members.insert(name.to_owned(), default.clone());
        self.change(place, ChangeKind::Default, None, Some(default));
    }

    fn extra_members(&mut self, schema: &Value, members: &mut JsonObject, place: &Place) {
        if !is_closed(schema, place.depth) {
            return;
        }
        let known = schema.get("properties").and_then(Value::as_object);
        let is_extra = |name: &String| known.is_none_or(|known| !known.contains_key(name));
        let extra: Vec<_> = members.keys().filter(|name| is_extra(name)).cloned().collect();
        for name in extra {
            let below = place.below(&name);
            match self.policy.extra {
                ExtraArguments::Ignore => {
                    let before = members.shift_remove(&name);
                    self.change(&below, ChangeKind::Ignored, before, None);
                }
                ExtraArguments::Refuse => {
                    let message = Misfit::NoSuchParameter.notice();
                    self.refused.push(SchemaFinding { path: below.path, message });
                }
            }
        }
    }

    fn change(&mut self, place: &Place, kind: ChangeKind, before: Option<Value>, after: Option<Value>) {
        self.changes.push(ArgumentChange { path: place.path.clone(), kind, before, after });
    }
}

/// Whether what is not named is not wanted. The parameters of a function are a closed list unless the schema says
/// otherwise; an object inside is closed only where it says so.
fn is_closed(schema: &Value, depth: usize) -> bool {
    let opens = ["patternProperties", "allOf", "anyOf", "oneOf", "if", "$ref", "unevaluatedProperties"];
    if opens.iter().any(|keyword| schema.get(keyword).is_some()) {
        return false;
    }
    match schema.get("additionalProperties") {
        Some(Value::Bool(is_open)) => !is_open,
        Some(Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => false,
        None => depth == 0 && schema.get("properties").is_some_and(Value::is_object),
    }
}
