//! Lanes from every combination of models and what varies between them.

use crate::run::{LanePlan, Wording};
use content::{JsonObject, ModelId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::str::FromStr;
use thiserror::Error;
use ts_rs::TS;

/// Letters of a value that stands in the name of a lane. A longer one is named by its place.
const LABEL: usize = 24;

/// Something that differs between lanes, with the values it is to have, a lane for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Varied {
    /// `instructions`, `description:FUNCTION`, `schema:FUNCTION`, `selection.limit`, `names.…`, `choice`, `calls.…`, `guidance`,
    /// or a setting of requests, with dots where it lies in another: `thinking.effort`.
    pub name: String,
    pub values: Vec<VariedValue>,
}

/// One value. `null` leaves instructions, wordings, limit and names as the cases say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct VariedValue {
    /// Names it in the names of lanes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<String>,
    #[ts(type = "JsonValue")]
    pub value: Value,
}

/// Why a text or its values make no lanes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariedError {
    #[error("it is no setting with values, such as temperature=0,0.7")]
    NoValues { name: String },
    #[error("{name} can't be {value}")]
    Unfit { name: String, value: String },
    #[error("two lanes have the name {lane}")]
    Twice { lane: String },
}

/// What a name means.
#[derive(Clone, Copy)]
enum Subject<'a> {
    Instructions,
    Description(&'a str),
    Schema(&'a str),
    SelectionLimit,
    Names(&'a str),
    Calling(&'a str),
    Request(&'a str),
}

impl<'a> Subject<'a> {
    fn of(name: &'a str) -> Self {
        if name == "instructions" {
            Self::Instructions
        } else if name == "selection.limit" {
            Self::SelectionLimit
        } else if let Some(function) = name.strip_prefix("description:") {
            Self::Description(function)
        } else if let Some(function) = name.strip_prefix("schema:") {
            Self::Schema(function)
        } else if let Some(part) = name.strip_prefix("names.") {
            Self::Names(part)
        } else if ["choice", "guidance"].contains(&name) || name.starts_with("calls.") {
            Self::Calling(name)
        } else {
            Self::Request(name)
        }
    }

    fn is_named(self) -> bool {
        match self {
            Self::Instructions | Self::SelectionLimit => true,
            Self::Description(name) | Self::Schema(name) | Self::Names(name) => !name.is_empty(),
            Self::Calling(name) | Self::Request(name) => !name.split('.').any(str::is_empty),
        }
    }

    fn is_text(self) -> bool {
        matches!(self, Self::Instructions | Self::Description(_) | Self::Schema(_))
    }
}

impl FromStr for Varied {
    type Err = VariedError;

    /// Values are JSON, or texts where they are none.
    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let unnamed = || VariedError::NoValues { name: written.to_owned() };
        let (name, values) = written.split_once('=').ok_or_else(unnamed)?;
        if !Subject::of(name).is_named() || values.trim().is_empty() {
            return Err(unnamed());
        }
        let text = |value: &str| {
            let value = value.trim();
            serde_json::from_str(value).unwrap_or_else(|_| Value::from(value))
        };
        let values: Vec<Value> = serde_json::from_str(&format!("[{values}]"))
            .unwrap_or_else(|_| values.split(',').map(text).collect());
        let values = values.into_iter().map(|value| VariedValue { label: None, value });
        Ok(Self { name: name.to_owned(), values: values.collect() })
    }
}

impl Varied {
    /// The same with the texts of files in the place of values such as `@a.txt`, where the value is a text or a schema.
    pub fn with_files<E>(mut self, read: impl Fn(&str) -> Result<String, E>) -> Result<Self, E> {
        if !Subject::of(&self.name).is_text() {
            return Ok(self);
        }
        for one in &mut self.values {
            let Some(path) = one.value.as_str().and_then(|text| text.strip_prefix('@')) else { continue };
            let text = read(path)?;
            one.label = Some(path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned());
            one.value = Value::from(text.trim_end());
        }
        Ok(self)
    }

    fn put(&self, lane: &mut LanePlan, value: &Value) -> Option<()> {
        let subject = Subject::of(&self.name);
        if value.is_null() && !matches!(subject, Subject::Request(_)) {
            return Some(());
        }
        match subject {
            Subject::Instructions => lane.instructions = Some(value.as_str()?.to_owned()),
            Subject::Description(function) => {
                wording(lane, function).description = Some(value.as_str()?.to_owned());
            }
            Subject::Schema(function) => wording(lane, function).parameters = Some(schema(value)?),
            Subject::SelectionLimit => {
                let limit = value.as_u64().filter(|limit| *limit > 0)?;
                lane.selection_limit = Some(usize::try_from(limit).ok()?);
            }
            Subject::Names(part) => _ = lane.names.insert(part.to_owned(), value.clone()),
            Subject::Calling(name) => put_in(&mut lane.calling, name, value),
            Subject::Request(name) => put_in(&mut lane.request, name, value),
        }
        Some(())
    }

    fn label(&self, place: usize, one: &VariedValue) -> String {
        if let Some(label) = &one.label {
            return label.clone();
        }
        let written = match (&one.value, Subject::of(&self.name)) {
            (Value::Null, Subject::Request(_)) => "null".to_owned(),
            (Value::Null, _) => "unchanged".to_owned(),
            (Value::String(text), _) => text.clone(),
            (value, _) => value.as_f64().map_or_else(|| value.to_string(), |number| number.to_string()),
        };
        let is_short = written.chars().count() <= LABEL && !written.chars().any(char::is_control);
        if is_short { written } else { format!("#{}", place + 1) }
    }
}

fn wording<'a>(lane: &'a mut LanePlan, function: &str) -> &'a mut Wording {
    let place = lane.wordings.iter().position(|wording| wording.function == function);
    let place = place.unwrap_or_else(|| {
        let function = function.to_owned();
        lane.wordings.push(Wording { function, description: None, parameters: None });
        lane.wordings.len() - 1
    });
    &mut lane.wordings[place]
}

/// An object, or the text of one.
fn schema(value: &Value) -> Option<Value> {
    let read = value.as_str().map(|text| serde_json::from_str(text).ok());
    read.unwrap_or_else(|| Some(value.clone())).filter(Value::is_object)
}

fn put_in(request: &mut JsonObject, name: &str, value: &Value) {
    let mut names: Vec<_> = name.split('.').collect();
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

/// A lane for each model with each combination of values, named by what it differs in.
pub fn grid(models: &[ModelId], varied: &[Varied]) -> Result<Vec<LanePlan>, VariedError> {
    let mut lanes: Vec<_> = models.iter().cloned().map(LanePlan::of_model).collect();
    for setting in varied {
        if setting.values.is_empty() || !Subject::of(&setting.name).is_named() {
            return Err(VariedError::NoValues { name: setting.name.clone() });
        }
        let mut made = Vec::new();
        for lane in &lanes {
            for (place, one) in setting.values.iter().enumerate() {
                let mut lane = lane.clone();
                let label = setting.label(place, one);
                setting
                    .put(&mut lane, &one.value)
                    .ok_or_else(|| VariedError::Unfit { name: setting.name.clone(), value: label.clone() })?;
                lane.name = format!("{} {}={label}", lane.name, setting.name);
                made.push(lane);
            }
        }
        lanes = made;
    }
    let mut seen = BTreeSet::new();
    match lanes.iter().find(|lane| !seen.insert(lane.name.as_str())) {
        Some(lane) => Err(VariedError::Twice { lane: lane.name.clone() }),
        None => Ok(lanes),
    }
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
    use crate::run::LanePlan;
    use content::ModelId;
    use serde_json::{Value, json};

    fn lanes(varied: &[&str]) -> Result<Vec<LanePlan>, VariedError> {
        let varied: Vec<Varied> = varied.iter().map(|text| text.parse().expect("a setting")).collect();
        grid(&[ModelId::new("a"), ModelId::new("b")], &varied)
    }

    #[test]
    fn every_model_runs_with_every_combination() {
        let lanes = lanes(&["temperature=0,0.7", "thinking.effort=low,high"]).expect("lanes");
        assert_eq!(lanes.len(), 8);
        assert_eq!(lanes[1].name, "a temperature=0 thinking.effort=high");
        assert_eq!(
            Value::Object(lanes[1].request.clone()),
            json!({ "temperature": 0, "thinking": { "effort": "high" } })
        );
    }

    #[test]
    fn instructions_wordings_limits_and_names_vary_like_settings() {
        let lanes = lanes(&[
            "instructions=null,Be brief.",
            "description:weather.get=Tells the weather.",
            "schema:weather.get={\"type\":\"object\"}",
            "selection.limit=5",
            "names.style=functionAlone",
            "choice=required",
            "calls.strict=true",
        ]);
        let lane = lanes.expect("lanes").swap_remove(1);
        assert_eq!(lane.instructions.as_deref(), Some("Be brief."));
        assert_eq!((lane.selection_limit, lane.wordings.len()), (Some(5), 1));
        assert_eq!(lane.wordings[0].description.as_deref(), Some("Tells the weather."));
        assert_eq!(lane.wordings[0].parameters, Some(json!({ "type": "object" })));
        assert_eq!(Value::Object(lane.names.clone()), json!({ "style": "functionAlone" }));
        assert_eq!(
            Value::Object(lane.calling.clone()),
            json!({ "choice": "required", "calls": { "strict": true } })
        );
        let names: Vec<_> = lane.settings().into_iter().map(|setting| setting.name).collect();
        let all = ["choice", "calls", "selection.limit", "names.style", "instructions"];
        assert_eq!(names, [&all[..], &["description:weather.get", "schema:weather.get"]].concat());
    }

    #[test]
    fn a_text_that_varies_comes_from_files_which_name_it() {
        let varied: Varied = "instructions=@texts/a.txt,null".parse().expect("a setting");
        let read = |path: &str| Ok::<_, ()>(format!("The text of {path}.\n"));
        let lanes = grid(&[ModelId::new("a")], &[varied.with_files(read).expect("texts")]).expect("lanes");
        assert_eq!(lanes[0].name, "a instructions=a.txt");
        assert_eq!(lanes[0].instructions.as_deref(), Some("The text of texts/a.txt."));
        assert_eq!((lanes[1].name.as_str(), &lanes[1].instructions), ("a instructions=unchanged", &None));
        let other: Varied = "user=@a.txt".parse().expect("a setting");
        assert_eq!(other.clone().with_files(read), Ok(other));
    }

    #[test]
    fn a_long_text_is_named_by_its_place() {
        let lanes = lanes(&["instructions=\"Short.\",\"Answer in two sentences, and never more.\""]);
        assert_eq!(lanes.expect("lanes")[1].name, "a instructions=#2");
    }

    #[test]
    fn values_that_do_not_fit_and_lanes_of_one_name_are_refused() {
        for text in ["instructions=1", "schema:f=text", "schema:f=3", "selection.limit=0", "description:f={}"]
        {
            assert!(matches!(lanes(&[text]), Err(VariedError::Unfit { .. })), "{text}");
        }
        assert!(matches!(lanes(&["temperature=0,0"]), Err(VariedError::Twice { .. })));
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
        for text in
            ["temperature", "=1", "temperature=", "thinking..effort=low", "description:=a", "names.=a"]
        {
            assert!(matches!(text.parse::<Varied>(), Err(VariedError::NoValues { .. })), "{text}");
        }
    }
}
