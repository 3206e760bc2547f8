//! How the value of a parameter is written, by its style.

use super::parameter::{Explode, Parameter, Reserved, Style};
use crate::sources::http::escaped;
use content::Exact;
use serde_json::Value;

/// A value taken apart.
enum Parts {
    One(String),
    List(Vec<String>),
    Pairs(Vec<(String, String)>),
}

/// What stands in the path for a parameter.
pub(super) fn in_path(parameter: &Parameter, value: Exact<'_>) -> String {
    let name = escaped(&parameter.name);
    let parts = parts(parameter, value, &escaped);
    match (parameter.style, parts) {
        (Style::Label, Parts::One(one)) => format!(".{one}"),
        (Style::Label, Parts::List(list)) => format!(".{}", list.join(between(parameter, ".", ","))),
        (Style::Label, Parts::Pairs(pairs)) => match parameter.explode {
            Explode::Apart => format!(".{}", joined(&pairs, "=", ".")),
            Explode::Together => format!(".{}", joined(&pairs, ",", ",")),
        },
        (Style::Matrix, Parts::One(one)) => format!(";{name}={one}"),
        (Style::Matrix, Parts::List(list)) => match parameter.explode {
            Explode::Apart => list.iter().map(|one| format!(";{name}={one}")).collect(),
            Explode::Together => format!(";{name}={}", list.join(",")),
        },
        (Style::Matrix, Parts::Pairs(pairs)) => match parameter.explode {
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
    match (parameter.style, parts(parameter, value, &escape)) {
        (_, Parts::One(text)) => one(text),
        (_, Parts::List(list)) if list.is_empty() => Vec::new(),
        (_, Parts::List(list)) if parameter.explode == Explode::Apart => {
            list.into_iter().map(|text| (name.clone(), text)).collect()
        }
        (Style::SpaceDelimited, Parts::List(list)) => one(list.join("%20")),
        (Style::PipeDelimited, Parts::List(list)) => one(list.join("%7C")),
        (_, Parts::List(list)) => one(list.join(",")),
        (Style::DeepObject, Parts::Pairs(pairs)) => {
            pairs.into_iter().map(|(key, value)| (format!("{name}%5B{key}%5D"), value)).collect()
        }
        (Style::SpaceDelimited, Parts::Pairs(pairs)) => one(joined(&pairs, "%20", "%20")),
        (Style::PipeDelimited, Parts::Pairs(pairs)) => one(joined(&pairs, "%7C", "%7C")),
        (_, Parts::Pairs(pairs)) if parameter.explode == Explode::Apart => pairs,
        (_, Parts::Pairs(pairs)) => one(joined(&pairs, ",", ",")),
    }
}

/// The value of a header.
pub(super) fn in_header(parameter: &Parameter, value: Exact<'_>) -> String {
    simple(parameter, parts(parameter, value, &str::to_owned))
}

/// The value of a cookie. A list or an object is always written together: there is one value only.
pub(super) fn in_cookie(parameter: &Parameter, value: Exact<'_>) -> String {
    let together = Parameter { explode: Explode::Together, ..parameter.clone() };
    simple(&together, parts(&together, value, &escaped))
}

fn simple(parameter: &Parameter, parts: Parts) -> String {
    match parts {
        Parts::One(one) => one,
        Parts::List(list) => list.join(","),
        Parts::Pairs(pairs) => joined(&pairs, between(parameter, "=", ","), ","),
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

fn parts(parameter: &Parameter, value: Exact<'_>, escape: &dyn Fn(&str) -> String) -> Parts {
    if parameter.style == Style::Json {
        return Parts::One(escape(&value.to_string()));
    }
    match value.value() {
        Value::Array(_) => Parts::List(value.items().map(|item| escape(&text(item))).collect()),
        Value::Object(_) => {
            // A member that is null is not there.
            let members = value.members().filter(|(_, value)| !value.value().is_null());
            Parts::Pairs(members.map(|(key, value)| (escape(key), escape(&text(value)))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Parts::One(escape(&text(value)))
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
