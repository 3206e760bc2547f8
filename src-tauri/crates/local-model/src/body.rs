//! What a model in a file is asked, as it is shown and as a person may write it by hand.

use crate::difference::{Difference, Reason};
use crate::facts::Facts;
use crate::grammar::{Beginning, Excluded, Held, Holding, Words, holding};
use crate::names::Names;
use crate::notation_of::Notation;
use crate::prompt::{Prompt, Template, TemplateError};
use content::JsonObject;
use ports::{Adaptation, AdaptationKind, CompletionRequest};
use serde::{Deserialize, Serialize};
use serde_with_macros::skip_serializing_none;

/// What a person may add, by the names other engines have for it.
const CONTEXT: [&str; 2] = ["context", "num_ctx"];
const REPEAT_PENALTY: [&str; 2] = ["repeat_penalty", "repetition_penalty"];
const KNOWN: [&str; 10] = [
    "context",
    "num_ctx",
    "top_k",
    "min_p",
    "repeat_penalty",
    "repetition_penalty",
    "repeat_last_n",
    "presence_penalty",
    "frequency_penalty",
    "chat_template_kwargs",
];

/// Everything the engine is told.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Body {
    /// For whoever reads it.
    #[serde(default)]
    pub(crate) model: String,
    pub(crate) prompt: String,
    pub(crate) temperature: Option<f64>,
    pub(crate) top_p: Option<f64>,
    pub(crate) top_k: Option<u32>,
    pub(crate) min_p: Option<f64>,
    /// How much less likely a token gets that was written before. 1 is as likely as it was.
    pub(crate) repeat_penalty: Option<f64>,
    /// How many tokens back that is looked for.
    pub(crate) repeat_last_n: Option<u32>,
    pub(crate) presence_penalty: Option<f64>,
    pub(crate) frequency_penalty: Option<f64>,
    pub(crate) seed: Option<u64>,
    pub(crate) max_output_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) stop: Vec<String>,
    /// How many tokens prompt and answer may have together.
    pub(crate) context: Option<u32>,
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
            let places = vec!["/functions".to_owned()];
            let what = Difference::Loosened { loosened };
            adaptations.push(what.adaptation(AdaptationKind::LeftOut, Reason::GrammarsSayLess, places));
        }
        adaptations.extend(excluded.map(left_out));
        let settings = &request.settings;
        let unknown = settings.more.keys().filter(|name| !KNOWN.contains(&name.as_str()));
        adaptations.extend(unknown.map(|name| {
            let places = vec![format!("/settings/more/{name}")];
            let what = Difference::SettingUnused { name: name.clone() };
            what.adaptation(AdaptationKind::LeftOut, Reason::SettingUnknown, places)
        }));
        let body = Self {
            model: facts.title.clone(),
            prompt: text,
            temperature: settings.temperature,
            top_p: settings.top_p,
            top_k: count(&settings.more, &["top_k"]),
            min_p: number(&settings.more, &["min_p"]),
            repeat_penalty: number(&settings.more, &REPEAT_PENALTY),
            repeat_last_n: count(&settings.more, &["repeat_last_n"]),
            presence_penalty: number(&settings.more, &["presence_penalty"]),
            frequency_penalty: number(&settings.more, &["frequency_penalty"]),
            seed: settings.seed,
            max_output_tokens: settings.max_output_tokens,
            stop: settings.stop.clone(),
            context: count(&settings.more, &CONTEXT),
            held,
        };
        Ok((body, adaptations))
    }

    /// The same question, to be answered in words.
    pub(crate) fn in_words(&self) -> Self {
        Self { held: Some(Held::Words(Words::without_calls())), ..self.clone() }
    }

    /// Whether the prompt begins a thought for the model.
    pub(crate) fn begins_thinking(&self) -> bool {
        begins_thinking(&self.prompt)
    }
}

/// What a grammar has no place for beside something else.
fn left_out(excluded: Excluded) -> Adaptation {
    let (what, place) = match excluded {
        Excluded::Form => (Difference::FormLoosened, "/settings/responseFormat"),
        Excluded::Calls => (Difference::CallsExcluded, "/functions"),
    };
    what.adaptation(AdaptationKind::LeftOut, Reason::HeldToOne, vec![place.to_owned()])
}

fn begins_thinking(prompt: &str) -> bool {
    prompt.trim_end().ends_with("<think>")
}

fn number(more: &JsonObject, names: &[&str]) -> Option<f64> {
    names.iter().find_map(|name| more.get(*name))?.as_f64()
}

fn count(more: &JsonObject, names: &[&str]) -> Option<u32> {
    let value = names.iter().find_map(|name| more.get(*name))?;
    value.as_u64().and_then(|value| u32::try_from(value).ok())
}
