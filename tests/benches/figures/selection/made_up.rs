//! Functions and vectors that nobody wrote, as many as are wanted and always the same.

use content::FunctionName;
use ports::{Effect, FunctionInput, FunctionSpec};
use serde_json::json;
use std::sync::Arc;

const VERBS: [&str; 16] = [
    "create",
    "read",
    "update",
    "delete",
    "list",
    "send",
    "search",
    "export",
    "import",
    "archive",
    "approve",
    "cancel",
    "schedule",
    "compare",
    "convert",
    "summarise",
];
const THINGS: [&str; 24] = [
    "invoice", "customer", "ticket", "reminder", "message", "contract", "shipment", "payment", "calendar",
    "document", "report", "account", "order", "product", "employee", "forecast", "flight", "hotel", "recipe",
    "playlist", "patient", "course", "sensor", "campaign",
];
const PLACES: [&str; 12] = [
    "team",
    "region",
    "warehouse",
    "project",
    "department",
    "city",
    "country",
    "archive",
    "store",
    "clinic",
    "school",
    "fleet",
];

pub(super) fn functions(count: usize) -> Vec<Arc<FunctionSpec>> {
    (0..count).map(|number| Arc::new(function(number))).collect()
}

fn function(number: usize) -> FunctionSpec {
    let verb = VERBS[number % VERBS.len()];
    let thing = THINGS[number / VERBS.len() % THINGS.len()];
    let place = PLACES[number / (VERBS.len() * THINGS.len()) % PLACES.len()];
    let system = format!("system{}", number / 50);
    FunctionSpec {
        name: FunctionName::new(&system, &format!("{verb}_{thing}_{place}_{number}")),
        description: format!(
            "Lets you {verb} the {thing} that belongs to a {place} of {system}. Use it when somebody asks about a \
             {thing} and knows its number."
        ),
        parameters: json!({ "type": "object", "properties": {
            format!("{thing}_id"): { "type": "string", "description": format!("The number of the {thing}") },
            place: { "type": "string", "description": format!("The {place} it belongs to") },
            "status": { "type": "string", "enum": ["open", "closed", "unpaid"] },
        }}),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    }
}

/// A direction, the same for the same number.
pub(super) fn unit_vector(number: usize) -> Vec<f32> {
    let mut state = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        f32::from(u16::try_from(state >> 48).unwrap_or_default()) / 65_536.0 - 0.5
    };
    let mut vector: Vec<f32> = (0..super::DIMENSIONS).map(|_| next()).collect();
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|value| *value /= length);
    vector
}
