//! Where a request of a program goes, by its path alone.

use crate::Protocol;
use crate::streams::Framing;
use notices::Describe;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// The provider that an address of a program stands for, by the SDK it is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    OpenAi,
    Anthropic,
    Gemini,
}

impl Provider {
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// Its place in the address of a program.
    pub fn segment(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The protocol that its other responses are written in, errors among them.
    pub(crate) fn protocol(self) -> Protocol {
        match self {
            Self::OpenAi => Protocol::OpenAiChat,
            Self::Anthropic => Protocol::Anthropic,
            Self::Gemini => Protocol::Gemini,
        }
    }

    /// What a program is given as its base URL, behind the secret.
    pub fn base_path(self) -> &'static str {
        match self {
            Self::OpenAi => "openai/v1",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The base URL that its SDKs use unless told otherwise.
    pub fn usual_base(self) -> &'static str {
        match self {
            Self::OpenAi => OPENAI_BASE,
            Self::Anthropic => ANTHROPIC_BASE,
            Self::Gemini => GEMINI_BASE,
        }
    }
}

/// For people, in the middle of a sentence.
impl fmt::Display for Provider {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::OpenAi => "OpenAI",
            Self::Anthropic => "Anthropic",
            Self::Gemini => "Gemini",
        })
    }
}

pub const OPENAI_BASE: &str = "https://api.openai.com/v1";
pub const ANTHROPIC_BASE: &str = "https://api.anthropic.com";
pub const GEMINI_BASE: &str = "https://generativelanguage.googleapis.com";

/// What a request is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// A model is to answer.
    Generate {
        provider: Provider,
        protocol: Protocol,
        /// Whether the answer is streamed, where the path tells.
        streams: Option<bool>,
        /// The model, where the path names it.
        model: Option<String>,
    },
    /// A model is to answer, in a protocol that is not watched.
    PassUnwatched { provider: Provider, path: String },
    /// Anything else of the provider.
    Pass { provider: Provider },
    /// Nothing that a provider is asked for.
    Nowhere,
}

impl Route {
    /// Reads the method and what stands behind the secret of the program.
    pub fn of(method: &str, path_and_query: &str) -> Self {
        let Some((provider, rest)) = apart(path_and_query) else { return Self::Nowhere };
        if method != "POST" {
            return Self::Pass { provider };
        }
        generation(provider, rest).unwrap_or_else(|| {
            let (path, _) = cut(rest);
            if asks_unwatched(path) {
                Self::PassUnwatched { provider, path: path.to_owned() }
            } else {
                Self::Pass { provider }
            }
        })
    }

    /// The protocol that an error is written in for whoever asked.
    pub(crate) fn protocol(&self) -> Option<Protocol> {
        match self {
            Self::Generate { protocol, .. } => Some(*protocol),
            Self::PassUnwatched { provider, .. } | Self::Pass { provider } => Some(provider.protocol()),
            Self::Nowhere => None,
        }
    }
}

/// The reason why a request has no address at its provider.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "gateway-address")]
pub enum AddressFault {
    #[error("{base:?} is not the base URL of a provider")]
    #[advice("Write it as for the SDK: beginning with https:// or http://, with a host, such as {usual}.")]
    NotABase { base: String, usual: &'static str },
    #[error("the path {path:?} leads out of the provider's base URL")]
    #[advice("Check the base URL and the model names of the program for \"..\".")]
    LeavesBase { path: String },
    #[error("the path {path:?} is not one of this provider")]
    #[advice("Copy the base URL of the program again from the list of attached programs.")]
    NotBelow { path: String },
}

/// The address of a request at its provider: the base as a person writes it for the SDK's own variable, and what the
/// program added to the base it was given. Query and percent-encoding stay as they are.
pub fn upstream(provider: Provider, base: &str, path_and_query: &str) -> Result<String, AddressFault> {
    let (base_path, base_query) = checked(provider, base)?;
    let below = apart(path_and_query).filter(|(found, _)| *found == provider);
    let Some((_, rest)) = below else {
        return Err(AddressFault::NotBelow { path: path_and_query.to_owned() });
    };
    let (path, query) = cut(rest);
    if leaves(path) {
        return Err(AddressFault::LeavesBase { path: path.to_owned() });
    }
    let path = behind_version(provider, base_path, path);
    let queries: Vec<&str> =
        [base_query, query].into_iter().flatten().filter(|query| !query.is_empty()).collect();
    let joined = if queries.is_empty() { String::new() } else { format!("?{}", queries.join("&")) };
    Ok(format!("{base_path}{path}{joined}"))
}

/// The path with another model, where the path names one.
pub fn with_model(path_and_query: &str, model: &str) -> Option<String> {
    let (path, query) = cut(path_and_query);
    let begin = path.rfind('/')? + 1;
    let segment = path.get(begin..)?;
    let end = begin + segment.find(':').or_else(|| segment.to_ascii_lowercase().find("%3a"))?;
    // A tuned model stands in another collection than the models of the provider.
    let (front, _) = path.get(..begin - 1)?.rsplit_once('/')?;
    let collection = if model.contains('/') { "" } else { "models/" };
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{front}/{collection}{}{}{query}", encoded(model), path.get(end..)?))
}

/// The provider in front, and what stands behind it.
fn apart(path_and_query: &str) -> Option<(Provider, &str)> {
    let below = path_and_query.strip_prefix('/').unwrap_or(path_and_query);
    Provider::ALL.into_iter().find_map(|provider| {
        let rest = below.strip_prefix(provider.segment())?;
        (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((provider, rest))
    })
}

fn cut(path_and_query: &str) -> (&str, Option<&str>) {
    match path_and_query.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (path_and_query, None),
    }
}

fn generation(provider: Provider, rest: &str) -> Option<Route> {
    let (path, query) = cut(rest);
    let path = path.strip_suffix('/').unwrap_or(path);
    let plain = |protocol| Route::Generate { provider, protocol, streams: None, model: None };
    // Several providers serve the protocols of others below their own base.
    if path.ends_with("/chat/completions") {
        return Some(plain(Protocol::OpenAiChat));
    }
    if path.ends_with("/responses") {
        return Some(plain(Protocol::OpenAiResponses));
    }
    if path.ends_with("/v1/messages") {
        return Some(plain(Protocol::Anthropic));
    }
    let segments: Vec<String> = path.split('/').map(decoded).collect();
    let [.., collection, last] = segments.as_slice() else { return None };
    let (name, action) = last.rsplit_once(':')?;
    let model = match collection.as_str() {
        "models" => name.to_owned(),
        "tunedModels" => format!("tunedModels/{name}"),
        _ => return None,
    };
    let streams = match action {
        "generateContent" => false,
        "streamGenerateContent" if is_events(query) || is_array(query) => true,
        _ => return None,
    };
    Some(Route::Generate { provider, protocol: Protocol::Gemini, streams: Some(streams), model: Some(model) })
}

/// Whether a path asks a model: Completions of OpenAI, the older one of Anthropic, Ollama, or Interactions of Gemini.
fn asks_unwatched(path: &str) -> bool {
    let path = path.strip_suffix('/').unwrap_or(path);
    let last_two = path.rsplit('/').take(2).collect::<Vec<_>>();
    match last_two.as_slice() {
        ["completions" | "complete" | "interactions", ..] => true,
        ["chat" | "generate", "api"] => true,
        [..] => false,
    }
}

fn is_events(query: Option<&str>) -> bool {
    alternatives(query).any(|form| form == "sse")
}

/// Whether a stream is one JSON array: nothing else is asked for.
fn is_array(query: Option<&str>) -> bool {
    alternatives(query).all(|form| form == "json")
}

/// The forms of a response that the query of Gemini asks for.
fn alternatives(query: Option<&str>) -> impl Iterator<Item = &str> {
    let pairs = query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(name, _)| matches!(*name, "alt" | "$alt" | "%24alt")).map(|(_, form)| form)
}

/// The form of the stream that a path of Gemini asks for.
pub(crate) fn framing(path_and_query: &str) -> Framing {
    let (path, query) = cut(path_and_query);
    let streams = path.ends_with(":streamGenerateContent") || path.ends_with("%3AstreamGenerateContent");
    if streams && is_array(query) { Framing::Array } else { Framing::Events }
}

/// The base without its last slash, and its query.
fn checked(provider: Provider, base: &str) -> Result<(&str, Option<&str>), AddressFault> {
    let fault = || AddressFault::NotABase { base: base.to_owned(), usual: provider.usual_base() };
    let (path, query) = cut(base.trim());
    let rest = path.strip_prefix("https://").or_else(|| path.strip_prefix("http://")).ok_or_else(fault)?;
    let host = rest.split('/').next().unwrap_or_default();
    let is_plain =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() && !b"#\\\"<>".contains(&byte));
    if host.is_empty() || host.starts_with(':') || !is_plain(path) || !query.is_none_or(is_plain) {
        return Err(fault());
    }
    Ok((path.trim_end_matches('/'), query))
}

/// Bases of OpenAI hold the version, and those of others may by mistake: it is not written twice.
fn behind_version<'a>(provider: Provider, base: &str, path: &'a str) -> &'a str {
    let version = match provider {
        Provider::OpenAi => Some("v1"),
        Provider::Anthropic | Provider::Gemini => {
            base.rsplit('/').next().filter(|last| ["v1", "v1beta", "v1alpha"].contains(last))
        }
    };
    let behind = version.and_then(|version| path.strip_prefix('/')?.strip_prefix(version));
    behind.filter(|rest| rest.is_empty() || rest.starts_with('/')).unwrap_or(path)
}

/// Whether a path has a step upwards, however it is written, or what no path has.
fn leaves(path: &str) -> bool {
    let is_foreign = |byte: u8| !byte.is_ascii_graphic() || b"#\\".contains(&byte);
    let whole = decoded(&decoded(path));
    path.bytes().any(is_foreign) || whole.split(['/', '\\']).any(|step| step == ".." || step == ".")
}

/// Percent-encoding taken off. What is none stays.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// What is written otherwise in the segments of a path.
const RESERVED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b'@');

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

#[cfg(test)]
mod tests;
