//! What a schema may not exceed or contain, as far as a provider says so.

use super::link::names_in;
use super::positions::{below, each_below, step};
use super::{Changes, Provider, SchemaDifference, SchemaUnfit};
use crate::outgoing::Reason;
use serde_json::Value;

/// What one strict schema may hold at most.
const MAX_LEVELS: usize = 10;
const MAX_PROPERTIES: usize = 5_000;
const MAX_ENUM_VALUES: usize = 1_000;

notices::declare! {
    /// A limit that the schemas of a strict function keep within.
    #[derive(Copy)]
    pub enum SizeLimit: "schema-limit" {
        Levels = "{MAX_LEVELS} levels of objects",
        Properties = "{MAX_PROPERTIES} properties",
        Values = "{MAX_ENUM_VALUES} values of enums",
    }
}

#[derive(Default)]
struct Size {
    levels: usize,
    properties: usize,
    values: usize,
}

pub(super) fn check_size(schema: &Value, provider: Provider) -> Result<(), SchemaUnfit> {
    let mut size = Size::default();
    measure(schema, 0, &mut size);
    let limits = [
        (size.levels > MAX_LEVELS, SizeLimit::Levels),
        (size.properties > MAX_PROPERTIES, SizeLimit::Properties),
        (size.values > MAX_ENUM_VALUES, SizeLimit::Values),
    ];
    match limits.into_iter().find(|(is_exceeded, _)| *is_exceeded) {
        Some((_, limit)) => Err(SchemaUnfit::TooLarge { provider, limit }),
        None => Ok(()),
    }
}

fn measure(schema: &Value, levels: usize, size: &mut Size) {
    let Value::Object(members) = schema else { return };
    let count = |keyword: &str| match members.get(keyword) {
        Some(Value::Object(named)) => named.len(),
        Some(Value::Array(values)) => values.len(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => 0,
    };
    let levels = levels + usize::from(members.contains_key("properties"));
    size.levels = size.levels.max(levels);
    size.properties += count("properties");
    size.values += count("enum");
    let mut below = members.clone();
    let definitions = below.shift_remove("$defs");
    each_below(&mut below, "", &mut |schema, _| measure(schema, levels, size));
    for definition in definitions.iter().filter_map(Value::as_object).flatten() {
        measure(definition.1, 0, size);
    }
}

/// How much of one request may be held to strict schemas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StrictBudget {
    functions: usize,
    optional: usize,
    unions: usize,
}

impl StrictBudget {
    pub(crate) const UNLIMITED: Self =
        Self { functions: usize::MAX, optional: usize::MAX, unions: usize::MAX };

    /// Of a model that compiles all strict schemas of a request into one grammar.
    pub(crate) const ONE_GRAMMAR: Self = Self { functions: 20, optional: 24, unions: 16 };

    /// Takes what a schema needs, or says why there is not enough left.
    pub(crate) fn take(&mut self, schema: &Value) -> Result<(), Reason> {
        let (mut optional, mut unions) = (0, 0);
        count_choices(schema, &mut optional, &mut unions);
        let left = self.functions.checked_sub(1);
        let left = left.zip(self.optional.checked_sub(optional)).zip(self.unions.checked_sub(unions));
        let Some(((functions, optional), unions)) = left else {
            return Err(Reason::StrictBudgetSpent);
        };
        *self = Self { functions, optional, unions };
        Ok(())
    }
}

/// Counts parameters that may be left out, and those of more than one type.
fn count_choices(schema: &Value, optional: &mut usize, unions: &mut usize) {
    let Value::Object(members) = schema else { return };
    let list = |keyword: &str| members.get(keyword).and_then(Value::as_array).map_or(0, Vec::len);
    let properties = members.get("properties").and_then(Value::as_object).map_or(0, serde_json::Map::len);
    *optional += properties.saturating_sub(list("required"));
    *unions += usize::from(members.contains_key("anyOf") || list("type") > 0);
    below(members).for_each(|below| count_choices(below, optional, unions));
}

/// A property that leads back to what it is part of may be left out: a circle of such that may not has no end.
pub(super) fn open_circles(schema: &mut Value, changes: &mut Changes) {
    let Some(Value::Object(definitions)) = schema.get("$defs").cloned() else { return };
    for (name, definition) in &definitions {
        let properties = definition.get("properties").and_then(Value::as_object);
        let leads_back = |property: &Value| {
            let Some(property) = properties.and_then(|all| all.get(property.as_str()?)) else { return false };
            let mut found = Vec::new();
            names_in(property, &mut found);
            let mut reached = 0;
            while let Some(next) = found.get(reached).cloned() {
                definitions.get(&next).into_iter().for_each(|definition| names_in(definition, &mut found));
                reached += 1;
            }
            found.contains(name)
        };
        let path = step(&step("/$defs", name), "required");
        let Some(Value::Array(required)) = schema.pointer_mut(&path) else { continue };
        required.retain(|property| {
            let is_kept = !leads_back(property);
            if !is_kept {
                changes.lost(&path, SchemaDifference::CircleOpened { property: property.to_string() });
            }
            is_kept
        });
    }
}
