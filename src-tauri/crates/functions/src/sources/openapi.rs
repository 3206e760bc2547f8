//! The operations of an OpenAPI document, each a function: what a model is told of it comes from the document, and so
//! does where each argument goes in the request.

mod call;
mod document;
mod error;
mod operation;
mod parameter;
mod schema;
mod security;
mod style;

use crate::checked::{SchemaError, check_schema};
use crate::manifest::OpenApiTable;
use crate::sources::http::{Exchange, ExchangeError};
use call::OpenApiCall;
use content::PluginName;
use document::Document;
use operation::{Operation, Operations};
use ports::{Consent, Function};
use serde_json::Value;
use std::sync::Arc;

pub(crate) use error::{DocumentError, OperationError, OperationProblem};

/// A document that was read, before it is known how a person is asked about it.
pub(crate) struct Imported {
    operations: Vec<Operation>,
    /// Where requests go.
    pub(crate) hosts: Vec<String>,
    /// What could not be taken over, and what is missing to use what was.
    pub(crate) problems: Vec<OperationProblem>,
}

/// What is in a document, for a person to choose from.
pub(crate) struct Contents {
    pub(crate) title: String,
    /// The name, the place and the description of each.
    pub(crate) operations: Vec<(String, String, String)>,
    pub(crate) hosts: Vec<String>,
    /// The names of the keys it speaks of.
    pub(crate) keys: Vec<String>,
    pub(crate) problems: Vec<OperationProblem>,
}

impl Contents {
    pub(crate) fn of(text: &str, table: &OpenApiTable) -> Result<Self, DocumentError> {
        let Imported { operations, hosts, problems } = Imported::read(text, table)?;
        let Document { root, .. } = Document::read(text)?;
        let title = root.pointer("/info/title").and_then(Value::as_str).unwrap_or_default().to_owned();
        let schemes = root.pointer("/components/securitySchemes").and_then(Value::as_object);
        let keys = schemes.map(|schemes| schemes.keys().cloned().collect()).unwrap_or_default();
        let told = |one: Operation| {
            let place = format!("{} {}", one.method.to_ascii_lowercase(), one.path);
            (one.name, place, one.description)
        };
        Ok(Self { title, operations: operations.into_iter().map(told).collect(), hosts, keys, problems })
    }
}

impl Imported {
    pub(crate) fn read(text: &str, table: &OpenApiTable) -> Result<Self, DocumentError> {
        let document = Document::read(text)?;
        let Operations { mut operations, mut problems } = Operations::of(&document, table)?;
        operations.retain_mut(|operation| match sound(operation) {
            Ok(()) => true,
            Err(reason) => {
                problems.push(OperationProblem::Parameters { operation: operation.name.clone(), reason });
                false
            }
        });
        let mut hosts: Vec<_> =
            operations.iter().map(|one| one.server.origin().ascii_serialization()).collect();
        hosts.sort();
        hosts.dedup();
        Ok(Self { operations, hosts, problems })
    }

    pub(crate) fn functions(
        self,
        plugin: &PluginName,
        table: &OpenApiTable,
        consent: &Consent,
    ) -> Result<Vec<Arc<dyn Function>>, ExchangeError> {
        let exchange = Arc::new(Exchange::new(&table.private_hosts, table.seconds, table.answer_bytes)?);
        let function = |operation| {
            Arc::new(OpenApiCall::new(plugin, operation, consent.clone(), Arc::clone(&exchange)))
                as Arc<dyn Function>
        };
        Ok(self.operations.into_iter().map(function).collect())
    }
}

/// A pattern in a dialect nobody here reads is left out rather than the whole operation.
fn sound(operation: &mut Operation) -> Result<(), SchemaError> {
    if check_schema(&operation.parameters).is_ok() {
        return Ok(());
    }
    schema::without_patterns(&mut operation.parameters);
    check_schema(&operation.parameters)
}

#[cfg(test)]
mod tests;
