//! What a model in a file is asked, as it is shown and as a person may write it by hand.

use crate::facts::Facts;
use crate::grammar::{Beginning, Excluded, Held, Holding, holding};
use crate::names::Names;
use crate::notation_of::Notation;
use crate::prompt::{Prompt, Template, TemplateError};
use content::JsonObject;
use ports::{Adaptation, AdaptationKind, CompletionRequest};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a person may add, by the names other engines have for it.
const CONTEXT: [&str; 2] = ["context", "num_ctx"];
const KNOWN: [&str; 5] = ["context", "num_ctx", "top_k", "min_p", "chat_template_kwargs"];

/// Everything the engine is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Body {
    /// For whoever reads it.
    #[serde(default)]
    pub(crate) model: String,
    pub(crate) prompt: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) temperature: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) top_p: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) top_k: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_p: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_output_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) stop: Vec<String>,
    /// How many tokens prompt and answer may have together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) context: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) held: Option<Held>,
}

impl Body {
    pub(crate) fn of(
        request: &CompletionRequest,
        facts: &Facts,
        template: &Template,
        names: &Names,
    ) -> Result<(Self, Vec<Adaptation>), TemplateError> {
        let Prompt { text, mut adaptations } = Prompt::of(request, template, names)?;
        let beginning = if begins_thinking(&text) { Beginning::Thought } else { Beginning::Words };
        let Holding { held, loosened, excluded } = holding(request, names, Notation::of(template), beginning);
        if !loosened.is_empty() {
            adaptations.push(Adaptation {
                kind: AdaptationKind::LeftOut,
                what: format!("the grammar does not hold the model to: {}", loosened.join(", ")),
                why: "a grammar can't say everything a schema can".to_owned(),
                places: vec!["/functions".to_owned()],
            });
        }
        adaptations.extend(excluded.map(left_out));
        let settings = &request.settings;
        let unknown = settings.more.keys().filter(|name| !KNOWN.contains(&name.as_str()));
        adaptations.extend(unknown.map(|name| Adaptation {
            kind: AdaptationKind::LeftOut,
            what: format!("{name} is not used"),
            why: "a model in a file knows no such setting".to_owned(),
            places: vec![format!("/settings/more/{name}")],
        }));
        let body = Self {
            model: facts.title.clone(),
            prompt: text,
            temperature: settings.temperature,
            top_p: settings.top_p,
            top_k: count(&settings.more, &["top_k"]),
            min_p: settings.more.get("min_p").and_then(Value::as_f64),
            seed: settings.seed,
            max_output_tokens: settings.max_output_tokens,
            stop: settings.stop.clone(),
            context: count(&settings.more, &CONTEXT),
            held,
        };
        Ok((body, adaptations))
    }

    /// Whether the prompt begins a thought for the model.
    pub(crate) fn begins_thinking(&self) -> bool {
        begins_thinking(&self.prompt)
    }
}

/// What a grammar has no place for beside something else.
fn left_out(excluded: Excluded) -> Adaptation {
    let (what, place) = match excluded {
        Excluded::Form => ("the answer is not held to its form", "/settings/responseFormat"),
        Excluded::Calls => ("the functions can't be called", "/functions"),
    };
    Adaptation {
        kind: AdaptationKind::LeftOut,
        what: what.to_owned(),
        why: "a model in a file is held to calls or to a form of its answer, not to both".to_owned(),
        places: vec![place.to_owned()],
    }
}

fn begins_thinking(prompt: &str) -> bool {
    prompt.trim_end().ends_with("<think>")
}

fn count(more: &JsonObject, names: &[&str]) -> Option<u32> {
    let value = names.iter().find_map(|name| more.get(*name))?;
    value.as_u64().and_then(|value| u32::try_from(value).ok())
}
