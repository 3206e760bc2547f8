//! The kinds of services there are, and how a model of one is connected to.

use crate::key_fault::KeyFault;
use crate::remote::{Named, models};
use crate::transport::Network;
use crate::{
    ListedModel, ModelOptions, ModelTable, Secret, Service, anthropic, bedrock, gemini, gemini_interactions,
    mistral, ollama, openai_chat, openai_responses,
};
use content::ModelId;
use notices::{Describe, Notice};
use ports::{CallScope, Connector, ConnectorError, ConnectorProfile};
use std::sync::Arc;

/// A way to speak to a service.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    OpenAiChat(&'static openai_chat::Profile),
    OpenAiResponses(openai_responses::Host),
    Anthropic,
    Gemini(gemini::Host),
    GeminiInteractions,
    Mistral,
    Ollama,
    Bedrock,
}

/// Where a service is of which nobody knows where it is.
const ELSEWHERE: &str = "https://your-address.example/v1";

/// What a person is told of a kind before a service of it is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindFacts {
    /// How it is named in a file of services.
    pub id: &'static str,
    pub title: &'static str,
    /// Where it usually is. Empty where everybody has an address of their own.
    pub address: &'static str,
    pub needs_key: bool,
    /// The environment variable its own tools read the key from. Empty where there is none.
    pub key_variable: &'static str,
}

notices::declare! {
    /// What a key looks like that is no plain one.
    #[derive(Copy)]
    pub enum KeyForm: "key-form" {
        Bedrock = "a Bedrock API key, or the keys of an account as id:secret or id:secret:session",
        AccessToken = "an access token, as `gcloud auth print-access-token` prints it",
    }

    /// The titles of kinds that are words and no names.
    #[derive(Copy)]
    pub(crate) enum KindTitle: "service-kind" {
        Compatible = "OpenAI-compatible",
        CompatibleResponses = "OpenAI-compatible (Responses)",
        AzureDated = "Azure OpenAI (dated API)",
    }
}

impl KindFacts {
    /// Its title for a person.
    pub fn shown(&self) -> Notice {
        match self.id {
            "openai-compatible" => KindTitle::Compatible.notice(),
            "openai-responses-compatible" => KindTitle::CompatibleResponses.notice(),
            "azure-openai-dated" => KindTitle::AzureDated.notice(),
            _ => Notice::as_written(self.title),
        }
    }
}

impl Kind {
    pub fn all() -> Vec<Self> {
        let own = [
            Self::Anthropic,
            Self::Gemini(gemini::Host::Gemini),
            Self::GeminiInteractions,
            Self::Gemini(gemini::Host::Vertex),
            Self::Mistral,
            Self::Ollama,
            Self::Bedrock,
        ];
        let responses = openai_responses::Host::ALL.map(Self::OpenAiResponses);
        openai_chat::PROFILES.iter().map(Self::OpenAiChat).chain(responses).chain(own).collect()
    }

    pub fn named(id: &str) -> Option<Self> {
        Self::all().into_iter().find(|kind| kind.facts().id == id)
    }

    pub fn facts(self) -> KindFacts {
        match self {
            Self::OpenAiChat(profile) => KindFacts {
                id: profile.id,
                title: profile.title,
                address: profile.address,
                needs_key: profile.needs_key,
                key_variable: profile.key_variable,
            },
            Self::OpenAiResponses(host) => host.facts(),
            Self::Anthropic => anthropic::FACTS,
            Self::Gemini(host) => host.facts(),
            Self::GeminiInteractions => gemini_interactions::FACTS,
            Self::Mistral => mistral::FACTS,
            Self::Ollama => ollama::FACTS,
            Self::Bedrock => bedrock::FACTS,
        }
    }

    /// A model of a service, by the name the service has for it.
    pub fn connect(
        self,
        profile: ConnectorProfile,
        name: String,
        service: Arc<Service>,
    ) -> Result<Arc<dyn Connector>, ConnectorError> {
        self.connect_with(profile, name, service, ModelOptions::default())
    }

    /// The same for a model that is asked in a way of its own.
    pub fn connect_with(
        self,
        profile: ConnectorProfile,
        name: String,
        service: Arc<Service>,
        options: ModelOptions,
    ) -> Result<Arc<dyn Connector>, ConnectorError> {
        self.check_key(&service)?;
        let facts = options.facts.clone();
        let facts = facts.unwrap_or_else(|| Arc::new(ModelTable::usual().facts(self.facts().id, &name)));
        let to = Named { profile, name, service, options, facts };
        match self {
            Self::OpenAiChat(accent) => to.over(openai_chat::ChatCompletions(accent)),
            Self::OpenAiResponses(host) => to.over(openai_responses::Responses(host)),
            Self::Anthropic => to.over(anthropic::Messages),
            Self::Gemini(host) => to.over(gemini::GenerateContent(host)),
            Self::GeminiInteractions => to.over(gemini_interactions::Interactions),
            Self::Mistral => to.over(mistral::Chat),
            Self::Ollama => to.over(ollama::Chat),
            Self::Bedrock => to.over(bedrock::Converse),
        }
    }

    /// A model such a service is likely to have, where nobody named one.
    pub fn usual_model(self) -> &'static str {
        match self {
            Self::OpenAiChat(profile) => profile.model,
            Self::OpenAiResponses(_) => "gpt-5",
            Self::Anthropic => "claude-opus-5-5",
            Self::Gemini(_) | Self::GeminiInteractions => "gemini-3.6-flash",
            Self::Mistral => "mistral-large-latest",
            Self::Ollama => "qwen3:8b",
            Self::Bedrock => "eu.anthropic.claude-opus-5-5-v1:0",
        }
    }

    /// A model nobody has set up, to see what would be sent to it. It has no key to send anything with.
    pub fn sample(self, model: &str) -> Result<Arc<dyn Connector>, ConnectorError> {
        let facts = self.facts();
        let address = if facts.address.is_empty() { ELSEWHERE } else { facts.address };
        let service = Service {
            title: facts.title.to_owned(),
            address: address.to_owned(),
            key: Secret::new("no-key"),
            headers: Vec::new(),
            network: Network::USUAL,
        };
        let profile = ConnectorProfile {
            model: ModelId::new(format!("{}/{model}", facts.id)),
            title: model.to_owned(),
            service: facts.title.to_owned(),
        };
        self.connect(profile, model.to_owned(), Arc::new(service))
    }

    /// The models a service lists.
    pub async fn models(
        self,
        service: &Service,
        scope: &CallScope,
    ) -> Result<Vec<ListedModel>, ConnectorError> {
        self.check_key(service)?;
        match self {
            Self::OpenAiChat(accent) => models(openai_chat::ChatCompletions(accent), service, scope).await,
            Self::OpenAiResponses(host) => models(openai_responses::Responses(host), service, scope).await,
            Self::Anthropic => models(anthropic::Messages, service, scope).await,
            Self::Gemini(host) => models(gemini::GenerateContent(host), service, scope).await,
            Self::GeminiInteractions => models(gemini_interactions::Interactions, service, scope).await,
            Self::Mistral => models(mistral::Chat, service, scope).await,
            Self::Ollama => models(ollama::Chat, service, scope).await,
            Self::Bedrock => models(bedrock::Converse, service, scope).await,
        }
    }

    /// What a key looks like where it is no plain one.
    pub fn key_form(self) -> Option<KeyForm> {
        match self {
            Self::Bedrock => Some(KeyForm::Bedrock),
            Self::Gemini(gemini::Host::Vertex) => Some(KeyForm::AccessToken),
            Self::OpenAiChat(_)
            | Self::OpenAiResponses(_)
            | Self::Anthropic
            | Self::Gemini(gemini::Host::Gemini)
            | Self::GeminiInteractions
            | Self::Mistral
            | Self::Ollama => None,
        }
    }

    /// Why this can't be a key of such a service, where that can be told by looking at it.
    pub fn key_fault(self, key: &Secret) -> Option<KeyFault> {
        let raw = key.expose();
        if raw.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
            let is_header = raw.to_ascii_lowercase().starts_with("bearer ");
            return Some(if is_header { KeyFault::Bearer } else { KeyFault::Blanks });
        }
        if !raw.is_ascii() {
            return Some(KeyFault::NotPlain);
        }
        if matches!(self, Self::Bedrock) { bedrock::key_fault(raw) } else { None }
    }

    fn check_key(self, service: &Service) -> Result<(), ConnectorError> {
        if self.facts().needs_key && service.key.is_none() {
            return Err(ConnectorError::MissingKey { service: service.title.clone() });
        }
        Ok(())
    }
}
