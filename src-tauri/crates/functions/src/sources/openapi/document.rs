//! The document itself, and what points where in it.

use super::error::{DocumentError, OperationError};
use percent_encoding::percent_decode_str;
use serde_json::Value;

/// How many references may follow one another.
const MAX_REFERENCE_CHAIN: usize = 32;

/// An OpenAPI document, 3.0 or 3.1.
pub(super) struct Document {
    pub(super) root: Value,
    pub(super) version: Version,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Its schemas are a dialect of their own.
    V30,
    /// Its schemas are JSON Schema 2020-12.
    V31,
}

impl Document {
    pub(super) fn read(text: &str) -> Result<Self, DocumentError> {
        let root = parse(text)?;
        let version = match root.get("openapi").and_then(Value::as_str) {
            Some(version) if version.starts_with("3.0") => Version::V30,
            Some(version) if version.starts_with("3.1") => Version::V31,
            Some(other) => return Err(DocumentError::OtherVersion { version: other.to_owned() }),
            None if root.get("swagger").is_some() => return Err(DocumentError::Swagger),
            None => return Err(DocumentError::NotOpenApi),
        };
        Ok(Self { root, version })
    }

    /// What is meant where something stands, through all references to it.
    pub(super) fn follow<'a>(&'a self, written: &'a Value) -> Result<&'a Value, OperationError> {
        let mut meant = written;
        for _ in 0..MAX_REFERENCE_CHAIN {
            let Some(reference) = meant.get("$ref").and_then(Value::as_str) else { return Ok(meant) };
            meant = self.at(reference)?;
        }
        Err(OperationError::Circle)
    }

    /// What a reference points at.
    pub(super) fn at(&self, reference: &str) -> Result<&Value, OperationError> {
        let Some(pointer) = reference.strip_prefix('#') else {
            return Err(OperationError::OtherDocument { reference: reference.to_owned() });
        };
        // A reference is a part of an address, so signs in it may be escaped.
        let pointer = percent_decode_str(pointer).decode_utf8_lossy();
        let dangling = || OperationError::Dangling { reference: reference.to_owned() };
        self.root.pointer(&pointer).ok_or_else(dangling)
    }
}

/// YAML has JSON in it, but JSON is read much faster as what it is, and its errors are better.
fn parse(text: &str) -> Result<Value, DocumentError> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|source| DocumentError::NotJson { source });
    }
    serde_saphyr::from_str(text).map_err(|error| DocumentError::NotYaml {
        line: error.location().and_then(|place| usize::try_from(place.line()).ok()),
        reason: notices::said(error.to_string().lines().next().unwrap_or_default()),
    })
}
