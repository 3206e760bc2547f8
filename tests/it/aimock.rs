//! Every protocol against code nobody here wrote: `@copilotkit/aimock`, which answers as each provider does.

mod faults;
mod turns;

use connectors::Secret;
use support::counterparts::Aimock;
use workbench::contract::{AnswerDelivery, KeySource, ProxyChoice, SaveService, ServiceSettings};

const KEY: &str = "sk-test-0123456789";

/// A kind of service, as the server has it.
struct Served {
    kind: &'static str,
    /// What the address of the service has behind the host.
    address: &'static str,
    model: &'static str,
    /// Where a request goes whose answer is streamed, and one whose answer comes at once.
    paths: [&'static str; 2],
    /// Whether the server sends a model's thoughts as the real provider does.
    thinks: bool,
    /// How the ids of calls that the server made come in. Some providers don't send any.
    keeps_ids: bool,
}

const CHAT: Served = Served {
    kind: "openai",
    address: "/v1",
    model: "gpt-5",
    paths: ["/v1/chat/completions"; 2],
    thinks: true,
    keeps_ids: true,
};

/// Every way to speak to a service, each once.
const SERVED: [Served; 14] = [
    CHAT,
    Served { kind: "openai-compatible", ..CHAT },
    Served { kind: "openrouter", address: "/api/v1", paths: ["/api/v1/chat/completions"; 2], ..CHAT },
    Served { kind: "deepseek", ..CHAT },
    Served { kind: "azure-openai", address: "/openai/v1", paths: ["/openai/v1/chat/completions"; 2], ..CHAT },
    Served {
        kind: "azure-openai-dated",
        address: "/openai?api-version=2024-10-21",
        paths: ["/openai/deployments/gpt-5/chat/completions"; 2],
        ..CHAT
    },
    Served { kind: "openai-responses", paths: ["/v1/responses"; 2], ..CHAT },
    Served {
        kind: "azure-openai-responses",
        address: "/openai/v1",
        paths: ["/openai/v1/responses"; 2],
        ..CHAT
    },
    Served { kind: "anthropic", address: "", model: "claude-opus-5-5", paths: ["/v1/messages"; 2], ..CHAT },
    Served {
        kind: "gemini",
        address: "/v1beta",
        model: "gemini-3.6-flash",
        paths: [
            "/v1beta/models/gemini-3.6-flash:streamGenerateContent",
            "/v1beta/models/gemini-3.6-flash:generateContent",
        ],
        ..CHAT
    },
    Served {
        kind: "vertex",
        address: "/v1/projects/p/locations/global/publishers/google",
        model: "gemini-3.6-flash",
        paths: [
            "/v1/projects/p/locations/global/publishers/google/models/gemini-3.6-flash:streamGenerateContent",
            "/v1/projects/p/locations/global/publishers/google/models/gemini-3.6-flash:generateContent",
        ],
        ..CHAT
    },
    Served { kind: "mistral", model: "mistral-large-latest", thinks: false, ..CHAT },
    Served {
        kind: "ollama",
        address: "/api",
        model: "qwen3:8b",
        paths: ["/api/chat"; 2],
        thinks: false,
        keeps_ids: false,
    },
    Served {
        kind: "bedrock",
        address: "",
        model: "eu.anthropic.claude-opus-5-5-v1:0",
        paths: [
            "/model/eu.anthropic.claude-opus-5-5-v1%3A0/converse-stream",
            "/model/eu.anthropic.claude-opus-5-5-v1%3A0/converse",
        ],
        ..CHAT
    },
];

const DELIVERIES: [AnswerDelivery; 2] = [AnswerDelivery::Streamed, AnswerDelivery::Whole];

impl Served {
    fn path(&self, delivery: AnswerDelivery) -> &'static str {
        match delivery {
            AnswerDelivery::Streamed => self.paths[0],
            AnswerDelivery::Whole => self.paths[1],
        }
    }

    /// What a person types to use it.
    fn settings(&self, server: &Aimock, delivery: AnswerDelivery) -> SaveService {
        let settings = ServiceSettings {
            id: String::new(),
            kind: self.kind.to_owned(),
            title: format!("{} {delivery:?}", self.kind),
            address: server.at(self.address),
            key: KeySource::Kept,
            headers: Vec::new(),
            models: vec![self.model.to_owned()],
            proxy: ProxyChoice::Direct,
            certificates: None,
            delivery,
            idle_seconds: None,
            at_once: None,
            told: [].into(),
        };
        // The keys of an account are signed with; the server takes any signature.
        let key = if self.kind == "bedrock" {
            "AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
        } else {
            KEY
        };
        SaveService { settings, key: Secret::new(key), header_values: [].into() }
    }
}
