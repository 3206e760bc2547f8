//! The texts of a function, as each signal reads them.

use crate::words::spread;
use ports::FunctionSpec;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The depth to which nested objects of a schema are read.
const DEPTH: usize = 4;

/// Identifies a function by its texts. The same texts give the same fingerprint on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }

    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(crate) fn half(&self) -> Half {
        let mut half = [0; 16];
        half.copy_from_slice(&self.0[..16]);
        Half(half)
    }
}

/// Half a fingerprint, enough to tell entries in memory apart. There may be a hundred thousand of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Half([u8; 16]);

/// The texts of a function, with the weight of a word in each, in quarters.
pub(crate) fn fields(spec: &FunctionSpec) -> [(String, u32); 5] {
    let plugin = spec.name.plugin.as_ref().map_or("", |plugin| plugin.as_str());
    let (mut names, mut about) = (Vec::new(), Vec::new());
    collect(&spec.parameters, DEPTH, &mut names, &mut about);
    [
        (plugin.to_owned(), 4),
        (spec.name.function.clone(), 8),
        (spec.description.clone(), 4),
        (names.join(" "), 2),
        (about.join(" "), 1),
    ]
}

/// The texts that are embedded: name and description together, and each alone. Parameters add almost nothing to the
/// meaning.
pub(crate) fn sentences(spec: &FunctionSpec) -> [String; 3] {
    let plugin = spec.name.plugin.as_ref().map_or("", |plugin| plugin.as_str());
    let name = spread(&format!("{plugin} {}", spec.name.function));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = format!("{name}: {}", spec.description);
    [whole, name, spec.description.clone()]
}

/// The weight of each sentence's vector in the vector of a function.
pub(crate) const SENTENCE_WEIGHTS: [f32; 3] = [1.0, 0.2, 0.5];

/// Collects the names of parameters and the texts about them: descriptions and enumerated values.
fn collect(schema: &Value, depth: usize, names: &mut Vec<String>, about: &mut Vec<String>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    for (name, property) in properties {
        names.push(name.clone());
        about.extend(property.get("description").and_then(Value::as_str).map(str::to_owned));
        for part in [Some(property), property.get("items")].into_iter().flatten() {
            let choices = part.get("enum").and_then(Value::as_array).into_iter().flatten();
            about.extend(choices.filter_map(Value::as_str).map(str::to_owned));
            if depth > 0 {
                collect(part, depth - 1, names, about);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fields, sentences};
    use content::FunctionName;
    use ports::{Effect, FunctionInput, FunctionSpec};
    use serde_json::json;

    fn forecast() -> FunctionSpec {
        FunctionSpec {
            name: FunctionName::new("weather", "getForecast"),
            description: "Tells the weather of the coming days.".into(),
            parameters: json!({ "type": "object", "properties": {
                "place": { "type": "object", "properties": { "city": { "description": "Its name" } } },
                "units": { "type": "array", "items": { "enum": ["celsius", "fahrenheit"] } },
            }}),
            effect: Effect::ReadsOnly,
            input: FunctionInput::default(),
            returns: None,
        }
    }

    #[test]
    fn nested_parameters_and_choices_are_read() {
        let texts = fields(&forecast()).map(|(text, _)| text);
        assert_eq!(
            texts,
            [
                "weather",
                "getForecast",
                "Tells the weather of the coming days.",
                "place city units",
                "Its name celsius fahrenheit"
            ]
        );
    }

    #[test]
    fn a_name_is_embedded_in_words() {
        let [whole, name, description] = sentences(&forecast());
        assert_eq!(whole, "weather get Forecast: Tells the weather of the coming days.");
        assert_eq!(whole, format!("{name}: {description}"));
    }
}
