//! Reasons why a document, or an operation of it, can't be used.

use crate::checked::SchemaError;
use notices::{Describe, Notice};

/// A document that can't be used.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "open-api")]
pub(crate) enum DocumentError {
    #[error("it is no JSON: {source}")]
    #[advice("Fix the document at this line, or download it again.")]
    NotJson { source: serde_json::Error },
    #[error("it is no YAML: {reason}")]
    #[advice("Fix the document at this line, or download it again.")]
    NotYaml {
        #[notice(cause)]
        reason: Notice,
        line: Option<usize>,
    },
    #[error("it is OpenAPI {version}")]
    #[advice("Use a document of OpenAPI 3.0 or 3.1.")]
    OtherVersion { version: String },
    #[error("it is Swagger 2")]
    #[advice("Use a document of OpenAPI 3.0 or 3.1.")]
    Swagger,
    #[error("it does not say that it is OpenAPI")]
    #[advice("Use a document of OpenAPI 3.0 or 3.1.")]
    NotOpenApi,
    #[error("it has no operations")]
    #[advice("Name a server in [openapi], or use another document.")]
    NoOperations,
    #[error("{first}")]
    #[advice("Name a server in [openapi], or use another document.")]
    NothingUsable { first: OperationProblem },
}

impl DocumentError {
    /// The line of the document, from 1.
    pub(crate) fn line(&self) -> Option<usize> {
        match self {
            Self::NotJson { source } => Some(source.line()),
            Self::NotYaml { line, .. } => *line,
            Self::OtherVersion { .. }
            | Self::Swagger
            | Self::NotOpenApi
            | Self::NoOperations
            | Self::NothingUsable { .. } => None,
        }
    }
}

/// A part of a document that is left out, or is missing something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "open-api-problem")]
#[advice("The other operations can be used.")]
pub(crate) enum OperationProblem {
    #[error("{place}: {reason}")]
    Unusable {
        place: String,
        #[notice(cause)]
        reason: OperationError,
    },
    #[error("{operation}: its parameters are no JSON schema: {reason}")]
    Parameters {
        operation: String,
        #[notice(cause)]
        reason: SchemaError,
    },
    #[error("there is no operation {name}")]
    Missing { name: String },
    #[error("some operations need a key: add keys.{scheme} = \"NAME_OF_A_VARIABLE\" to [openapi]")]
    KeyMissing { scheme: String },
}

/// Reasons why an operation can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "operation")]
pub(crate) enum OperationError {
    #[error("its references go in a circle")]
    Circle,
    #[error("{reference} is in another document, which is not read")]
    OtherDocument { reference: String },
    #[error("there is no {reference}")]
    Dangling { reference: String },
    #[error("there is no security scheme {scheme}")]
    NoScheme { scheme: String },
    #[error("the security scheme {scheme} is of the kind {kind:?}, which is not known")]
    UnknownScheme { scheme: String, kind: String },
    #[error("a parameter has no name")]
    NamelessParameter,
    #[error("the parameter {parameter} is in {place}")]
    ParameterPlace { parameter: String, place: String },
    #[error("the parameter {parameter} is in no place")]
    NoParameterPlace { parameter: String },
    #[error("the parameter {parameter} has the style {style}")]
    ParameterStyle { parameter: String, style: String },
    #[error("its body is of a kind that can't be written")]
    Body,
    #[error("{written:?} is no address of a server; add server = \"https://…\" to [openapi]")]
    NoServer { written: String },
}
