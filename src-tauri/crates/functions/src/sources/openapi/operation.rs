//! The operations of a document.

use super::document::Document;
use super::error::{DocumentError, OperationError, OperationProblem};
use super::parameter::{ANYTHING, Parameter, Placing, parameters};
use super::schema::Schemas;
use super::security::Security;
use crate::manifest::OpenApiTable;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use url::Url;

/// How methods stand in a document, and how they are sent.
const METHODS: [(&str, &str); 8] = [
    ("get", "GET"),
    ("put", "PUT"),
    ("post", "POST"),
    ("delete", "DELETE"),
    ("options", "OPTIONS"),
    ("head", "HEAD"),
    ("patch", "PATCH"),
    ("trace", "TRACE"),
];

/// Letters of an operation's description that a model receives.
const MAX_DESCRIPTION_LETTERS: usize = 1_200;

/// The longest name.
const MAX_NAME_LETTERS: usize = 128;

/// One operation, ready to be called.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) name: String,
    pub(super) description: String,
    /// In capitals.
    pub(super) method: &'static str,
    pub(super) server: Url,
    /// With the names of its parameters in braces.
    pub(super) path: String,
    pub(super) placed: Vec<Parameter>,
    pub(super) body: Option<Body>,
    pub(super) security: Security,
    /// The schema of all its arguments.
    pub(super) parameters: Value,
}

/// Where the argument goes that is the body.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) argument: String,
    pub(super) media_type: String,
    pub(super) form: BodyForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyForm {
    Json,
    /// Pairs, as a form of a page sends them.
    Pairs,
    Text,
}

/// What could be made of a document.
pub(super) struct Operations {
    pub(super) operations: Vec<Operation>,
    pub(super) problems: Vec<OperationProblem>,
}

/// An operation where it stands.
struct Written<'a> {
    method: &'static str,
    sent: &'static str,
    path: &'a str,
    operation: &'a Value,
    item: &'a Value,
}

impl Operations {
    pub(super) fn of(document: &Document, table: &OpenApiTable) -> Result<Self, DocumentError> {
        let (mut operations, mut problems) = (Vec::new(), Vec::new());
        let (mut names, mut missing) = (HashSet::new(), Vec::new());
        let mut wanted: Option<HashSet<&str>> =
            table.operations.as_ref().map(|wanted| wanted.iter().map(String::as_str).collect());
        let paths = document.root.get("paths").and_then(Value::as_object);
        for (path, item) in paths.into_iter().flatten() {
            let item = match document.follow(item) {
                Ok(item) => item,
                Err(reason) => {
                    problems.push(OperationProblem::Unusable { place: path.clone(), reason });
                    continue;
                }
            };
            for (method, sent) in METHODS {
                let Some(operation) = item.get(method) else { continue };
                let written = Written { method, sent, path, operation, item };
                if wanted.as_mut().is_some_and(|wanted| !written.is_wanted(wanted)) {
                    continue;
                }
                match written.read(document, table) {
                    Ok(mut operation) => {
                        operation.name = unique(&operation.name, &mut names);
                        missing.extend(operation.security.missing().map(str::to_owned));
                        operations.push(operation);
                    }
                    Err(reason) => {
                        let place = format!("{sent} {path}");
                        problems.push(OperationProblem::Unusable { place, reason });
                    }
                }
            }
        }
        let not_there = |name: &str| OperationProblem::Missing { name: name.to_owned() };
        problems.extend(wanted.into_iter().flatten().map(not_there));
        missing.sort();
        missing.dedup();
        problems.extend(missing.into_iter().map(|scheme| OperationProblem::KeyMissing { scheme }));
        if operations.is_empty() {
            let first = problems.into_iter().next();
            return Err(
                first.map_or(DocumentError::NoOperations, |first| DocumentError::NothingUsable { first })
            );
        }
        Ok(Self { operations, problems })
    }
}

impl<'a> Written<'a> {
    /// Takes what it is called by off the list.
    fn is_wanted(&self, wanted: &mut HashSet<&str>) -> bool {
        let by_place = wanted.remove(format!("{} {}", self.method, self.path).as_str());
        let id = self.operation.get("operationId").and_then(Value::as_str);
        id.is_some_and(|id| wanted.remove(id)) || by_place
    }

    fn read(&self, document: &'a Document, table: &OpenApiTable) -> Result<Operation, OperationError> {
        let mut schemas = Schemas::new(document);
        let placed = parameters(document, self.item, self.operation)?;
        let (mut properties, mut required) = (Map::new(), Vec::new());
        let mut parameters = Vec::new();
        for Placing { mut parameter, schema, is_required, description } in placed {
            if properties.contains_key(&parameter.argument) {
                parameter.argument = format!("{}_{}", parameter.argument, parameter.place.word());
            }
            let mut schema = schemas.convert(schema)?;
            if let (Some(schema), Some(description)) = (schema.as_object_mut(), description) {
                schema.insert("description".to_owned(), json!(description));
            }
            properties.insert(parameter.argument.clone(), schema);
            if is_required {
                required.push(json!(parameter.argument));
            }
            parameters.push(parameter);
        }
        let body = self.body(document, &mut schemas, &mut properties, &mut required)?;
        let mut schema = json!({ "type": "object", "properties": properties });
        if let Some(schema) = schema.as_object_mut() {
            if !required.is_empty() {
                schema.insert("required".to_owned(), Value::Array(required));
            }
            schemas.put_shared_into(schema);
        }
        Ok(Operation {
            name: self.name(),
            description: self.description(),
            method: self.sent,
            server: self.server(document, table)?,
            path: self.path.to_owned(),
            placed: parameters,
            body,
            security: Security::of(document, self.operation, &table.keys)?,
            parameters: schema,
        })
    }

    fn body(
        &self,
        document: &'a Document,
        schemas: &mut Schemas<'a>,
        properties: &mut Map<String, Value>,
        required: &mut Vec<Value>,
    ) -> Result<Option<Body>, OperationError> {
        let Some(written) = self.operation.get("requestBody") else { return Ok(None) };
        let written = document.follow(written)?;
        let is_required = written.get("required").and_then(Value::as_bool).unwrap_or(false);
        let content = written.get("content").and_then(Value::as_object);
        let known =
            content.into_iter().flatten().filter_map(|(kind, media)| Some((form_of(kind)?, kind, media)));
        let Some((form, media_type, media)) = known.min_by_key(|(form, _, _)| *form as u8) else {
            if is_required {
                return Err(OperationError::Body);
            }
            return Ok(None);
        };
        let argument = if properties.contains_key("body") { "request_body" } else { "body" }.to_owned();
        let mut schema = schemas.convert(media.get("schema").unwrap_or(ANYTHING))?;
        let said = written.get("description").and_then(Value::as_str);
        if let (Some(schema), Some(said)) = (schema.as_object_mut(), said) {
            schema.entry("description").or_insert_with(|| json!(said));
        }
        properties.insert(argument.clone(), schema);
        if is_required {
            required.push(json!(argument));
        }
        Ok(Some(Body { argument, media_type: media_type.clone(), form }))
    }

    fn name(&self) -> String {
        let id = self.operation.get("operationId").and_then(Value::as_str).filter(|id| !id.trim().is_empty());
        let written = id.map_or_else(|| format!("{}_{}", self.method, self.path), str::to_owned);
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
        let name: String = written.chars().map(plain).collect();
        let words: Vec<_> = name.split('_').filter(|word| !word.is_empty()).collect();
        let name: String = if id.is_some() { name } else { words.join("_") };
        name.chars().take(MAX_NAME_LETTERS).collect()
    }

    fn description(&self) -> String {
        let said =
            |key: &str| self.operation.get(key).and_then(Value::as_str).map(str::trim).unwrap_or_default();
        let (summary, description) = (said("summary"), said("description"));
        let text = match (summary, description) {
            ("", "") => format!("{} {}", self.sent, self.path),
            (one, "") | ("", one) => one.to_owned(),
            (summary, description) if description.starts_with(summary) => description.to_owned(),
            (summary, description) => format!("{summary}\n{description}"),
        };
        text.chars().take(MAX_DESCRIPTION_LETTERS).collect()
    }

    fn server(&self, document: &Document, table: &OpenApiTable) -> Result<Url, OperationError> {
        let first = |holder: &Value| holder.get("servers")?.get(0).map(written_server);
        let written = match &table.server {
            Some(server) => server.to_string(),
            None => first(self.operation)
                .or_else(|| first(self.item))
                .or_else(|| first(&document.root))
                .unwrap_or_default(),
        };
        let url = Url::parse(&written).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        url.filter(|url| url.username().is_empty() && url.password().is_none())
            .ok_or(OperationError::NoServer { written })
    }
}

/// An address with its variables at what they are by default.
fn written_server(server: &Value) -> String {
    let mut address = server.get("url").and_then(Value::as_str).unwrap_or_default().to_owned();
    let variables = server.get("variables").and_then(Value::as_object);
    for (name, variable) in variables.into_iter().flatten() {
        let default = variable.get("default").and_then(Value::as_str).unwrap_or_default();
        address = address.replace(&format!("{{{name}}}"), default);
    }
    address
}

/// The best form comes first.
fn form_of(media_type: &str) -> Option<BodyForm> {
    let kind = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/json" => Some(BodyForm::Json),
        "application/x-www-form-urlencoded" => Some(BodyForm::Pairs),
        "text/plain" => Some(BodyForm::Text),
        other => other.ends_with("+json").then_some(BodyForm::Json),
    }
}

fn unique(name: &str, names: &mut HashSet<String>) -> String {
    let mut found = name.to_owned();
    let mut count = 1;
    while !names.insert(found.clone()) {
        count += 1;
        found = format!("{name}_{count}");
    }
    found
}
