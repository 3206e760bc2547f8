//! The services that speak this protocol, and how each of them speaks it.

use super::thinking::ThinkingForm;
use crate::limits::Limits;
use crate::media::{MediaRules, PDF, PICTURES, WEB};
use crate::remote;
use reqwest::Url;

/// What sets a service apart. A service that is not listed is spoken to as [`ANY`] is.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// How it is named in a file of services.
    pub id: &'static str,
    pub title: &'static str,
    /// Where it usually is. Empty where everybody has an address of their own.
    pub address: &'static str,
    pub needs_key: bool,
    /// The environment variable its own tools read the key from.
    pub key_variable: &'static str,
    pub(super) key_header: &'static str,
    pub(super) key_scheme: &'static str,
    /// The model is named in the path, as a deployment.
    pub(super) deployments: bool,
    /// What instructions are called.
    pub(super) system: &'static str,
    pub(super) output_limit: &'static str,
    /// What is written where a model's turn holds calls and no words.
    pub(super) wordless: Wordless,
    pub(super) parallel: Parallel,
    /// Whether one function can be asked for by name.
    pub(super) names_choice: bool,
    /// Whether some of the functions can be allowed while more are offered.
    pub(super) allows_some: bool,
    /// Requests that begin alike can be given a name to be found by.
    pub(super) names_cache: bool,
    pub(super) takes_strict: bool,
    /// Whether an answer can be held to a schema, and not only to be JSON.
    pub(super) takes_schema: bool,
    /// Whether the use of tokens has to be asked for in a stream.
    pub(super) asks_for_usage: bool,
    /// The output it counts leaves out the tokens of reasoning.
    pub(super) counts_reasoning_apart: bool,
    /// The field a model's own reasoning goes back in. Others refuse fields they don't know.
    pub(super) reasoning_back: Option<&'static str>,
    /// Whether a model's thoughts may come in its text, between marks. Models of one's own write them so, and servers
    /// that know no better hand them on (DeepSeek-R1, Qwen3 and MiniMax-M2 model cards).
    pub(super) leaves_thoughts_in_text: bool,
    /// It hands requests on to services whose models don't read each other's state.
    pub(super) is_router: bool,
    /// A call may have free text in the place of arguments.
    pub(super) takes_custom_calls: bool,
    /// Such calls in an imported conversation are taken for its own.
    pub(super) owns_custom_calls: bool,
    /// It answers in the place of another service, and hands on what that one wants to see again beside a call.
    pub(super) echoes_extra: bool,
    pub(super) arguments: Arguments,
    pub(super) limits: Limits,
    pub(super) media: &'static MediaRules,
    pub(super) thinking: ThinkingForm,
    /// The kind of service that answers at the same address over Responses.
    pub(super) over_responses: Option<&'static str>,
    /// Texts without a word in them are refused.
    pub(super) refuses_blank_text: bool,
    /// A model it is likely to have.
    pub(crate) model: &'static str,
    /// Whether an answer can be held to a form while functions are offered.
    pub(super) takes_form_beside_functions: bool,
}

/// What stands for no words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wordless {
    Null,
    EmptyText,
}

/// What is said of calls side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parallel {
    /// What the person says, and nothing where they say nothing.
    AsAsked,
    /// Permitted unless the person says otherwise: the service's own habit is to forbid them.
    Permitted,
    /// The service doesn't know the field.
    Unsaid,
}

/// How arguments of a call go back that are no JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arguments {
    /// The service takes any text, so the model sees what it wrote.
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
    why: "the protocol takes pictures, sounds and PDF documents",
};

const NO_FILES: MediaRules = MediaRules {
    inline: &["image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "audio/mpeg"],
    why: "the service takes pictures and sounds",
    ..ALL_MEDIA
};

const ALL_PICTURES: MediaRules =
    MediaRules { inline: &PICTURES, why: "the service takes pictures", ..ALL_MEDIA };

const TEXT_ALONE: MediaRules =
    MediaRules { inline: &[], fetched: &[], schemes: &[], why: "the service takes text alone" };

/// Every service that is known by name, the general one last.
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
    pub(super) fn url(&self, address: &str, model: &str) -> Result<Url, String> {
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
