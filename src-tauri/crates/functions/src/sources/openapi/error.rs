//! Reasons why an operation of a document can't be used.

#[derive(Debug, thiserror::Error)]
pub(super) enum OperationError {
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
    #[error("the parameter {parameter} is in {}", place.as_deref().unwrap_or("no place"))]
    ParameterPlace { parameter: String, place: Option<String> },
    #[error("the parameter {parameter} has the style {style}")]
    ParameterStyle { parameter: String, style: String },
    #[error("its body is of a kind that can't be written")]
    Body,
    #[error("{written:?} is no address of a server; add server = \"https://…\" to [openapi]")]
    NoServer { written: String },
}
