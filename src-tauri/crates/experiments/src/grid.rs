//! Lanes from every combination of models and settings.

use crate::run::LanePlan;
use content::{JsonObject, ModelId};
use serde_json::{Map, Value};
use std::str::FromStr;
use thiserror::Error;

/// A setting of requests with the values it is to have, a lane for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Varied {
    /// Its name, with dots where it lies in another: `thinking.effort`.
    pub name: String,
    pub values: Vec<Value>,
}

/// Why a text names no setting with its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is no setting with values, such as temperature=0,0.7")]
pub struct VariedError;

impl FromStr for Varied {
    type Err = VariedError;

    /// Values are JSON, or texts where they are none.
    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let (name, values) = written.split_once('=').ok_or(VariedError)?;
        if name.is_empty() || name.split('.').any(str::is_empty) || values.trim().is_empty() {
            return Err(VariedError);
        }
        let text = |value: &str| {
            let value = value.trim();
            serde_json::from_str(value).unwrap_or_else(|_| Value::from(value))
        };
        let values = serde_json::from_str(&format!("[{values}]"))
            .unwrap_or_else(|_| values.split(',').map(text).collect());
        Ok(Self { name: name.to_owned(), values })
    }
}

impl Varied {
    fn put(&self, request: &mut JsonObject, value: &Value) {
        let mut names: Vec<_> = self.name.split('.').collect();
        let Some(last) = names.pop() else { return };
        let mut at = request;
        for name in names {
            let inner = at.entry(name).or_insert_with(|| Value::Object(Map::new()));
            if !inner.is_object() {
                *inner = Value::Object(Map::new());
            }
            let Value::Object(inner) = inner else { return };
            at = inner;
        }
        at.insert(last.to_owned(), value.clone());
    }
}

/// A lane for each model with each combination of values, named by what it differs in.
pub fn grid(models: &[ModelId], varied: &[Varied]) -> Vec<LanePlan> {
    let mut lanes: Vec<_> = models.iter().cloned().map(LanePlan::of_model).collect();
    for setting in varied {
        let with = |lane: &LanePlan, value: &Value| {
            let mut lane = lane.clone();
            setting.put(&mut lane.request, value);
            let number = value.as_f64().map(|number| number.to_string());
            let written = value.as_str().map(str::to_owned).or(number).unwrap_or_else(|| value.to_string());
            lane.name = format!("{} {}={written}", lane.name, setting.name);
            lane
        };
        lanes = lanes.iter().flat_map(|lane| setting.values.iter().map(|value| with(lane, value))).collect();
    }
    lanes
}

/// The settings of a case with those of a lane in their place, as deep as they lie.
pub fn overlaid(case: &JsonObject, lane: &JsonObject) -> JsonObject {
    let mut made = case.clone();
    for (name, value) in lane {
        let merged = match (made.get(name), value) {
            (Some(Value::Object(below)), Value::Object(above)) => Value::Object(overlaid(below, above)),
            (Some(_) | None, value) => value.clone(),
        };
        made.insert(name.clone(), merged);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::{Varied, VariedError, grid, overlaid};
    use content::ModelId;
    use serde_json::{Value, json};

    #[test]
    fn every_model_runs_with_every_combination() {
        let varied =
            ["temperature=0,0.7", "thinking.effort=low,high"].map(|text| text.parse().expect("a setting"));
        let lanes = grid(&[ModelId::new("a"), ModelId::new("b")], &varied);
        assert_eq!(lanes.len(), 8);
        assert_eq!(lanes[1].name, "a temperature=0 thinking.effort=high");
        assert_eq!(
            Value::Object(lanes[1].request.clone()),
            json!({ "temperature": 0, "thinking": { "effort": "high" } })
        );
    }

    #[test]
    fn a_lane_has_its_own_settings_in_the_place_of_those_of_a_case() {
        let object = |value: Value| value.as_object().cloned().expect("an object");
        let case = object(json!({ "temperature": 1, "thinking": { "mode": "on" }, "seed": 4 }));
        let lane = object(json!({ "temperature": 0, "thinking": { "effort": "low" } }));
        let made = json!({ "temperature": 0, "thinking": { "mode": "on", "effort": "low" }, "seed": 4 });
        assert_eq!(Value::Object(overlaid(&case, &lane)), made);
    }

    #[test]
    fn what_names_no_value_is_refused() {
        for text in ["temperature", "=1", "temperature=", "thinking..effort=low"] {
            assert_eq!(text.parse::<Varied>(), Err(VariedError), "{text}");
        }
    }
}
