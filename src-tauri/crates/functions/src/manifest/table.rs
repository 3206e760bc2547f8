//! What the tables of all kinds have in common.

use ports::Effect;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A value with the place it was read from.
pub(crate) type Place<T> = toml_place::Place<T>;

/// What a call leaves behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Effects {
    /// Nothing: it may run again.
    Reads,
    /// Something.
    #[default]
    Changes,
}

impl From<Effects> for Effect {
    fn from(effects: Effects) -> Self {
        match effects {
            Effects::Reads => Self::ReadsOnly,
            Effects::Changes => Self::Changes,
        }
    }
}

/// The schema of a function without parameters.
pub(super) fn nothing() -> Value {
    json!({ "type": "object", "properties": {} })
}

/// The parameters as an object schema: what a person left out because it goes without saying is put in.
pub(crate) fn object_schema(parameters: &Value) -> Value {
    let mut schema = parameters.clone();
    if let Value::Object(schema) = &mut schema {
        schema.entry("type").or_insert_with(|| json!("object"));
        schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    }
    schema
}

mod toml_place {
    use schemars::{JsonSchema, Schema, SchemaGenerator};
    use serde::{Deserialize, Deserializer};
    use std::borrow::Cow;
    use std::ops::{Deref, Range};

    /// [`toml::Spanned`] with the schema of what is in it.
    #[derive(Clone, Debug)]
    pub(crate) struct Place<T>(toml::Spanned<T>);

    impl<T> Place<T> {
        pub(crate) fn span(&self) -> Range<usize> {
            self.0.span()
        }
    }

    impl<T> Deref for Place<T> {
        type Target = T;

        fn deref(&self) -> &T {
            self.0.get_ref()
        }
    }

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Place<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            toml::Spanned::deserialize(deserializer).map(Self)
        }
    }

    impl<T: JsonSchema> JsonSchema for Place<T> {
        fn inline_schema() -> bool {
            T::inline_schema()
        }

        fn schema_name() -> Cow<'static, str> {
            T::schema_name()
        }

        fn schema_id() -> Cow<'static, str> {
            T::schema_id()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            T::json_schema(generator)
        }
    }
}
