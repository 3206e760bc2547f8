//! How the value of a parameter is written, by its style.

use super::parameter::{Explode, Parameter, Reserved, Style};
use crate::sources::http::escaped;
use content::Exact;
use serde_json::Value;

/// A value taken apart.
enum Styled {
    One(String),
    List(Vec<String>),
    Pairs(Vec<(String, String)>),
}

/// What stands in the path for a parameter.
pub(super) fn in_path(parameter: &Parameter, value: Exact<'_>) -> String {
    let name = escaped(&parameter.name);
    let parts = styled(parameter, value, &escaped);
    match (parameter.style, parts) {
        (Style::Label, Styled::One(one)) => format!(".{one}"),
        (Style::Label, Styled::List(list)) => format!(".{}", list.join(between(parameter, ".", ","))),
        (Style::Label, Styled::Pairs(pairs)) => match parameter.explode {
            Explode::Apart => format!(".{}", joined(&pairs, "=", ".")),
            Explode::Together => format!(".{}", joined(&pairs, ",", ",")),
        },
        (Style::Matrix, Styled::One(one)) => format!(";{name}={one}"),
        (Style::Matrix, Styled::List(list)) => match parameter.explode {
            Explode::Apart => list.iter().map(|one| format!(";{name}={one}")).collect(),
            Explode::Together => format!(";{name}={}", list.join(",")),
        },
        (Style::Matrix, Styled::Pairs(pairs)) => match parameter.explode {
            Explode::Apart => format!(";{}", joined(&pairs, "=", ";")),
            Explode::Together => format!(";{name}={}", joined(&pairs, ",", ",")),
        },
        (
            Style::Simple
            | Style::Form
            | Style::SpaceDelimited
            | Style::PipeDelimited
            | Style::DeepObject
            | Style::Json,
            parts,
        ) => simple(parameter, parts),
    }
}

/// The pairs of a query for a parameter, escaped already.
pub(super) fn in_query(parameter: &Parameter, value: Exact<'_>) -> Vec<(String, String)> {
    let escape = |text: &str| match parameter.reserved {
        Reserved::Escaped => escaped(text),
        Reserved::Kept => text.chars().map(kept).collect(),
    };
    let name = escaped(&parameter.name);
    let one = |value: String| vec![(name.clone(), value)];
    match (parameter.style, styled(parameter, value, &escape)) {
        (_, Styled::One(text)) => one(text),
        (_, Styled::List(list)) if list.is_empty() => Vec::new(),
        (_, Styled::List(list)) if parameter.explode == Explode::Apart => {
            list.into_iter().map(|text| (name.clone(), text)).collect()
        }
        (Style::SpaceDelimited, Styled::List(list)) => one(list.join("%20")),
        (Style::PipeDelimited, Styled::List(list)) => one(list.join("%7C")),
        (_, Styled::List(list)) => one(list.join(",")),
        (Style::DeepObject, Styled::Pairs(pairs)) => {
            pairs.into_iter().map(|(key, value)| (format!("{name}%5B{key}%5D"), value)).collect()
        }
        (Style::SpaceDelimited, Styled::Pairs(pairs)) => one(joined(&pairs, "%20", "%20")),
        (Style::PipeDelimited, Styled::Pairs(pairs)) => one(joined(&pairs, "%7C", "%7C")),
        (_, Styled::Pairs(pairs)) if parameter.explode == Explode::Apart => pairs,
        (_, Styled::Pairs(pairs)) => one(joined(&pairs, ",", ",")),
    }
}

/// The value of a header.
pub(super) fn in_header(parameter: &Parameter, value: Exact<'_>) -> String {
    simple(parameter, styled(parameter, value, &str::to_owned))
}

/// The value of a cookie. A list or an object is always written together: there is one value only.
pub(super) fn in_cookie(parameter: &Parameter, value: Exact<'_>) -> String {
    let together = Parameter { explode: Explode::Together, ..parameter.clone() };
    simple(&together, styled(&together, value, &escaped))
}

fn simple(parameter: &Parameter, parts: Styled) -> String {
    match parts {
        Styled::One(one) => one,
        Styled::List(list) => list.join(","),
        Styled::Pairs(pairs) => joined(&pairs, between(parameter, "=", ","), ","),
    }
}

fn between<'a>(parameter: &Parameter, apart: &'a str, together: &'a str) -> &'a str {
    match parameter.explode {
        Explode::Apart => apart,
        Explode::Together => together,
    }
}

fn joined(pairs: &[(String, String)], inside: &str, between: &str) -> String {
    pairs.iter().map(|(key, value)| format!("{key}{inside}{value}")).collect::<Vec<_>>().join(between)
}

fn styled(parameter: &Parameter, value: Exact<'_>, escape: &dyn Fn(&str) -> String) -> Styled {
    if parameter.style == Style::Json {
        return Styled::One(escape(&value.to_string()));
    }
    match value.value() {
        Value::Array(_) => Styled::List(value.items().map(|item| escape(&text(item))).collect()),
        Value::Object(_) => {
            // A member that is null is not there.
            let members = value.members().filter(|(_, value)| !value.value().is_null());
            Styled::Pairs(members.map(|(key, value)| (escape(key), escape(&text(value)))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Styled::One(escape(&text(value)))
        }
    }
}

pub(super) fn text(value: Exact<'_>) -> String {
    match value.value() {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// What may stand in a query as it is, but for the signs that part its pairs.
fn kept(letter: char) -> String {
    let mut bytes = [0; 4];
    match letter {
        ':' | '/' | '?' | '@' | '!' | '$' | '\'' | '(' | ')' | '*' | ',' | ';' => letter.to_string(),
        _ => escaped(letter.encode_utf8(&mut bytes)),
    }
}
