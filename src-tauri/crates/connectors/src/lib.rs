//! The models of services, one folder per wire protocol.
//!
//! A connector translates and does nothing else: it runs no function, keeps no history and decides nothing. Joined names of
//! functions exist only here. Bytes are sent and received once for all protocols, in [`transport`]; what a provider demands of
//! a history or a name is data. Start reading at [`scripted`], which has the four files of every protocol and no network, then
//! at [`openai_chat`], which has one.
//!
//! ```
//! use connectors::scripted::{Scripted, Source};
//! use content::{CalledFunction, FunctionName, Item, ModelId};
//! use futures::StreamExt;
//! use ports::{CallScope, CompletionRequest, Connector, FunctionSpec, StreamEvent};
//! use std::sync::Arc;
//! # use ports::{CallOptions, Effect, FunctionChoice, FunctionInput, NameStyle, RequestSettings};
//!
//! const SCRIPT: &str = r#"{"format": 1, "title": "One call"}
//! {"type": "call", "id": "call_1", "name": "weather-get_forecast"}
//! {"type": "arguments", "delta": "{\"city\": "}
//! {"type": "arguments", "delta": "\"Oslo\"}"}
//! {"type": "end"}
//! "#;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), ports::ConnectorError> {
//! let source = Source::BuiltIn { name: "one-call.jsonl", text: SCRIPT };
//! let model = Scripted::new(ModelId::new("script:one-call"), "One call".into(), "Scripts".into(), source);
//! let forecast = FunctionSpec {
//!     name: FunctionName::new("weather", "get_forecast"),
//!     description: "Returns the forecast for a city".into(),
//!     parameters: serde_json::json!({ "type": "object" }),
//! #     effect: Effect::ReadsOnly,
//! #     input: FunctionInput::default(),
//!     // …
//!     returns: None,
//! };
//! let request = CompletionRequest {
//!     functions: vec![Arc::new(forecast)],
//! #     messages: Vec::new(),
//! #     known: Vec::new(),
//! #     choice: FunctionChoice::Auto,
//! #     calls: CallOptions::default(),
//! #     settings: RequestSettings::default(),
//! #     names: NameStyle::default(),
//!     // …
//! };
//!
//! let mut stream = model.stream(request, &CallScope::unobserved(Default::default()));
//! let mut items = Vec::new();
//! while let Some(event) = stream.next().await {
//!     // Deltas are for display; a history takes finished items.
//!     if let StreamEvent::ItemFinished { item, .. } = event? {
//!         items.push(*item);
//!     }
//! }
//! let [Item::FunctionCall { call }] = items.as_slice() else { panic!("the script makes one call") };
//! let name = FunctionName::new("weather", "get_forecast");
//! assert_eq!(call.function, CalledFunction::Known { name });
//! assert_eq!(call.arguments.raw(), r#"{"city": "Oslo"}"#);
//! # Ok(())
//! # }
//! ```

mod aligned;
mod anthropic;
pub mod assembler;
mod bedrock;
mod binding;
pub mod caching;
mod completion;
#[cfg(test)]
mod corpus;
mod fingerprint;
pub mod gemini;
mod gemini_interactions;
#[cfg(test)]
mod going_back;
mod key_fault;
mod kinds;
mod limits;
mod media;
mod mistral;
mod models;
mod more;
mod names;
mod notice_list;
mod ollama;
pub mod openai_chat;
pub mod openai_responses;
mod outgoing;
#[cfg(test)]
mod over_sockets;
mod overheard;
mod remote;
pub mod schemas;
pub mod scripted;
mod secret;
mod service;
mod setup_fault;
pub mod snippets;
mod summary;
#[cfg(test)]
mod testing;
pub mod tokens;
pub mod transport;
mod unavailable;
mod ways;
mod wire;

pub use aligned::{Aligned, AlignedPiece, MODEL, PROTOCOL, aligned};
pub use binding::{PassedRequest, PassedThoughts};
pub use key_fault::KeyFault;
pub use kinds::{KeyForm, Kind, KindFacts};
pub use models::{
    Budget, CacheWay, Functions, ListedModel, ModelFacts, ModelTable, ReasoningBack, Refusable, TableError,
    ThinkingFacts, Thinks, ToldFacts,
};
pub use names::{is_fitted, mark_of};
pub use notice_list::NOTICES;
pub use overheard::{Overheard, refusal_in};
pub use remote::{ModelOptions, Streaming};
pub use scripted::CALLER as SCRIPTED_CALLER;
pub use secret::Secret;
pub use service::Service;
pub use setup_fault::SetupFault;
pub use summary::{PartSummary, summary};
pub use unavailable::Unavailable;
