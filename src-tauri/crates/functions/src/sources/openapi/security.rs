//! Which keys an operation needs, and where they go.

use super::document::Document;
use super::error::OperationError;
use crate::broken::Broken;
use crate::sources::http::key;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ports::FunctionError;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What lets an operation be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Security {
    /// Keys, each from a variable. There may be none.
    Keys(Vec<Key>),
    /// A key nobody has named a variable for.
    Missing { scheme: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    variable: String,
    place: KeyPlace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum KeyPlace {
    Header(String),
    Query(String),
    Cookie(String),
    Bearer,
    /// A name and a password with a colon between them.
    Basic,
}

/// Where a key is put into a request.
pub(super) enum Shown {
    Header(String, String),
    Query(String, String),
    Cookie(String, String),
}

impl Security {
    pub(super) fn of(
        document: &Document,
        operation: &Value,
        variables: &BTreeMap<String, String>,
    ) -> Result<Self, OperationError> {
        let written = operation.get("security").or_else(|| document.root.get("security"));
        let ways: Vec<_> =
            written.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object).collect();
        let usable = |way: &&&Map<String, Value>| way.keys().all(|scheme| variables.contains_key(scheme));
        // A way with keys comes before one without: who has named a variable wants it used.
        let with_keys = ways.iter().filter(|way| !way.is_empty()).find(usable);
        let way = match with_keys.or_else(|| ways.iter().find(|way| way.is_empty())) {
            Some(way) => way,
            None => {
                let missing =
                    ways.first().and_then(|way| way.keys().find(|scheme| !variables.contains_key(*scheme)));
                return Ok(
                    missing.map_or(Self::Keys(Vec::new()), |scheme| Self::Missing { scheme: scheme.clone() })
                );
            }
        };
        let key = |scheme: &String| {
            let variable = variables.get(scheme).cloned().unwrap_or_default();
            Ok(Key { variable, place: place(document, scheme)? })
        };
        way.keys().map(key).collect::<Result<_, OperationError>>().map(Self::Keys)
    }

    pub(super) fn missing(&self) -> Option<&str> {
        match self {
            Self::Missing { scheme } => Some(scheme),
            Self::Keys(_) => None,
        }
    }

    /// The keys as they are set now, with what must not come back.
    pub(super) fn shown(&self) -> Result<(Vec<Shown>, Vec<String>), FunctionError> {
        let keys = match self {
            Self::Keys(keys) => keys,
            Self::Missing { scheme } => {
                return Err(FunctionError::broken(&Broken::NoKey { scheme: scheme.clone() }));
            }
        };
        let (mut shown, mut secrets) = (Vec::new(), Vec::new());
        for Key { variable, place } in keys {
            let secret = key(variable)?;
            shown.push(match place {
                KeyPlace::Header(name) => Shown::Header(name.clone(), secret.clone()),
                KeyPlace::Query(name) => Shown::Query(name.clone(), secret.clone()),
                KeyPlace::Cookie(name) => Shown::Cookie(name.clone(), secret.clone()),
                KeyPlace::Bearer => Shown::Header("authorization".to_owned(), format!("Bearer {secret}")),
                KeyPlace::Basic => {
                    let encoded = STANDARD.encode(&secret);
                    let shown = Shown::Header("authorization".to_owned(), format!("Basic {encoded}"));
                    secrets.push(encoded);
                    secrets.extend(secret.split_once(':').map(|(_, password)| password.to_owned()));
                    shown
                }
            });
            secrets.push(secret);
        }
        Ok((shown, secrets))
    }
}

fn place(document: &Document, scheme: &str) -> Result<KeyPlace, OperationError> {
    let schemes = document.root.pointer("/components/securitySchemes");
    let written = schemes.and_then(|schemes| schemes.get(scheme));
    let no_scheme = || OperationError::NoScheme { scheme: scheme.to_owned() };
    let written = document.follow(written.ok_or_else(no_scheme)?)?;
    let text = |key: &str| written.get(key).and_then(Value::as_str).unwrap_or_default();
    let name = || text("name").to_owned();
    match (text("type"), text("in"), text("scheme").to_ascii_lowercase().as_str()) {
        ("apiKey", "header", _) => Ok(KeyPlace::Header(name())),
        ("apiKey", "query", _) => Ok(KeyPlace::Query(name())),
        ("apiKey", "cookie", _) => Ok(KeyPlace::Cookie(name())),
        ("http", _, "basic") => Ok(KeyPlace::Basic),
        // A token that was got elsewhere.
        ("http", _, "bearer") | ("oauth2" | "openIdConnect", _, _) => Ok(KeyPlace::Bearer),
        (kind, _, _) => {
            Err(OperationError::UnknownScheme { scheme: scheme.to_owned(), kind: kind.to_owned() })
        }
    }
}
