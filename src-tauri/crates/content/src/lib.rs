//! What was said: messages, the items in them, function calls and their results.
//!
//! Values only. Nothing here does IO, awaits, reads a clock or knows a provider; who said something and how it
//! was shown belongs to other crates. Start reading at [`Message`], then [`Item`], then [`FunctionCall`].

mod call;
mod canonical;
mod digits;
mod ids;
mod item;
mod lossy;
mod message;
mod name;
mod provider_state;
mod result;
mod time;
mod usage;

pub use call::{CallArguments, CalledFunction, FunctionCall, JsonObject, not_an_object};
pub use canonical::{arguments_key, call_key, sorted};
pub use digits::{Digits, Exact, ExactObject, beyond_64_bits};
pub use ids::{CallId, ExchangeId, MessageId, ModelId, SessionId, TurnId};
pub use item::{Item, Media, MediaSource};
pub use lossy::{Lossy, parse_lossy, repair_json};
pub use message::{Author, Message, Origin, Role};
pub use name::{FunctionName, PluginName};
pub use provider_state::{OpaquePart, ProviderState};
pub use result::{DeclinedBy, Failure, FailureKind, FunctionResult, Outcome, Output};
pub use time::Timestamp;
pub use usage::Usage;
