//! The services there are: one of each kind, and a second one where two of a kind can be mixed up.

use connectors::{Kind, Secret};
use workbench::contract::{AnswerDelivery, KeySource, ProxyChoice, SaveService, ServiceSettings};

/// How a kind of service is spoken with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Chat,
    Responses,
    Anthropic,
    Gemini,
    Interactions,
    Mistral,
    Ollama,
    Bedrock,
}

impl Protocol {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::OpenAiChat(_) => Self::Chat,
            Kind::OpenAiResponses(_) => Self::Responses,
            Kind::Anthropic => Self::Anthropic,
            Kind::Gemini(_) => Self::Gemini,
            Kind::GeminiInteractions => Self::Interactions,
            Kind::Mistral => Self::Mistral,
            Kind::Ollama => Self::Ollama,
            Kind::Bedrock => Self::Bedrock,
        }
    }
}

/// One service, as it is set up.
#[derive(Clone, Debug)]
pub struct Served {
    /// The application makes it of the title, so the two are alike.
    pub id: String,
    pub kind: &'static str,
    pub protocol: Protocol,
    pub model: String,
}

/// Services beside the first of their kind, with a model of another family where the family counts.
const SECOND: [(&str, &str); 9] = [
    ("openai-compatible", "gemini-3.6-flash"),
    ("openai-responses-compatible", "gpt-oss-120b"),
    ("openrouter", "anthropic/claude-opus-5.5"),
    ("vllm", "deepseek-r2"),
    ("anthropic", "claude-opus-5"),
    ("gemini", "gemini-2.5-pro"),
    ("mistral", "magistral-medium-latest"),
    ("ollama", "gpt-oss:20b"),
    ("bedrock", "meta.llama4-v1:0"),
];

/// The keys of an account, because requests are signed with them.
const ACCOUNT: &str = "AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const KEY: &str = "sk-test-0123456789";

impl Served {
    pub fn all() -> Vec<Self> {
        let first = Kind::all().into_iter().map(|kind| {
            let id = kind.facts().id;
            Self {
                id: id.to_owned(),
                kind: id,
                protocol: Protocol::of(kind),
                model: kind.usual_model().to_owned(),
            }
        });
        let second = SECOND.into_iter().map(|(kind, model)| {
            let protocol = Protocol::of(Kind::named(kind).expect("a kind"));
            Self { id: format!("second-{kind}"), kind, protocol, model: model.to_owned() }
        });
        first.chain(second).collect()
    }

    /// The model, as the application names it.
    pub fn model_id(&self) -> content::ModelId {
        content::ModelId::new(format!("{}/{}", self.id, self.model))
    }

    /// Whether state that a file has of a kind of service may go to this one. Nobody knows which one made it.
    pub fn understands(&self, kind: &str) -> bool {
        match self.protocol {
            // The two services don't take each other's signatures.
            Protocol::Gemini => self.kind == kind,
            _ => Kind::named(kind).is_some_and(|kind| Protocol::of(kind) == self.protocol),
        }
    }

    /// What a person types to use it. The first part of the path tells one service from the other.
    pub fn settings(&self, number: usize, host: &str) -> SaveService {
        let path = match self.kind {
            "azure-openai-dated" => "/openai?api-version=2024-10-21",
            "vertex" => "/v1/projects/p/locations/global/publishers/google",
            _ => "",
        };
        let settings = ServiceSettings {
            id: String::new(),
            kind: self.kind.to_owned(),
            title: self.id.clone(),
            address: format!("{host}/{number}{path}"),
            key: KeySource::Kept,
            headers: Vec::new(),
            models: vec![self.model.clone()],
            proxy: ProxyChoice::Direct,
            certificates: None,
            delivery: AnswerDelivery::Streamed,
            idle_seconds: None,
            at_once: None,
            told: [].into(),
        };
        let key = if self.protocol == Protocol::Bedrock { ACCOUNT } else { KEY };
        SaveService { settings, key: Secret::new(key), header_values: [].into() }
    }
}
