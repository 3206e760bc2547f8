//! What each provider takes, as data.

use super::SchemaUnfit;
use serde_json::Value;

/// The part of JSON Schema a provider takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaRules {
    /// Whose rules they are, for people.
    pub provider: Provider,
    pub keywords: Keywords,
    pub references: References,
    pub shape: Shape,
    pub strictness: Strictness,
    /// Whether a list has to say what its items are.
    pub needs_items: bool,
    /// Whether the values of an enum are texts that say something, or numbers.
    pub plain_enums: bool,
    /// Whether what is required has to be described.
    pub knows_required: bool,
    /// Whether properties are named with a few letters only.
    pub plain_keys: bool,
}

notices::declare! {
    /// Whose rules they are. A name is the same in every language.
    #[derive(Copy)]
    pub enum Provider: "schema-rules" {
        Loose { name: &'static str } = "{name}",
        Strict { name: &'static str } = "{name}, strict",
    }

    /// The kind of a parameter that a provider without nested objects does not take.
    pub enum Unsuited: "schema-unsuited" {
        Kind { kind: String } = "of type {kind}",
        Several = "of several types",
        Untyped = "without a type",
    }
}

/// Which keywords are kept. The others are said in the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keywords {
    All,
    Only(&'static [&'static str]),
    AllBut(&'static [&'static str]),
}

/// What becomes of `$ref`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    Keep,
    /// A reference stays if nothing stands beside it.
    Alone,
    /// The same, and a circle of references leads through a property that may be left out.
    AloneAndOpen,
    /// What is referred to takes the place of the reference.
    Inline,
}

/// What the root may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Any,
    /// No choice between schemas at the root: its branches become one object.
    PlainRoot,
    /// Properties, and which of them are required.
    BareRoot,
    /// Parameters are texts, numbers, booleans and lists.
    Primitives,
}

/// How far arguments are held to their schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    Loose,
    /// Nothing but what is described may be there.
    Closed,
    /// All of what is described has to be there as well.
    Complete,
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
    pub const OPENAI: Self = Self {
        keywords: Keywords::AllBut(&["prefixItems"]),
        shape: Shape::PlainRoot,
        needs_items: true,
        ..Self::plain("OpenAI")
    };
    pub const OPENAI_STRICT: Self =
        Self { references: References::Alone, strictness: Strictness::Complete, ..Self::strict("OpenAI") };
    pub const ANTHROPIC: Self =
        Self { shape: Shape::PlainRoot, plain_keys: true, ..Self::plain("Anthropic") };
    pub const ANTHROPIC_STRICT: Self = Self { plain_keys: true, ..Self::strict("Anthropic") };
    pub const GEMINI_JSON: Self = Self {
        keywords: Keywords::Only(GEMINI),
        references: References::AloneAndOpen,
        plain_enums: true,
        knows_required: true,
        ..Self::plain("Gemini")
    };
    pub const BEDROCK: Self = Self { shape: Shape::PlainRoot, plain_keys: true, ..Self::plain("Bedrock") };
    pub const BEDROCK_STRICT: Self = Self { plain_keys: true, ..Self::strict("Bedrock") };
    pub const BEDROCK_NOVA: Self = Self {
        references: References::Inline,
        shape: Shape::BareRoot,
        plain_keys: true,
        ..Self::plain("Bedrock, Nova")
    };
    pub const BEDROCK_AGENTS: Self = Self { shape: Shape::Primitives, ..Self::plain("Bedrock agents") };
    pub const OLLAMA: Self =
        Self { keywords: Keywords::Only(OLLAMA), references: References::Inline, ..Self::plain("Ollama") };
    pub const MISTRAL: Self = Self::plain("Mistral");

    /// Of answers by a schema where nobody asks for an object.
    pub(crate) const OPENAI_ANSWER: Self = Self { shape: Shape::Any, ..Self::OPENAI };
    pub(crate) const ANTHROPIC_ANSWER: Self = Self { shape: Shape::Any, ..Self::ANTHROPIC_STRICT };
    pub(crate) const BEDROCK_ANSWER: Self = Self { shape: Shape::Any, ..Self::BEDROCK_STRICT };
    pub(crate) const OLLAMA_ANSWER: Self = Self::plain("Ollama");

    /// Every set of rules there is, for a person to compare.
    pub const ALL: [Self; 11] = [
        Self::OPENAI,
        Self::OPENAI_STRICT,
        Self::ANTHROPIC,
        Self::ANTHROPIC_STRICT,
        Self::GEMINI_JSON,
        Self::MISTRAL,
        Self::OLLAMA,
        Self::BEDROCK,
        Self::BEDROCK_STRICT,
        Self::BEDROCK_NOVA,
        Self::BEDROCK_AGENTS,
    ];

    const fn plain(name: &'static str) -> Self {
        Self {
            provider: Provider::Loose { name },
            keywords: Keywords::All,
            references: References::Keep,
            shape: Shape::Any,
            strictness: Strictness::Loose,
            needs_items: false,
            plain_enums: false,
            knows_required: false,
            plain_keys: false,
        }
    }

    /// What is written is compiled to a grammar, which has an end unless the service says otherwise.
    const fn strict(name: &'static str) -> Self {
        Self {
            keywords: Keywords::Only(STRICT),
            references: References::Inline,
            shape: Shape::PlainRoot,
            strictness: Strictness::Closed,
            knows_required: true,
            provider: Provider::Strict { name },
            ..Self::plain(name)
        }
    }
}

impl Keywords {
    pub(super) fn has(self, keyword: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(kept) => kept.contains(&keyword),
            Self::AllBut(refused) => !refused.contains(&keyword),
        }
    }
}

impl Shape {
    /// Whether a choice at the root becomes one object.
    pub(super) fn is_flat(self) -> bool {
        matches!(self, Self::PlainRoot | Self::BareRoot)
    }

    pub(super) fn refuses_at_the_root(self, keyword: &str) -> bool {
        match self {
            Self::Any | Self::Primitives => false,
            Self::PlainRoot => matches!(keyword, "enum" | "not"),
            Self::BareRoot => !matches!(keyword, "type" | "properties" | "required"),
        }
    }

    pub(super) fn check(self, schema: &Value, provider: Provider) -> Result<(), SchemaUnfit> {
        match self {
            Self::Any | Self::PlainRoot | Self::BareRoot => Ok(()),
            Self::Primitives => {
                let mut properties =
                    schema.get("properties").and_then(Value::as_object).into_iter().flatten();
                properties.try_for_each(|(name, schema)| check_primitive(name, schema, provider))
            }
        }
    }
}

fn check_primitive(parameter: &str, schema: &Value, provider: Provider) -> Result<(), SchemaUnfit> {
    const KNOWN: [&str; 5] = ["string", "number", "integer", "boolean", "array"];
    let unfit =
        |kind: Unsuited| Err(SchemaUnfit::Parameter { parameter: parameter.to_owned(), kind, provider });
    match schema.get("type") {
        Some(Value::String(kind)) if KNOWN.contains(&kind.as_str()) => {}
        Some(Value::String(kind)) => return unfit(Unsuited::Kind { kind: kind.clone() }),
        Some(Value::Array(_)) => return unfit(Unsuited::Several),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
            return unfit(Unsuited::Untyped);
        }
    }
    match schema.get("items") {
        Some(items) => check_primitive(parameter, items, provider),
        None => Ok(()),
    }
}
