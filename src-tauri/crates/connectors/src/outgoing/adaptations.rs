//! Collects what is told otherwise.

use super::{Difference, ExactArguments, Reason};
use crate::binding::Binding;
use crate::names::NameRule;
use crate::schemas::{
    Projected, SchemaChange, SchemaRules, SchemaUnfit, StrictBudget, project, project_answer,
    project_held_answer,
};
use notices::{Describe, Notice};
use ports::{Adaptation, AdaptationKind, CompletionRequest, FunctionSpec};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// How many places are listed for one adaptation. A long history can need the same one in every message.
const MAX_PLACES: usize = 200;

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

impl Place {
    pub(crate) const CALLS: Self = Self::Setting("calls");
    pub(crate) const CHOICE: Self = Self::Setting("choice");
    pub(crate) const FORM: Self = Self::Setting("response_format");
    pub(crate) const THINKING: Self = Self::Setting("thinking");
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
#[derive(Clone, Debug)]
pub(crate) struct Encoded<B> {
    pub(crate) body: B,
    pub(crate) adaptations: Vec<Adaptation>,
    /// What the thoughts of the answer will be bound to.
    pub(crate) binding: Option<Binding>,
    /// Arguments in the body that are written with more digits than it holds.
    pub(crate) exact: Vec<ExactArguments>,
}

impl<B> Encoded<B> {
    pub(crate) fn new(
        request: &CompletionRequest,
        body: B,
        mut adaptations: Adaptations,
        binding: Option<Binding>,
    ) -> Self {
        let all = std::mem::take(&mut adaptations.exact);
        let (exact, unclear): (Vec<_>, Vec<_>) =
            all.iter().cloned().partition(|one| one.is_clear(&request.messages, &all));
        for one in unclear {
            adaptations.rewritten(one.place, Difference::DigitsLost, Reason::DigitsUnclear);
        }
        Self { body, adaptations: adaptations.into_list(), binding, exact }
    }
}

/// The adaptations of one request. One that is needed again is listed once, with one place more, as long as its reason is the same.
#[derive(Debug, Default)]
pub(crate) struct Adaptations {
    listed: Vec<Adaptation>,
    known: BTreeMap<(AdaptationKind, String, String), usize>,
    /// Arguments that are written with more digits than a body holds.
    pub(super) exact: Vec<ExactArguments>,
}

impl Adaptations {
    pub(crate) fn left_out(&mut self, place: Place, what: Difference, why: impl Describe) {
        self.add(AdaptationKind::LeftOut, place, what.notice(), why.notice());
    }

    pub(crate) fn dropped(&mut self, place: Place, what: Difference, why: impl Describe) {
        self.add(AdaptationKind::Dropped, place, what.notice(), why.notice());
    }

    pub(crate) fn added(&mut self, place: Place, what: Difference, why: impl Describe) {
        self.add(AdaptationKind::Added, place, what.notice(), why.notice());
    }

    pub(crate) fn rewritten(&mut self, place: Place, what: Difference, why: impl Describe) {
        self.add(AdaptationKind::Rewritten, place, what.notice(), why.notice());
    }

    /// A function's parameters as a provider takes them.
    pub(crate) fn schema(&mut self, index: usize, spec: &FunctionSpec, rules: &SchemaRules) -> Value {
        let place = Place::Function(index);
        match project(&spec.parameters, rules) {
            Ok(projected) => self.projected(place, projected),
            Err(unfit) => {
                self.add(AdaptationKind::LeftOut, place, unfit.notice(), Reason::PartOfJsonSchema.notice());
                json!({ "type": "object", "properties": {} })
            }
        }
    }

    /// What a request asks of calls where the provider can't be asked for one at a time.
    pub(crate) fn many_calls(&mut self, request: &CompletionRequest) {
        if request.calls.parallel == Some(false) {
            self.left_out(Place::CALLS, Difference::ParallelNotForbidden, Reason::ProviderLacksSetting);
        }
    }

    /// An answer is held to no form.
    pub(crate) fn form_left_out(&mut self, why: impl Describe) {
        self.left_out(Place::FORM, Difference::FormNotAsked, why);
    }

    /// A function's parameters, and whether arguments are held to them: a schema can be too large for that, and so can
    /// all of them together.
    pub(crate) fn held_schema(
        &mut self,
        index: usize,
        spec: &FunctionSpec,
        strict: Option<(&SchemaRules, &mut StrictBudget)>,
        otherwise: &SchemaRules,
    ) -> (Value, bool) {
        let place = Place::Function(index);
        let held = strict.map(|(rules, budget)| {
            let projected = project(&spec.parameters, rules).and_then(Projected::unless_emptied);
            let projected = projected.map_err(|unfit| unfit.notice())?;
            budget.take(&projected.schema).map_err(|spent| spent.notice())?;
            Ok::<_, Notice>(projected)
        });
        match held {
            Some(Ok(projected)) => return (self.projected(place, projected), true),
            Some(Err(why)) => {
                self.add(AdaptationKind::LeftOut, place, Difference::StrictNotAsked.notice(), why);
            }
            None => {}
        }
        (self.schema(index, spec, otherwise), false)
    }

    /// The schema of an answer that is held to it, or why none can be.
    pub(crate) fn strict_answer_schema(
        &mut self,
        schema: &Value,
        rules: &SchemaRules,
    ) -> Result<Value, SchemaUnfit> {
        let projected = project_held_answer(schema, rules)?;
        Ok(self.projected(Place::FORM, projected))
    }

    /// The schema of an answer, and whether the answer is held to it.
    pub(crate) fn held_answer_schema(
        &mut self,
        schema: &Value,
        strict: &SchemaRules,
        otherwise: &SchemaRules,
    ) -> (Value, bool) {
        match self.strict_answer_schema(schema, strict) {
            Ok(schema) => (schema, true),
            Err(unfit) => {
                self.left_out(Place::FORM, Difference::AnswerSchemaNotAsked, unfit);
                (self.answer_schema(schema, otherwise), false)
            }
        }
    }

    /// The schema of an answer as a provider takes it.
    pub(crate) fn answer_schema(&mut self, schema: &Value, rules: &SchemaRules) -> Value {
        self.projected(Place::FORM, project_answer(schema, rules))
    }

    /// What the schema of an answer is called.
    pub(crate) fn answer_name(&mut self, name: &str) -> String {
        let written = NameRule::COMMON.fit(name);
        if written != name {
            let what = Difference::Renamed { name: name.to_owned(), written: written.clone() };
            self.rewritten(Place::FORM, what, Reason::NameForm);
        }
        written
    }

    fn projected(&mut self, place: Place, projected: Projected) -> Value {
        for SchemaChange { path, what, is_lost } in projected.changes {
            let what = if path.is_empty() { what } else { Difference::InSchema { path, what }.notice() };
            let kind = if is_lost { AdaptationKind::LeftOut } else { AdaptationKind::Rewritten };
            self.add(kind, place, what, Reason::PartOfJsonSchema.notice());
        }
        projected.schema
    }

    fn add(&mut self, kind: AdaptationKind, place: Place, what: Notice, why: Notice) {
        let next = self.listed.len();
        let index = *self.known.entry((kind, what.to_string(), why.to_string())).or_insert(next);
        if index == next {
            self.listed.push(Adaptation { kind, what, why, places: Vec::new() });
        }
        if let Some(adaptation) = self.listed.get_mut(index)
            && adaptation.places.len() < MAX_PLACES
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
