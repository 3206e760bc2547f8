//! Collects what is told otherwise.

use crate::schemas::{Projected, SchemaChange, SchemaRules, project};
use ports::{Adaptation, AdaptationKind, FunctionSpec};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// How many places are listed for one adaptation. A long history can need the same one in every message.
const PLACES: usize = 200;

/// Where something stands in what a request is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    Item {
        message: usize,
        item: usize,
    },
    Message(usize),
    Function(usize),
    /// One of the settings of the request, by its name.
    Setting(&'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item { message, item } => write!(formatter, "/messages/{message}/items/{item}"),
            Self::Message(message) => write!(formatter, "/messages/{message}"),
            Self::Function(function) => write!(formatter, "/functions/{function}"),
            Self::Setting(name) => write!(formatter, "/{name}"),
        }
    }
}

/// A request as a protocol writes it, and in what it differs from what was asked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Encoded<B> {
    pub(crate) body: B,
    pub(crate) adaptations: Vec<Adaptation>,
}

/// The adaptations of one request. One that is needed again is listed once, with one place more.
#[derive(Debug, Default)]
pub(crate) struct Adaptations {
    listed: Vec<Adaptation>,
    known: BTreeMap<(AdaptationKind, String), usize>,
}

impl Adaptations {
    pub(crate) fn left_out(&mut self, place: Place, what: impl Into<String>, why: &str) {
        self.add(AdaptationKind::LeftOut, place, what.into(), why);
    }

    pub(crate) fn added(&mut self, place: Place, what: impl Into<String>, why: &str) {
        self.add(AdaptationKind::Added, place, what.into(), why);
    }

    pub(crate) fn rewritten(&mut self, place: Place, what: impl Into<String>, why: &str) {
        self.add(AdaptationKind::Rewritten, place, what.into(), why);
    }

    /// A function's parameters as a provider takes them.
    pub(crate) fn schema(&mut self, index: usize, spec: &FunctionSpec, rules: &SchemaRules) -> Value {
        let place = Place::Function(index);
        let why = "the provider takes a part of JSON Schema only";
        match project(&spec.parameters, rules) {
            Ok(Projected { schema, changes }) => {
                for SchemaChange { path, what, is_lost } in changes {
                    let what = if path.is_empty() { what } else { format!("{path}: {what}") };
                    let kind = if is_lost { AdaptationKind::LeftOut } else { AdaptationKind::Rewritten };
                    self.add(kind, place, what, why);
                }
                schema
            }
            Err(unfit) => {
                self.left_out(place, unfit.to_string(), why);
                json!({ "type": "object", "properties": {} })
            }
        }
    }

    /// An answer is held to no form, because functions are offered.
    pub(crate) fn form_left_out(&mut self) {
        let what = "the form of the answer is not asked for";
        self.left_out(Place::Setting("response_format"), what, "the service takes no form beside functions");
    }

    fn add(&mut self, kind: AdaptationKind, place: Place, what: String, why: &str) {
        let next = self.listed.len();
        let index = *self.known.entry((kind, what.clone())).or_insert(next);
        if index == next {
            self.listed.push(Adaptation { kind, what, why: why.to_owned(), places: Vec::new() });
        }
        if let Some(adaptation) = self.listed.get_mut(index)
            && adaptation.places.len() < PLACES
        {
            adaptation.places.push(place.to_string());
        }
    }

    /// What changes most comes first.
    pub(crate) fn into_list(self) -> Vec<Adaptation> {
        let mut listed = self.listed;
        listed.sort_by_key(|adaptation| adaptation.kind);
        listed
    }
}
