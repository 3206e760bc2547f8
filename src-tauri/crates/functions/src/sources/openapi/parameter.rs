//! The parameters of an operation, and where each goes.

use super::document::Document;
use super::error::OperationError;
use serde_json::Value;

/// One parameter.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// Its name on the wire.
    pub(super) name: String,
    /// The argument it comes from.
    pub(super) argument: String,
    pub(super) place: Place,
    pub(super) style: Style,
    pub(super) explode: Explode,
    pub(super) reserved: Reserved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Path,
    Query,
    Header,
    Cookie,
}

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
    /// As JSON.
    Json,
}

/// Whether the parts of a list or an object are written each by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explode {
    Apart,
    Together,
}

/// Whether signs that mean something in an address stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reserved {
    Kept,
    Escaped,
}

/// A parameter with what is told of it.
pub(super) struct Placing<'a> {
    pub(super) parameter: Parameter,
    pub(super) schema: &'a Value,
    pub(super) is_required: bool,
    pub(super) description: Option<&'a str>,
}

/// Headers that other parts of a document are about.
const NOT_PARAMETERS: [&str; 3] = ["accept", "content-type", "authorization"];

/// The schema of whatever there is.
pub(super) const ANYTHING: &Value = &Value::Bool(true);

/// All parameters: those of the path, and those of the operation, which stand in the place of others of their name.
pub(super) fn parameters<'a>(
    document: &'a Document,
    item: &'a Value,
    operation: &'a Value,
) -> Result<Vec<Placing<'a>>, OperationError> {
    let mut found: Vec<Placing<'a>> = Vec::new();
    let listed = |holder: &'a Value| holder.get("parameters").and_then(Value::as_array).into_iter().flatten();
    for written in listed(item).chain(listed(operation)) {
        let Some(placing) = placing(document.follow(written)?)? else { continue };
        let is_same = |other: &Placing<'_>| {
            other.parameter.name == placing.parameter.name && other.parameter.place == placing.parameter.place
        };
        match found.iter().position(is_same) {
            Some(place) => found.splice(place..=place, [placing]).for_each(drop),
            None => found.push(placing),
        }
    }
    Ok(found)
}

fn placing<'a>(written: &'a Value) -> Result<Option<Placing<'a>>, OperationError> {
    let text = |key: &str| written.get(key).and_then(Value::as_str);
    let name = text("name").ok_or(OperationError::NamelessParameter)?;
    let place = match text("in") {
        Some("path") => Place::Path,
        Some("query") => Place::Query,
        Some("header") => Place::Header,
        Some("cookie") => Place::Cookie,
        Some(other) => {
            return Err(OperationError::ParameterPlace {
                parameter: name.to_owned(),
                place: other.to_owned(),
            });
        }
        None => return Err(OperationError::NoParameterPlace { parameter: name.to_owned() }),
    };
    if place == Place::Header && NOT_PARAMETERS.iter().any(|other| other.eq_ignore_ascii_case(name)) {
        return Ok(None);
    }
    let content =
        written.get("content").and_then(Value::as_object).and_then(|content| content.values().next());
    let style = match (content, text("style"), place) {
        (Some(_), _, _) => Style::Json,
        (None, Some("simple"), _) | (None, None, Place::Path | Place::Header) => Style::Simple,
        (None, Some("form"), _) | (None, None, Place::Query | Place::Cookie) => Style::Form,
        (None, Some("label"), _) => Style::Label,
        (None, Some("matrix"), _) => Style::Matrix,
        (None, Some("spaceDelimited"), _) => Style::SpaceDelimited,
        (None, Some("pipeDelimited"), _) => Style::PipeDelimited,
        (None, Some("deepObject"), _) => Style::DeepObject,
        (None, Some(other), _) => {
            return Err(OperationError::ParameterStyle {
                parameter: name.to_owned(),
                style: other.to_owned(),
            });
        }
    };
    let flag = |key: &str| written.get(key).and_then(Value::as_bool);
    let explode =
        if flag("explode").unwrap_or(style == Style::Form) { Explode::Apart } else { Explode::Together };
    let reserved = if flag("allowReserved") == Some(true) { Reserved::Kept } else { Reserved::Escaped };
    let holder = content.unwrap_or(written);
    let schema = holder.get("schema").unwrap_or(ANYTHING);
    let plain =
        |letter: char| if letter.is_ascii_alphanumeric() || "_.-".contains(letter) { letter } else { '_' };
    let argument = name.chars().map(plain).collect();
    Ok(Some(Placing {
        parameter: Parameter { name: name.to_owned(), argument, place, style, explode, reserved },
        schema,
        is_required: place == Place::Path || flag("required").unwrap_or(false),
        description: text("description"),
    }))
}

impl Place {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}
