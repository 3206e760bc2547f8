//! The services that speak this protocol, and the dialect of each.

use super::thinking::ThinkingForm;
use crate::limits::Limits;
use crate::media::{MediaRules, PDF, PICTURES, WEB};
use crate::outgoing::Reason;
use crate::{SetupFault, remote};
use reqwest::Url;

/// The dialect of a service. A service that is not listed gets [`ANY`].
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Its name in a file of services.
    pub id: &'static str,
    pub title: &'static str,
    /// Its usual address. Empty if every customer has a different one.
    pub address: &'static str,
    pub needs_key: bool,
    /// The environment variable from which its own tools read the key.
    pub key_variable: &'static str,
    pub(super) key_header: &'static str,
    pub(super) key_scheme: &'static str,
    /// The path names the model, as a deployment.
    pub(super) deployments: bool,
    /// The role of instructions.
    pub(super) system: &'static str,
    pub(super) output_limit: &'static str,
    /// The text of a model's message with calls and no text.
    pub(super) wordless: Wordless,
    pub(super) parallel: Parallel,
    /// Whether a function can be required by name.
    pub(super) names_choice: bool,
    /// Whether some of the offered functions can be allowed.
    pub(super) allows_some: bool,
    /// Whether requests can carry a key that groups them in the cache.
    pub(super) names_cache: bool,
    pub(super) takes_strict: bool,
    /// Whether an answer can be constrained to a schema, and not only to JSON.
    pub(super) takes_schema: bool,
    /// Whether token usage must be requested in a stream.
    pub(super) asks_for_usage: bool,
    /// Its count of output tokens excludes reasoning.
    pub(super) counts_reasoning_apart: bool,
    /// The field in which a model's own reasoning is sent back. Other services refuse unknown fields.
    pub(super) reasoning_back: Option<&'static str>,
    /// Whether a model's thoughts may be part of its text, between marks. Self-hosted models write them so, and servers
    /// that don't parse them pass them on (DeepSeek-R1, Qwen3 and MiniMax-M2 model cards).
    pub(super) leaves_thoughts_in_text: bool,
    /// It forwards requests to services whose models can't read each other's state.
    pub(super) is_router: bool,
    /// A call may have free text in place of arguments.
    pub(super) takes_custom_calls: bool,
    /// Such calls in an imported conversation count as its own.
    pub(super) owns_custom_calls: bool,
    /// It represents another service and passes on the state that that service wants back beside a call.
    pub(super) echoes_extra: bool,
    pub(super) arguments: Arguments,
    pub(super) limits: Limits,
    pub(super) media: &'static MediaRules,
    pub(super) thinking: ThinkingForm,
    /// The kind of service at the same address that speaks Responses.
    pub(super) over_responses: Option<&'static str>,
    /// Blank texts are refused.
    pub(super) refuses_blank_text: bool,
    /// A model it is likely to have.
    pub(crate) model: &'static str,
    /// Whether an answer can be constrained to a format while functions are offered.
    pub(super) takes_form_beside_functions: bool,
}

/// The representation of an absent text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wordless {
    Null,
    EmptyText,
}

/// The use of the field for parallel calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parallel {
    /// Set if the person chose, and absent otherwise.
    AsAsked,
    /// Permitted unless the person chose otherwise: the service forbids them by default.
    Permitted,
    /// The service does not know the field.
    Unsaid,
}

/// The form in which arguments that are not a JSON object are sent back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arguments {
    /// The service accepts any text, so the model sees what it wrote.
    AsWritten,
    /// The service parses them, and refuses every request with a call it can't parse.
    Objects,
}

/// Any compatible address: the smallest request that works everywhere.
const ANY: Profile = Profile {
    id: "openai-compatible",
    title: "OpenAI-compatible",
    address: "",
    needs_key: false,
    key_variable: "",
    key_header: "authorization",
    key_scheme: "Bearer ",
    deployments: false,
    system: "system",
    output_limit: "max_tokens",
    wordless: Wordless::EmptyText,
    parallel: Parallel::AsAsked,
    names_choice: true,
    allows_some: false,
    names_cache: false,
    takes_strict: false,
    takes_schema: true,
    asks_for_usage: true,
    counts_reasoning_apart: false,
    reasoning_back: None,
    leaves_thoughts_in_text: true,
    is_router: false,
    takes_custom_calls: true,
    owns_custom_calls: false,
    echoes_extra: true,
    arguments: Arguments::Objects,
    limits: Limits::NONE,
    media: &ALL_MEDIA,
    thinking: ThinkingForm::Effort,
    over_responses: None,
    refuses_blank_text: false,
    model: "gpt-5",
    takes_form_beside_functions: true,
};

const OPENAI: Profile = Profile {
    id: "openai",
    title: "OpenAI",
    address: "https://api.openai.com/v1",
    needs_key: true,
    key_variable: "OPENAI_API_KEY",
    output_limit: "max_completion_tokens",
    wordless: Wordless::Null,
    takes_strict: true,
    allows_some: true,
    names_cache: true,
    over_responses: Some("openai-responses"),
    owns_custom_calls: true,
    echoes_extra: false,
    leaves_thoughts_in_text: false,
    arguments: Arguments::AsWritten,
    limits: Limits { functions: Some(128), description: Some(1024), stops: Some(4), ..Limits::NONE },
    ..ANY
};

const AZURE: Profile = Profile {
    id: "azure-openai",
    title: "Azure OpenAI",
    address: "",
    key_variable: "AZURE_OPENAI_API_KEY",
    key_header: "api-key",
    key_scheme: "",
    over_responses: Some("azure-openai-responses"),
    owns_custom_calls: false,
    media: &NO_FILES,
    ..OPENAI
};

const ALL_MEDIA: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "audio/mpeg", PDF],
    fetched: &PICTURES,
    schemes: WEB,
    why: Reason::MediaChat,
};

const NO_FILES: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "audio/mpeg"],
    why: Reason::PicturesAndSounds,
    ..ALL_MEDIA
};

const ALL_PICTURES: MediaRules = MediaRules { inline: &PICTURES, why: Reason::PicturesOnly, ..ALL_MEDIA };

const TEXT_ALONE: MediaRules = MediaRules { inline: &[], fetched: &[], schemes: &[], why: Reason::TextOnly };

/// Every service known by name, the general one last.
pub const PROFILES: [Profile; 15] = [
    OPENAI,
    AZURE,
    Profile {
        id: "azure-openai-dated",
        title: "Azure OpenAI (dated API)",
        deployments: true,
        over_responses: None,
        ..AZURE
    },
    Profile {
        id: "openrouter",
        title: "OpenRouter",
        address: "https://openrouter.ai/api/v1",
        needs_key: true,
        key_variable: "OPENROUTER_API_KEY",
        reasoning_back: Some("reasoning"),
        thinking: ThinkingForm::Reasoning,
        is_router: true,
        ..ANY
    },
    Profile {
        id: "deepseek",
        title: "DeepSeek",
        address: "https://api.deepseek.com",
        needs_key: true,
        key_variable: "DEEPSEEK_API_KEY",
        takes_schema: false,
        reasoning_back: Some("reasoning_content"),
        limits: Limits { functions: Some(128), stops: Some(16), ..Limits::NONE },
        media: &TEXT_ALONE,
        thinking: ThinkingForm::Switch,
        model: "deepseek-v4-pro",
        ..ANY
    },
    Profile {
        id: "moonshot",
        title: "Moonshot (Kimi)",
        address: "https://api.moonshot.ai/v1",
        needs_key: true,
        key_variable: "MOONSHOT_API_KEY",
        reasoning_back: Some("reasoning_content"),
        thinking: ThinkingForm::Switch,
        limits: Limits { functions: Some(128), ..Limits::NONE },
        media: &ALL_PICTURES,
        model: "kimi-k3",
        ..ANY
    },
    Profile {
        id: "zai",
        title: "Z.ai (GLM)",
        address: "https://api.z.ai/api/paas/v4",
        needs_key: true,
        key_variable: "ZAI_API_KEY",
        takes_schema: false,
        reasoning_back: Some("reasoning_content"),
        thinking: ThinkingForm::Switch,
        limits: Limits { functions: Some(128), stops: Some(1), ..Limits::NONE },
        media: &ALL_PICTURES,
        model: "glm-5.3",
        ..ANY
    },
    Profile {
        id: "qwen",
        title: "Alibaba Cloud (Qwen)",
        address: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        needs_key: true,
        key_variable: "DASHSCOPE_API_KEY",
        reasoning_back: Some("reasoning_content"),
        thinking: ThinkingForm::SwitchAndTokens,
        media: &ALL_PICTURES,
        model: "qwen3.6-plus",
        ..ANY
    },
    Profile {
        id: "groq",
        title: "Groq",
        address: "https://api.groq.com/openai/v1",
        needs_key: true,
        key_variable: "GROQ_API_KEY",
        limits: Limits { functions: Some(128), stops: Some(4), ..Limits::NONE },
        takes_form_beside_functions: false,
        model: "openai/gpt-oss-120b",
        ..ANY
    },
    Profile {
        id: "xai",
        title: "xAI",
        address: "https://api.x.ai/v1",
        needs_key: true,
        key_variable: "XAI_API_KEY",
        counts_reasoning_apart: true,
        limits: Limits { functions: Some(128), ..Limits::NONE },
        refuses_blank_text: true,
        model: "grok-4.7",
        ..ANY
    },
    Profile {
        id: "together",
        title: "Together",
        address: "https://api.together.xyz/v1",
        needs_key: true,
        key_variable: "TOGETHER_API_KEY",
        ..ANY
    },
    Profile {
        id: "vllm",
        title: "vLLM",
        address: "http://127.0.0.1:8000/v1",
        takes_strict: true,
        reasoning_back: Some("reasoning"),
        thinking: ThinkingForm::Template,
        takes_custom_calls: false,
        media: &NO_FILES,
        ..ANY
    },
    Profile {
        id: "llama-cpp",
        title: "llama.cpp",
        address: "http://127.0.0.1:8080/v1",
        parallel: Parallel::Permitted,
        names_choice: false,
        reasoning_back: Some("reasoning_content"),
        thinking: ThinkingForm::TemplateAndTokens,
        takes_custom_calls: false,
        media: &NO_FILES,
        ..ANY
    },
    Profile {
        id: "lm-studio",
        title: "LM Studio",
        address: "http://127.0.0.1:1234/v1",
        parallel: Parallel::Unsaid,
        names_choice: false,
        ..ANY
    },
    ANY,
];

impl Profile {
    pub(super) fn url(&self, address: &str, model: &str) -> Result<Url, SetupFault> {
        if self.deployments {
            remote::joined(address, &format!("deployments/{model}/chat/completions"))
        } else {
            remote::joined(address, "chat/completions")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PROFILES;
    use std::collections::BTreeSet;

    #[test]
    fn every_profile_has_a_name_of_its_own_and_an_address_that_is_one() {
        let names: BTreeSet<_> = PROFILES.iter().map(|profile| profile.id).collect();
        assert_eq!(names.len(), PROFILES.len());
        for profile in PROFILES.iter().filter(|profile| !profile.address.is_empty()) {
            reqwest::Url::parse(profile.address).expect(profile.id);
        }
    }
}
