//! Functions that are requests: a template for each, filled with the arguments of a call.

mod answer;
mod exchange;
mod reach;
mod template;

pub(crate) use exchange::{Exchange, ExchangeError, Outgoing};
pub(crate) use reach::ReachError;
pub(crate) use template::{RequestTemplateError, escaped};

use crate::broken::Broken;
use crate::manifest::{HttpFunction, HttpTable, object_schema};
use crate::native::report;
use content::{Digits, FunctionName, JsonObject, PluginName};
use ports::{CallScope, Consent, Function, FunctionError, FunctionSpec, Invoked};
use std::collections::BTreeMap;
use std::sync::Arc;
use template::{Filling, check_template, check_url};

/// One function of a plugin whose functions are requests.
struct HttpCall {
    spec: FunctionSpec,
    consent: Consent,
    declared: HttpFunction,
    /// Variables its templates may use.
    environment: Vec<String>,
    exchange: Arc<Exchange>,
}

/// Says where a function sends its requests, or why it can't.
pub(crate) fn check_request(declared: &HttpFunction) -> Result<String, RequestTemplateError> {
    let url = check_url(&declared.url)?;
    let texts = declared.query.values().chain(declared.headers.values()).chain(&declared.body);
    texts.map(String::as_str).chain([declared.url.as_str()]).try_for_each(check_template)?;
    Ok(url.origin().ascii_serialization())
}

/// The functions of a plugin, or why nothing can be sent.
pub(crate) fn functions(
    plugin: &PluginName,
    table: &HttpTable,
    declared: Vec<HttpFunction>,
    consent: &Consent,
) -> Result<Vec<Arc<dyn Function>>, ExchangeError> {
    let exchange = Arc::new(Exchange::new(&table.private_hosts, table.seconds, table.answer_bytes)?);
    let function = |declared: HttpFunction| {
        let name = FunctionName { plugin: Some(plugin.clone()), function: declared.name.to_string() };
        let parameters = object_schema(&declared.parameters);
        let effect = declared.effect.unwrap_or(declared.method.effects());
        let call = HttpCall {
            spec: FunctionSpec::plain(name, &declared.description, parameters, effect.into()),
            consent: consent.clone(),
            declared,
            environment: table.environment.clone(),
            exchange: Arc::clone(&exchange),
        };
        Arc::new(call) as Arc<dyn Function>
    };
    Ok(declared.into_iter().map(function).collect())
}

impl Function for HttpCall {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move { self.exchange.send(self.outgoing(arguments, &scope.digits)?, scope).await })
    }

    fn keeps_digits(&self, number: &str) -> bool {
        template::whole(number).is_some()
    }

    fn consent(&self) -> Option<&Consent> {
        Some(&self.consent)
    }
}

impl HttpCall {
    fn outgoing(&self, arguments: &JsonObject, digits: &Digits) -> Result<Outgoing, FunctionError> {
        let keys = self.keys()?;
        let filling = Filling { arguments, digits, keys: &keys };
        let declared = &self.declared;
        let mut url = filling.url(&declared.url).map_err(|error| report(error.to_string()))?;
        let broken = |error: RequestTemplateError| FunctionError::broken(&error);
        for (name, template) in &declared.query {
            let value = filling.text(template).map_err(broken)?;
            if !value.is_empty() {
                url.query_pairs_mut().append_pair(name, &value);
            }
        }
        let mut headers = Vec::new();
        for (name, template) in &declared.headers {
            let value = filling.text(template).map_err(broken)?;
            if !value.is_empty() {
                headers.push((name.clone(), value));
            }
        }
        let body =
            declared.body.as_deref().map(|template| filling.text(template)).transpose().map_err(broken)?;
        let has_type = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if body.as_deref().is_some_and(is_json) && !has_type {
            headers.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        let secrets = keys.into_values().collect();
        Ok(Outgoing {
            method: declared.method.word(),
            url,
            headers,
            body: body.map(String::into_bytes),
            secrets,
        })
    }

    /// The variables its templates name, as they are set now.
    fn keys(&self) -> Result<BTreeMap<String, String>, FunctionError> {
        let declared = &self.declared;
        let templates = declared.query.values().chain(declared.headers.values()).chain(&declared.body);
        let text: String = templates.map(String::as_str).chain([declared.url.as_str()]).collect();
        let named = self.environment.iter().filter(|name| text.contains(&format!("env.{name}")));
        named.map(|name| Ok((name.clone(), key(name)?))).collect()
    }
}

/// A key out of the environment of the application.
pub(crate) fn key(variable: &str) -> Result<String, FunctionError> {
    let missing = |_| FunctionError::broken(&Broken::NoVariable { variable: variable.to_owned() });
    std::env::var(variable).map_err(missing)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

#[cfg(test)]
mod tests;
