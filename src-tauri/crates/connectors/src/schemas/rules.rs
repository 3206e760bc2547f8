//! What each provider takes, as data.

use super::SchemaUnfit;
use serde_json::Value;

/// The part of JSON Schema a provider takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaRules {
    /// Whose rules they are, for people.
    pub provider: &'static str,
    pub keywords: Keywords,
    pub references: References,
    pub shape: Shape,
    /// Whether every property has to be there and nothing else may be.
    pub is_strict: bool,
}

/// Which keywords are kept. The others are said in the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keywords {
    All,
    Only(&'static [&'static str]),
}

/// What becomes of `$ref`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    Keep,
    /// What is referred to takes the place of the reference.
    Inline,
}

/// What the root may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Any,
    /// No choice between schemas at the root: its branches become one object.
    PlainRoot,
    /// Parameters are texts, numbers, booleans and lists.
    Primitives,
}

const STRICT: &[&str] = &[
    "type",
    "title",
    "description",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "$ref",
    "$defs",
];

const GEMINI: &[&str] = &[
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
];

const OLLAMA: &[&str] = &["type", "items", "required", "properties", "anyOf", "description", "enum", "$defs"];

impl SchemaRules {
    pub const OPENAI: Self = Self::plain("OpenAI");
    pub const OPENAI_STRICT: Self = Self::strict("OpenAI, strict");
    pub const ANTHROPIC: Self = Self { shape: Shape::PlainRoot, ..Self::plain("Anthropic") };
    pub const ANTHROPIC_STRICT: Self = Self::strict("Anthropic, strict");
    pub const GEMINI_JSON: Self = Self { keywords: Keywords::Only(GEMINI), ..Self::plain("Gemini") };
    pub const BEDROCK: Self = Self { shape: Shape::PlainRoot, ..Self::plain("Bedrock") };
    pub const BEDROCK_STRICT: Self = Self::strict("Bedrock, strict");
    pub const BEDROCK_AGENTS: Self = Self { shape: Shape::Primitives, ..Self::plain("Bedrock agents") };
    pub const OLLAMA: Self =
        Self { keywords: Keywords::Only(OLLAMA), references: References::Inline, ..Self::plain("Ollama") };
    pub const MISTRAL: Self = Self::plain("Mistral");

    /// Every set of rules there is, for a person to compare.
    pub const ALL: [Self; 10] = [
        Self::OPENAI,
        Self::OPENAI_STRICT,
        Self::ANTHROPIC,
        Self::ANTHROPIC_STRICT,
        Self::GEMINI_JSON,
        Self::MISTRAL,
        Self::OLLAMA,
        Self::BEDROCK,
        Self::BEDROCK_STRICT,
        Self::BEDROCK_AGENTS,
    ];

    const fn plain(provider: &'static str) -> Self {
        Self {
            provider,
            keywords: Keywords::All,
            references: References::Keep,
            shape: Shape::Any,
            is_strict: false,
        }
    }

    const fn strict(provider: &'static str) -> Self {
        Self {
            keywords: Keywords::Only(STRICT),
            shape: Shape::PlainRoot,
            is_strict: true,
            ..Self::plain(provider)
        }
    }
}

impl Keywords {
    pub(super) fn has(self, keyword: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(kept) => kept.contains(&keyword),
        }
    }
}

impl Shape {
    pub(super) fn check(self, schema: &Value, provider: &'static str) -> Result<(), SchemaUnfit> {
        match self {
            Self::Any | Self::PlainRoot => Ok(()),
            Self::Primitives => {
                let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
                properties.map(|(name, schema)| check_primitive(name, schema, provider)).collect()
            }
        }
    }
}

fn check_primitive(parameter: &str, schema: &Value, provider: &'static str) -> Result<(), SchemaUnfit> {
    const KNOWN: [&str; 5] = ["string", "number", "integer", "boolean", "array"];
    let unfit = |kind: String| Err(SchemaUnfit { parameter: parameter.to_owned(), kind, provider });
    match schema.get("type") {
        Some(Value::String(kind)) if KNOWN.contains(&kind.as_str()) => {}
        Some(Value::String(kind)) => return unfit(format!("of type {kind}")),
        Some(Value::Array(_)) => return unfit("of several types".to_owned()),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
            return unfit("without a type".to_owned());
        }
    }
    match schema.get("items") {
        Some(items) => check_primitive(parameter, items, provider),
        None => Ok(()),
    }
}
