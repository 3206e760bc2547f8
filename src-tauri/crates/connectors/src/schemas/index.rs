//! Finds what a reference refers to.

use super::positions::{Position, position, step};
use percent_encoding::percent_decode_str;
use reqwest::Url;
use serde_json::{Map, Value};

/// References in a row. More of them lead in a circle.
const MAX_REFERENCE_CHAIN: usize = 64;

/// The names schemas inside of a schema go by.
pub(super) struct Index<'a> {
    root: &'a Value,
    /// Schemas with an address of their own, the root first, each by its JSON pointer.
    resources: Vec<(String, Option<Url>)>,
    anchors: Vec<(String, String)>,
}

/// The reference a schema consists of, by whatever keyword.
pub(super) fn reference_of(members: &Map<String, Value>) -> Option<&str> {
    ["$ref", "$dynamicRef", "$recursiveRef"].iter().find_map(|keyword| members.get(*keyword)?.as_str())
}

impl<'a> Index<'a> {
    pub(super) fn of(root: &'a Value) -> Self {
        let base = Url::parse("schema:/").ok();
        let mut index = Self { root, resources: vec![(String::new(), base.clone())], anchors: Vec::new() };
        index.collect(root, "", base.as_ref());
        index
    }

    /// The place of what is referred to, as a JSON pointer. Nothing where the reference leads nowhere or to itself.
    pub(super) fn resolve(&self, reference: &str, from: &str) -> Option<String> {
        let found = self.target(reference, from)?;
        let mut seen = vec![found.clone()];
        let mut at = found.clone();
        while let Some(next) = self.schema(&at).as_object().and_then(reference_of) {
            let Some(next) = self.target(next, &at) else { break };
            if seen.contains(&next) || seen.len() > MAX_REFERENCE_CHAIN {
                return None;
            }
            seen.push(next.clone());
            at = next;
        }
        Some(found)
    }

    /// What stands at a place.
    pub(super) fn schema(&self, pointer: &str) -> &'a Value {
        self.root.pointer(pointer).unwrap_or(&Value::Null)
    }

    fn target(&self, reference: &str, from: &str) -> Option<String> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let (home, base) = self.resource_around(from);
        let resource = if document.is_empty() {
            home
        } else {
            let wanted = base.as_ref()?.join(document).ok()?;
            let is_wanted = |url: &Option<Url>| url.as_ref() == Some(&wanted);
            self.resources.iter().find(|(_, url)| is_wanted(url)).map(|(pointer, _)| pointer)?
        };
        let decoded = percent_decode_str(fragment).decode_utf8().unwrap_or_else(|_| fragment.into());
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchored(&decoded, resource);
        }
        // What stands in a schema with an address of its own is often told from the root all the same.
        let places = [resource.as_str(), ""];
        let each =
            places.iter().flat_map(|place| [fragment, decoded.as_ref()].map(|path| format!("{place}{path}")));
        each.into_iter().find(|pointer| matches!(self.schema(pointer), Value::Object(_) | Value::Bool(_)))
    }

    fn anchored(&self, anchor: &str, resource: &str) -> Option<String> {
        let mut named = self.anchors.iter().filter(|(name, _)| name == anchor).map(|(_, pointer)| pointer);
        let near = named.clone().find(|pointer| self.resource_around(pointer).0 == resource);
        near.or_else(|| named.next()).cloned()
    }

    /// The innermost schema with an address around a place.
    fn resource_around(&self, from: &str) -> &(String, Option<Url>) {
        let is_around = |pointer: &str| {
            from.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let around = self.resources.iter().filter(|(pointer, _)| is_around(pointer));
        // The root is around everything.
        around.max_by_key(|(pointer, _)| pointer.len()).unwrap_or(&self.resources[0])
    }

    fn collect(&mut self, schema: &Value, pointer: &str, base: Option<&Url>) {
        let Value::Object(members) = schema else { return };
        let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
        let id = text("$id").or_else(|| text("id")).unwrap_or_default();
        let (address, fragment) = id.split_once('#').unwrap_or((id, ""));
        let anchors = [text("$anchor"), text("$dynamicAnchor"), Some(fragment)];
        let anchors = anchors.into_iter().flatten().filter(|anchor| !anchor.is_empty());
        self.anchors.extend(anchors.map(|anchor| (anchor.to_owned(), pointer.to_owned())));
        let own = base.filter(|_| !address.is_empty()).and_then(|base| base.join(address).ok());
        if let Some(own) = &own {
            self.resources.retain(|(known, _)| known != pointer);
            self.resources.push((pointer.to_owned(), Some(own.clone())));
        }
        let base = own.as_ref().or(base);
        for (key, value) in members {
            let below = step(pointer, key);
            match (position(key, value), value) {
                (Position::One, value) => self.collect(value, &below, base),
                (Position::List, Value::Array(list)) => {
                    for (number, value) in list.iter().enumerate() {
                        self.collect(value, &format!("{below}/{number}"), base);
                    }
                }
                (Position::Named, Value::Object(named)) => {
                    for (name, value) in named {
                        self.collect(value, &step(&below, name), base);
                    }
                }
                (Position::List | Position::Named | Position::Value, _) => {}
            }
        }
    }
}
