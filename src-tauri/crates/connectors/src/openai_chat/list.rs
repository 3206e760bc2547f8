//! The lists of models that services provide. A router's has the most facts.

use super::wire::{Model, Models};
use crate::models::{Functions, ListedModel, Refusable, Thinks, ToldFacts};

/// The settings a model refuses if its list has none of these parameters.
const SETTINGS: [(Refusable, &[&str]); 6] = [
    (Refusable::Temperature, &["temperature"]),
    (Refusable::TopP, &["top_p"]),
    (Refusable::Seed, &["seed"]),
    (Refusable::Stop, &["stop"]),
    (Refusable::ForcedChoice, &["tool_choice"]),
    (Refusable::ResponseFormat, &["response_format", "structured_outputs"]),
];

impl Models {
    pub(super) fn into_listed(self) -> Vec<ListedModel> {
        let (Self::Listed { data } | Self::Bare(data)) = self;
        data.into_iter().map(Model::into_listed).collect()
    }
}

impl Model {
    fn into_listed(self) -> ListedModel {
        let Self { id, supported_parameters, context_length, top_provider } = self;
        let output = top_provider.and_then(|provider| provider.max_completion_tokens);
        let mut told = ToldFacts { output, context: context_length, ..ToldFacts::default() };
        if let Some(settings) = supported_parameters {
            let has = |names: &[&str]| names.iter().any(|name| settings.iter().any(|one| one == name));
            let refused = SETTINGS.iter().filter(|(_, names)| !has(names));
            told.refuses = refused.map(|(what, _)| *what).collect();
            told.functions = (!has(&["tools"])).then_some(Functions::Refused);
            told.thinks = (!has(&["reasoning", "include_reasoning"])).then_some(Thinks::Never);
        }
        ListedModel { name: id, told }
    }
}
