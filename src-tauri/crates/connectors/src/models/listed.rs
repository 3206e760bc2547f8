//! What a provider tells of its models where it lists them.

use super::facts::{Budget, Functions, ModelFacts, Refusable, Thinks};
use ports::{Effort, ThinkingMode};
use serde::{Deserialize, Serialize};
use serde_with_macros::skip_serializing_none;
use std::collections::BTreeSet;
use ts_rs::TS;

/// A model in the list of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedModel {
    /// What the service calls it.
    pub name: String,
    pub told: ToldFacts,
}

/// What was told of one model. It counts for more than the table that ships.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ToldFacts {
    /// The most tokens of one answer.
    #[ts(optional)]
    pub output: Option<u32>,
    /// The most tokens it reads at once.
    #[ts(optional)]
    pub context: Option<u32>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[ts(optional, as = "Option<BTreeSet<Refusable>>")]
    pub refuses: BTreeSet<Refusable>,
    #[ts(optional)]
    pub functions: Option<Functions>,
    #[ts(optional)]
    pub thinks: Option<Thinks>,
    #[ts(optional)]
    pub modes: Option<Vec<ThinkingMode>>,
    #[ts(optional)]
    pub efforts: Option<Vec<Effort>>,
    #[ts(optional)]
    pub budget: Option<Budget>,
}

/// Where facts are from that a service told.
const SOURCE: &str = "the list of models of the service";

impl ListedModel {
    /// A model of which nothing is told but its name.
    pub(crate) fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), told: ToldFacts::default() }
    }
}

impl ToldFacts {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Puts what was told in the place of what is known. What is not told stays.
    pub(super) fn lay_over(&self, facts: &mut ModelFacts) {
        if self.is_empty() {
            return;
        }
        let thinking = &mut facts.thinking;
        facts.output = self.output.or(facts.output);
        facts.context = self.context.or(facts.context);
        facts.refuses.extend(&self.refuses);
        facts.functions = self.functions.unwrap_or(facts.functions);
        thinking.thinks = self.thinks.unwrap_or(thinking.thinks);
        thinking.budget = self.budget.unwrap_or(thinking.budget);
        if let Some(modes) = &self.modes {
            thinking.modes.clone_from(modes);
        }
        if let Some(efforts) = &self.efforts {
            let known = |effort: &Effort| efforts.contains(effort);
            if let Some(off) = &mut thinking.efforts_off {
                off.retain(known);
            }
            thinking.efforts = Some(efforts.clone());
        }
        facts.sources.push(SOURCE.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::{ListedModel, ToldFacts};
    use crate::models::{Budget, Functions, ModelFacts, ModelTable, Refusable, Thinks};
    use crate::remote::Protocol;
    use ports::{Effort, ThinkingMode};
    use serde_json::{Value, json};

    fn told<P: Protocol>(list: Value) -> Vec<ListedModel> {
        P::listed(serde_json::from_value(list).expect("a list"))
    }

    fn supported(is: bool) -> Value {
        json!({ "supported": is })
    }

    #[test]
    fn anthropic_tells_how_its_models_think() {
        let types = json!({ "adaptive": supported(true), "between_tools": supported(true), "disabled": supported(false),
            "enabled": supported(false) });
        let effort = json!({ "supported": true, "low": supported(true), "medium": supported(true), "high": supported(true),
            "xhigh": supported(false), "max": supported(true) });
        let capabilities = json!({ "thinking": { "supported": true, "types": types }, "effort": effort });
        let model = json!({ "type": "model", "id": "claude-sonnet-7", "max_tokens": 256_000, "max_input_tokens": 2_000_000,
            "capabilities": capabilities });
        let plain = json!({ "type": "model", "id": "claude-old", "capabilities": null });
        let expected = ToldFacts {
            output: Some(256_000),
            context: Some(2_000_000),
            modes: Some(vec![ThinkingMode::On, ThinkingMode::BetweenTools]),
            efforts: Some(vec![Effort::Low, Effort::Medium, Effort::High, Effort::Max]),
            budget: Some(Budget::Refused),
            ..ToldFacts::default()
        };
        let listed = told::<crate::anthropic::Messages>(json!({ "data": [model, plain] }));
        assert_eq!(
            listed,
            [
                ListedModel { name: "claude-sonnet-7".to_owned(), told: expected },
                ListedModel::named("claude-old"),
            ]
        );
    }

    #[test]
    fn gemini_tells_how_long_an_answer_is_and_whether_a_model_thinks() {
        let model = json!({ "name": "models/gemini-9-flash", "supportedGenerationMethods": ["generateContent"],
            "outputTokenLimit": 65_536, "inputTokenLimit": 1_048_576, "thinking": false });
        let expected = ToldFacts {
            output: Some(65_536),
            context: Some(1_048_576),
            thinks: Some(Thinks::Never),
            ..ToldFacts::default()
        };
        let listed = told::<crate::gemini::GenerateContent>(json!({ "models": [model] }));
        assert_eq!(listed, [ListedModel { name: "gemini-9-flash".to_owned(), told: expected }]);
    }

    #[test]
    fn a_router_tells_what_can_be_set() {
        let model = json!({ "id": "a/b", "context_length": 131_072, "top_provider": { "max_completion_tokens": 8192 },
            "supported_parameters": ["max_tokens", "temperature", "tools", "stop", "seed"] });
        let expected = ToldFacts {
            output: Some(8192),
            context: Some(131_072),
            refuses: [Refusable::TopP, Refusable::ForcedChoice, Refusable::ResponseFormat].into(),
            thinks: Some(Thinks::Never),
            ..ToldFacts::default()
        };
        let listed = told::<crate::openai_chat::ChatCompletions>(json!({ "data": [model, { "id": "c" }] }));
        assert_eq!(listed, [ListedModel { name: "a/b".to_owned(), told: expected }, ListedModel::named("c")]);
    }

    #[test]
    fn what_is_told_counts_for_more_than_the_table_and_a_persons_rows_for_most() {
        let told = ToldFacts { output: Some(1000), thinks: Some(Thinks::Always), ..ToldFacts::default() };
        let own = "[[models]]\nmodels = [\"claude-opus-5-5\"]\noutput = 7\nsource = \"mine\"\n";
        let own = ModelTable::parse(own).expect("a table");
        let facts = ModelFacts::of("anthropic", "claude-opus-5-5", Some(&told), &own);
        assert_eq!((facts.output, facts.functions), (Some(7), Functions::Taken));
        assert_eq!(facts.sources.iter().rev().take(2).collect::<Vec<_>>(), ["mine", super::SOURCE]);
    }
}
