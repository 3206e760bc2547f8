//! Settles every reference: it leads to a definition of the root, or what it refers to stands in its place.

use super::index::{Index, reference_of};
use super::merge::{Required, merge};
use super::positions::{Position, below, position, step};
use super::{Changes, References, SchemaDifference, SchemaRules};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, VecDeque};

/// More than any schema a person wrote. A few small definitions that name each other can grow without end.
const MAX_NODES: usize = 20_000;
/// Steps of a path. Deeper than any schema a person wrote.
const MAX_PATH_STEPS: usize = 128;

/// What only references need. Behind the linker none of it is left.
const NAMES: [&str; 12] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "$defs",
    "definitions",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$schema",
    "$vocabulary",
];

struct Linker<'a, 'c> {
    rules: &'a SchemaRules,
    index: Index<'a>,
    changes: &'c mut Changes,
    /// What each definition is called, by its place in the schema there was.
    names: BTreeMap<String, String>,
    waiting: VecDeque<(String, String)>,
    /// What is being put in the place of a reference.
    open: Vec<String>,
    left: usize,
}

/// Where a schema stands.
struct At {
    /// In the schema that is written.
    path: String,
    /// In the schema there was.
    source: String,
    use_of: Use,
}

/// What becomes of a schema, which decides whether it may be a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Own,
    /// It becomes part of the schema around it.
    Part,
    /// It becomes part of the root.
    Root,
}

pub(super) fn link(schema: &Value, rules: &SchemaRules, changes: &mut Changes) -> Value {
    let index = Index::of(schema);
    let (names, waiting, open) = (BTreeMap::new(), VecDeque::new(), vec![String::new()]);
    let mut linker = Linker { rules, index, changes, names, waiting, open, left: MAX_NODES };
    let at = At { path: String::new(), source: String::new(), use_of: Use::Root };
    let mut linked = linker.schema(schema, &at);
    let definitions = linker.definitions();
    if let Value::Object(members) = &mut linked
        && !definitions.is_empty()
    {
        members.insert("$defs".to_owned(), Value::Object(definitions));
    }
    linked
}

impl Linker<'_, '_> {
    fn definitions(&mut self) -> Map<String, Value> {
        let mut definitions = Map::new();
        while let Some((name, source)) = self.waiting.pop_front() {
            self.open = vec![source.clone()];
            let schema = self.index.schema(&source);
            let at = At { path: step("/$defs", &name), source, use_of: Use::Own };
            definitions.insert(name, self.schema(schema, &at));
        }
        definitions
    }

    fn schema(&mut self, schema: &Value, at: &At) -> Value {
        self.left = self.left.saturating_sub(1);
        let Value::Object(members) = schema else { return schema.clone() };
        let joined = (at.use_of != Use::Root && !self.rules.keywords.has("allOf")).then(|| joined(members));
        let members = joined.as_ref().unwrap_or(members);
        let beside = self.members(members, at);
        match reference_of(members) {
            Some(reference) => self.referred(reference, beside, at),
            None => Value::Object(beside),
        }
    }

    /// Everything but references and what they lead to.
    fn members(&mut self, members: &Map<String, Value>, at: &At) -> Map<String, Value> {
        let mut linked = Map::new();
        for (key, value) in members {
            if NAMES.contains(&key.as_str()) {
                if key == "$schema" || key == "$id" {
                    let what = SchemaDifference::LeftAway { keyword: key.clone() };
                    self.changes.noted(&step(&at.path, key), what);
                }
                continue;
            }
            linked.insert(key.clone(), self.member(key, value, at));
        }
        linked
    }

    fn member(&mut self, key: &str, value: &Value, at: &At) -> Value {
        let is_choice = matches!(key, "allOf" | "anyOf" | "oneOf");
        let use_of = match at.use_of {
            Use::Root if is_choice && self.rules.shape.is_flat() => Use::Root,
            Use::Root | Use::Part | Use::Own if key == "allOf" && !self.rules.keywords.has(key) => Use::Part,
            Use::Root | Use::Part | Use::Own => Use::Own,
        };
        let path = step(&at.path, key);
        let source = step(&at.source, key);
        match (position(key, value), value) {
            (Position::One, value) => self.schema(value, &At { path, source, use_of }),
            (Position::List, Value::Array(list)) => {
                let each = list.iter().enumerate().map(|(number, value)| {
                    let [path, source] = [&path, &source].map(|place| format!("{place}/{number}"));
                    self.schema(value, &At { path, source, use_of })
                });
                each.collect()
            }
            (Position::Named, Value::Object(named)) => {
                let each = named.iter().map(|(name, value)| {
                    let [path, source] = [&path, &source].map(|place| step(place, name));
                    (name.clone(), self.schema(value, &At { path, source, use_of }))
                });
                Value::Object(each.collect())
            }
            (Position::List | Position::Named | Position::Value, value) => value.clone(),
        }
    }

    fn referred(&mut self, reference: &str, beside: Map<String, Value>, at: &At) -> Value {
        let Some(target) = self.index.resolve(reference, &at.source) else {
            let what = SchemaDifference::ReferenceUnfollowed { reference: reference.to_owned() };
            return self.unfollowed(what, beside, at);
        };
        let is_replaced = match self.rules.references {
            References::Keep => false,
            References::Alone | References::AloneAndOpen => !beside.is_empty(),
            References::Inline => true,
        };
        if !is_replaced && at.use_of == Use::Own {
            let name = self.name(&target, reference);
            let mut written = Map::from_iter([("$ref".to_owned(), format!("#/$defs/{name}").into())]);
            written.extend(beside);
            return Value::Object(written);
        }
        if !self.open.contains(&target) && self.left > 0 && at.path.matches('/').count() < MAX_PATH_STEPS {
            return self.in_its_place(reference, target, beside, at);
        }
        if self.rules.references != References::Inline && at.use_of == Use::Own {
            for key in beside.keys() {
                self.changes
                    .lost(&step(&at.path, key), SchemaDifference::BesideReference { keyword: key.clone() });
            }
            let name = self.name(&target, reference);
            return Value::Object(Map::from_iter([("$ref".to_owned(), format!("#/$defs/{name}").into())]));
        }
        let is_circular = self.open.contains(&target);
        let reference = reference.to_owned();
        let what = match is_circular {
            true => SchemaDifference::ReferenceCircular { reference },
            false => SchemaDifference::ReferenceUnfollowed { reference },
        };
        self.unfollowed(what, beside, at)
    }

    fn in_its_place(
        &mut self,
        reference: &str,
        target: String,
        beside: Map<String, Value>,
        at: &At,
    ) -> Value {
        self.changes.noted(&at.path, SchemaDifference::ReferenceReplaced { reference: reference.to_owned() });
        let use_of = if at.use_of == Use::Root { Use::Root } else { Use::Part };
        let schema = self.index.schema(&target);
        self.open.push(target.clone());
        let found = self.schema(schema, &At { path: at.path.clone(), source: target, use_of });
        self.open.pop();
        if found == Value::Bool(false) {
            return found;
        }
        let mut joined = beside;
        merge(&mut joined, found, Required::Stay, &at.path, self.changes);
        Value::Object(joined)
    }

    fn unfollowed(&mut self, what: SchemaDifference, beside: Map<String, Value>, at: &At) -> Value {
        self.changes.lost(&at.path, what);
        Value::Object(beside)
    }

    /// What a definition is called: as it was, in letters every provider takes.
    fn name(&mut self, target: &str, reference: &str) -> String {
        if let Some(name) = self.names.get(target) {
            return name.clone();
        }
        let last = target.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~");
        let letter = |letter: char| match letter {
            '_' | '-' | '.' => letter,
            letter if letter.is_ascii_alphanumeric() => letter,
            _ => '_',
        };
        let plain: String = last.chars().map(letter).collect();
        let plain = if plain.is_empty() { "root".to_owned() } else { plain };
        let mut name = plain.clone();
        let mut number = 1;
        while self.names.values().any(|taken| *taken == name) {
            number += 1;
            name = format!("{plain}_{number}");
        }
        if reference != format!("#/$defs/{name}") {
            let what = SchemaDifference::ReferenceWritten { reference: reference.to_owned() };
            self.changes.noted(&step("/$defs", &name), what);
        }
        self.names.insert(target.to_owned(), name.clone());
        self.waiting.push_back((name.clone(), target.to_owned()));
        name
    }
}

/// A schema whose `allOf` has one part is that part and what stands beside it.
fn joined(members: &Map<String, Value>) -> Map<String, Value> {
    let mut joined = members.clone();
    while let Some([Value::Object(part)]) = joined.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
        let part = part.clone();
        let rest = joined.iter().filter(|(key, _)| *key != "allOf");
        if rest.clone().any(|(key, value)| part.get(key).is_some_and(|other| other != value)) {
            break;
        }
        let rest: Map<_, _> = rest.map(|(key, value)| (key.clone(), value.clone())).collect();
        joined = rest.into_iter().chain(part).collect();
    }
    joined
}

/// Takes away the definitions nothing leads to any more.
pub(super) fn prune(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    let Some(Value::Object(mut definitions)) = members.shift_remove("$defs") else { return };
    let mut found = Vec::new();
    names_in(&Value::Object(members.clone()), &mut found);
    let mut reached = 0;
    while let Some(name) = found.get(reached) {
        let definition = definitions.get(name).cloned().unwrap_or_default();
        names_in(&definition, &mut found);
        reached += 1;
    }
    definitions.retain(|name, _| found.contains(name));
    if !definitions.is_empty() {
        members.insert("$defs".to_owned(), Value::Object(definitions));
    }
}

/// The definitions a schema refers to, each once. What looks like a reference in a value, such as a default, is none.
pub(super) fn names_in(schema: &Value, found: &mut Vec<String>) {
    let Value::Object(members) = schema else { return };
    let name = members.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix("#/$defs/"));
    if let Some(name) = name.map(str::to_owned).filter(|name| !found.contains(name)) {
        found.push(name);
    }
    below(members).for_each(|below| names_in(below, found));
}
