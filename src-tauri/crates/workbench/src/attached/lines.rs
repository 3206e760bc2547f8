//! The settings that point clients at the address of a program.

use crate::contract::{ConnectionLine, ProgramVariable};
use gateway::Provider;
use std::net::SocketAddr;

/// The variables that point a client at a program, for a process that is started with them.
pub(super) fn variables(address: SocketAddr, secret: &str) -> Vec<ProgramVariable> {
    let base = |provider: Provider| format!("http://{address}/{secret}/{}", provider.base_path());
    let variables = [
        ("OPENAI_BASE_URL", base(Provider::OpenAi)),
        ("OPENAI_API_BASE", base(Provider::OpenAi)),
        ("ANTHROPIC_BASE_URL", base(Provider::Anthropic)),
        ("GOOGLE_GEMINI_BASE_URL", base(Provider::Gemini)),
        // Claude Code leaves its search for tools out at an address that is not its provider's.
        ("ENABLE_TOOL_SEARCH", "true".to_owned()),
    ];
    variables.map(|(name, value)| ProgramVariable { name: name.to_owned(), value }).into()
}

/// What is shown to copy, by client.
pub(super) fn lines(address: SocketAddr, secret: &str) -> Vec<ConnectionLine> {
    let base = |provider: Provider| format!("http://{address}/{secret}/{}", provider.base_path());
    let line =
        |provider, client: &str, text: String| ConnectionLine { provider, client: client.to_owned(), text };
    let (openai, anthropic, gemini) =
        (base(Provider::OpenAi), base(Provider::Anthropic), base(Provider::Gemini));
    vec![
        line(Provider::OpenAi, "OpenAI SDKs", format!("OPENAI_BASE_URL={openai}")),
        line(Provider::OpenAi, "Semantic Kernel for Python", format!("AsyncOpenAI(base_url=\"{openai}\")")),
        line(Provider::OpenAi, "LangChain, LangGraph", format!("ChatOpenAI(base_url=\"{openai}\")")),
        line(Provider::OpenAi, "AI SDK", format!("createOpenAI({{ baseURL: \"{openai}\" }})")),
        line(
            Provider::OpenAi,
            "Codex",
            format!(
                "codex -c model_provider=cw -c 'model_providers.cw={{name=\"Callwright\",base_url=\"{openai}\",env_key=\"OPENAI_API_KEY\",wire_api=\"responses\"}}'"
            ),
        ),
        line(Provider::Anthropic, "Anthropic SDKs", format!("ANTHROPIC_BASE_URL={anthropic}")),
        line(
            Provider::Anthropic,
            "Claude Code",
            format!("ANTHROPIC_BASE_URL={anthropic} ENABLE_TOOL_SEARCH=true claude"),
        ),
        line(Provider::Gemini, "Google Gen AI SDKs, Gemini CLI", format!("GOOGLE_GEMINI_BASE_URL={gemini}")),
    ]
}
