//! Who answers: the models a turn can ask, one folder a wire protocol.
//!
//! A connector translates and nothing else: it runs no function, keeps no history and decides nothing. The joined
//! names of functions exist in here only. Bytes are sent and received in [`transport`], once for all protocols; what
//! a provider asks of a history or a name is data. Start reading at [`scripted`], which has the four files every
//! protocol has and no network, then at [`openai_chat`], which has one.

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
mod kinds;
mod limits;
mod media;
mod mistral;
mod models;
mod more;
mod names;
mod ollama;
pub mod openai_chat;
pub mod openai_responses;
mod outgoing;
#[cfg(test)]
mod over_sockets;
mod remote;
pub mod schemas;
pub mod scripted;
mod secret;
mod service;
pub mod snippets;
mod summary;
#[cfg(test)]
mod testing;
pub mod tokens;
pub mod transport;
mod unavailable;
mod ways;

pub use aligned::{Aligned, AlignedPiece, MODEL, PROTOCOL, aligned};
pub use kinds::{Kind, KindFacts};
pub use models::{
    Budget, CacheWay, Functions, ListedModel, ModelFacts, ModelTable, ReasoningBack, Refusable, TableError,
    ThinkingFacts, Thinks, ToldFacts,
};
pub use names::{is_fitted, mark_of};
pub use remote::{ModelOptions, Streaming};
pub use secret::Secret;
pub use service::Service;
pub use summary::{PartSummary, summary};
pub use unavailable::Unavailable;
