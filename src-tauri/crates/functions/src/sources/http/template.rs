//! Templates of requests, filled with the arguments of a call.

use content::{Digits, Exact, JsonObject};
use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior};
use notices::{Describe, Notice};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use std::collections::BTreeMap;
use url::Url;

/// Steps a template may take. No honest one comes near.
const MAX_STEPS: u64 = 50_000;

/// What is put into templates.
pub(super) struct Filling<'a> {
    pub(super) arguments: &'a JsonObject,
    pub(super) digits: &'a Digits,
    pub(super) keys: &'a BTreeMap<String, String>,
}

/// A template of a request that can't be used or filled.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "request-template")]
pub(crate) enum RequestTemplateError {
    #[error("a part of the address is . or .., which would lead elsewhere")]
    Relative,
    #[error("the filled address is none: {reason}")]
    Filled {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the address would lead to another host")]
    OtherHost,
    #[error("it does not begin with an address: {reason}")]
    NoAddress {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{scheme} is neither http nor https")]
    Scheme { scheme: String },
    #[error("its host is not fixed: write it out, with a / behind it")]
    OpenHost,
    #[error("it holds a name or a password; use a header")]
    Credentials,
    #[error("{reason}")]
    Template { reason: Notice },
}

impl Filling<'_> {
    /// A value that is not there gives nothing.
    pub(super) fn text(&self, template: &str) -> Result<String, RequestTemplateError> {
        self.fill(&environment(UndefinedBehavior::Chainable), template)
    }

    /// Whatever is put in stays in its place: it can't begin another segment, a query or another host.
    pub(super) fn url(&self, template: &str) -> Result<Url, RequestTemplateError> {
        let mut environment = environment(UndefinedBehavior::Strict);
        environment.set_formatter(|out, _, value| {
            let text = value.to_string();
            if text.is_empty() || value.is_undefined() || value.is_none() {
                return Err(Error::new(ErrorKind::InvalidOperation, "a part of the address is empty"));
            }
            out.write_str(&escaped(&text)).map_err(Error::from)
        });
        let filled = self.fill(&environment, template)?;
        let path = filled.split(['?', '#']).next().unwrap_or_default();
        if path.split('/').any(|segment| matches!(segment, "." | "..")) {
            return Err(RequestTemplateError::Relative);
        }
        let url =
            Url::parse(&filled).map_err(|error| RequestTemplateError::Filled { reason: said(&error) })?;
        let written = check_url(template)?;
        if url.origin() != written.origin() || url.username() != "" || url.password().is_some() {
            return Err(RequestTemplateError::OtherHost);
        }
        Ok(url)
    }

    fn fill(&self, environment: &Environment<'_>, template: &str) -> Result<String, RequestTemplateError> {
        if !self.digits.is_empty() {
            return Ok(environment.render_str(template, self.exact())?);
        }
        let mut words = self.arguments.clone();
        words.insert("arguments".to_owned(), json!(self.arguments));
        words.insert("env".to_owned(), json!(self.keys));
        Ok(environment.render_str(template, Serde(words))?)
    }

    /// The same words, with all digits that a template can hold.
    fn exact(&self) -> Value {
        let exact = |(name, value)| (String::clone(name), exact(self.digits.member(name, value)));
        let mut words: BTreeMap<String, Value> = self.arguments.iter().map(exact).collect();
        words.insert("arguments".to_owned(), words.clone().into());
        words.insert("env".to_owned(), Serde(self.keys).into());
        words.into()
    }
}

fn exact(value: Exact<'_>) -> Value {
    match (value.digits().and_then(whole), value.value()) {
        (Some(number), _) => number,
        (None, serde_json::Value::Array(_)) => value.items().map(exact).collect(),
        (None, serde_json::Value::Object(_)) => value
            .members()
            .map(|(name, member)| (name.clone(), exact(member)))
            .collect::<BTreeMap<_, _>>()
            .into(),
        (None, plain) => Serde(plain).into(),
    }
}

/// A number of up to 128 bits. Templates hold no longer ones.
pub(super) fn whole(digits: &str) -> Option<Value> {
    digits.parse::<i128>().map(Value::from).or_else(|_| digits.parse::<u128>().map(Value::from)).ok()
}

/// The scheme and the host of a template, which no argument can change.
pub(super) fn check_url(template: &str) -> Result<Url, RequestTemplateError> {
    let fixed = template.find(['{']).map_or(template, |at| template.get(..at).unwrap_or_default());
    let url = Url::parse(fixed).map_err(|error| RequestTemplateError::NoAddress { reason: said(&error) })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(RequestTemplateError::Scheme { scheme: url.scheme().to_owned() });
    }
    let after_scheme = fixed.split_once("://").map_or("", |(_, rest)| rest);
    if fixed.len() < template.len() && !after_scheme.contains(['/', '?', '#']) {
        return Err(RequestTemplateError::OpenHost);
    }
    if url.username() != "" || url.password().is_some() {
        return Err(RequestTemplateError::Credentials);
    }
    Ok(url)
}

/// Whether a template can be read at all.
pub(super) fn check_template(template: &str) -> Result<(), RequestTemplateError> {
    Ok(environment(UndefinedBehavior::Chainable).template_from_str(template).map(drop)?)
}

fn environment<'a>(undefined: UndefinedBehavior) -> Environment<'a> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(undefined);
    environment.set_fuel(Some(MAX_STEPS));
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment
}

/// Everything but what stands for itself anywhere in an address.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

pub(crate) fn escaped(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Without the place, which is that of a text the reader doesn't see.
impl From<Error> for RequestTemplateError {
    fn from(error: Error) -> Self {
        let kind = notices::said(&error.kind().to_string());
        let reason = match error.detail() {
            Some(detail) => kind.caused_by(detail),
            None => kind,
        };
        Self::Template { reason }
    }
}

fn said(error: &url::ParseError) -> Notice {
    notices::said(&error.to_string())
}
