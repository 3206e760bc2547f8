//! One operation as a function.

use super::operation::{Body, BodyForm, Operation};
use super::parameter::{Explode, Parameter, Place, Reserved, Style};
use super::security::Shown;
use super::style::{in_cookie, in_header, in_path, in_query, text};
use crate::native::report;
use crate::sources::http::{Exchange, Outgoing, escaped};
use content::{Digits, Exact, FunctionName, JsonObject, PluginName};
use ports::{CallScope, Consent, Effect, Function, FunctionError, FunctionSpec, Invoked};
use std::sync::Arc;
use url::Url;

pub(super) struct OpenApiCall {
    spec: FunctionSpec,
    consent: Consent,
    operation: Operation,
    exchange: Arc<Exchange>,
}

impl OpenApiCall {
    pub(super) fn new(
        plugin: &PluginName,
        mut operation: Operation,
        consent: Consent,
        exchange: Arc<Exchange>,
    ) -> Self {
        let effect = match operation.method {
            "GET" | "HEAD" | "OPTIONS" | "TRACE" => Effect::ReadsOnly,
            _ => Effect::Changes,
        };
        let name = FunctionName { plugin: Some(plugin.clone()), function: operation.name.clone() };
        let description = std::mem::take(&mut operation.description);
        let spec = FunctionSpec::plain(name, description, std::mem::take(&mut operation.parameters), effect);
        Self { spec, consent, operation, exchange }
    }

    pub(super) fn outgoing(
        &self,
        arguments: &JsonObject,
        digits: &Digits,
    ) -> Result<Outgoing, FunctionError> {
        let operation = &self.operation;
        let (shown, secrets) = operation.security.shown()?;
        let mut path = operation.path.clone();
        let (mut query, mut headers, mut cookies) = (Vec::new(), Vec::new(), Vec::new());
        for parameter in &operation.placed {
            // Null is no value that any style could write.
            let Some(value) = arguments.get(&parameter.argument).filter(|value| !value.is_null()) else {
                continue;
            };
            let value = digits.member(&parameter.argument, value);
            match parameter.place {
                Place::Path => {
                    let written = in_path(parameter, value);
                    if written.is_empty() {
                        return Err(report(format!(
                            "{} is empty, which would be another address",
                            parameter.argument
                        )));
                    }
                    path = path.replace(&format!("{{{}}}", parameter.name), &written);
                }
                Place::Query => query.extend(in_query(parameter, value)),
                Place::Header => headers.push((parameter.name.clone(), in_header(parameter, value))),
                Place::Cookie => cookies.push(format!("{}={}", parameter.name, in_cookie(parameter, value))),
            }
        }
        for one in shown {
            match one {
                Shown::Header(name, value) => headers.push((name, value)),
                Shown::Query(name, value) => query.push((escaped(&name), escaped(&value))),
                Shown::Cookie(name, value) => cookies.push(format!("{name}={}", escaped(&value))),
            }
        }
        if !cookies.is_empty() {
            headers.push(("cookie".to_owned(), cookies.join("; ")));
        }
        let is_named = |name: &str| headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
        if !is_named("accept") {
            headers.push(("accept".to_owned(), "application/json, */*;q=0.5".to_owned()));
        }
        let body = operation.body.as_ref().and_then(|body| written(body, arguments, digits));
        if let (Some(_), Some(declared)) = (&body, &operation.body) {
            headers.push(("content-type".to_owned(), declared.media_type.clone()));
        }
        let url = address(&operation.server, &path, &query)?;
        Ok(Outgoing { method: operation.method, url, headers, body, secrets })
    }
}

impl Function for OpenApiCall {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move { self.exchange.send(self.outgoing(arguments, &scope.digits)?, scope).await })
    }

    fn keeps_digits(&self, _number: &str) -> bool {
        true
    }

    fn consent(&self) -> Option<&Consent> {
        Some(&self.consent)
    }
}

/// The address of a request. Whatever the arguments are, it stays below the server's.
fn address(server: &Url, path: &str, query: &[(String, String)]) -> Result<Url, FunctionError> {
    if path.contains(['{', '}']) {
        return Err(report("a part of the address is missing"));
    }
    if path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return Err(report("a part of the address is . or .., which would lead elsewhere"));
    }
    let mut base = server.clone();
    base.set_query(None);
    base.set_fragment(None);
    let joined = format!("{}/{}", base.as_str().trim_end_matches('/'), path.trim_start_matches('/'));
    let mut url =
        Url::parse(&joined).map_err(|error| report(format!("the address can't be used: {error}")))?;
    if url.origin() != server.origin() {
        return Err(report("the address would lead to another host"));
    }
    if !query.is_empty() {
        let pairs: Vec<_> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        url.set_query(Some(&pairs.join("&")));
    }
    Ok(url)
}

fn written(body: &Body, arguments: &JsonObject, digits: &Digits) -> Option<Vec<u8>> {
    let value = digits.member(&body.argument, arguments.get(&body.argument)?);
    Some(match body.form {
        BodyForm::Json => value.to_string().into_bytes(),
        BodyForm::Text => text(value).into_bytes(),
        BodyForm::Pairs => pairs(value).into_bytes(),
    })
}

/// A form: each member by itself, lists once for each item.
fn pairs(value: Exact<'_>) -> String {
    let members = value.members().filter(|(_, value)| !value.value().is_null());
    let pairs = members.flat_map(|(name, value)| {
        let parameter = Parameter {
            name: name.clone(),
            argument: name.clone(),
            place: Place::Query,
            style: if value.value().is_object() { Style::Json } else { Style::Form },
            explode: Explode::Apart,
            reserved: Reserved::Escaped,
        };
        in_query(&parameter, value)
    });
    pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}
