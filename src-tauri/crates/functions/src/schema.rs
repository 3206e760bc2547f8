//! The schema of a function's arguments, from their Rust type.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// One object schema with everything in place, as providers want it: no references, and properties even where there
/// are none.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(without_machine_formats).transform(&mut schema);
    for about_the_type in ["$schema", "title", "description"] {
        schema.remove(about_the_type);
    }
    schema.ensure_object().entry("properties").or_insert_with(|| Value::Object(Map::new()));
    schema.to_value()
}

/// `int64` and its like are no formats of JSON Schema. They tell a model nothing, and some providers refuse them.
fn without_machine_formats(schema: &mut Schema) {
    let is_of_a_machine = schema.get("format").and_then(Value::as_str).is_some_and(|format| {
        let number = format.trim_start_matches(['u', 'i', 'n', 't']);
        matches!(format, "float" | "double" | "int" | "uint")
            || format != number && number.parse::<u16>().is_ok()
    });
    if is_of_a_machine {
        schema.remove("format");
    }
}

#[cfg(test)]
mod tests {
    use super::schema_of;
    use schemars::JsonSchema;
    use serde_json::json;

    #[test]
    fn a_function_without_parameters_has_an_object_without_properties() {
        #[derive(JsonSchema)]
        struct Nothing {}
        assert_eq!(schema_of::<Nothing>(), json!({ "type": "object", "properties": {} }));
    }

    #[test]
    fn only_what_is_not_optional_is_required() {
        #[derive(JsonSchema)]
        #[expect(dead_code, reason = "only its schema is looked at")]
        struct Arguments {
            /// The first.
            one: u16,
            two: Option<String>,
            #[serde(default = "three")]
            three: f32,
        }
        fn three() -> f32 {
            3.0
        }
        let expected = json!({
            "type": "object",
            "properties": {
                "one": { "type": "integer", "minimum": 0, "maximum": 65535, "description": "The first." },
                "two": { "type": ["string", "null"] },
                "three": { "type": "number", "default": 3.0 },
            },
            "required": ["one"],
        });
        assert_eq!(schema_of::<Arguments>(), expected);
    }
}
