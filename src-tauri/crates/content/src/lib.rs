//! The values of a conversation: messages, the items in them, function calls and their results.
//!
//! Values only: nothing here does IO, awaits, reads a clock or knows a provider. How a value is stored, sent or shown is
//! the business of other crates. Start reading at [`Message`], then [`Item`], then [`FunctionCall`].
//!
//! ```
//! use content::{Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName};
//! use content::{Item, Message, MessageId, ModelId, Origin, Role};
//!
//! let call = FunctionCall {
//!     id: CallId::new("call_1"),
//!     function: CalledFunction::Known { name: FunctionName::new("weather", "get_forecast") },
//!     arguments: CallArguments::read(r#"{"city": "Oslo"}"#),
//!     origin: Origin::Model,
//!     provider_state: None,
//! };
//! let message = Message {
//!     id: MessageId::new("message-1"),
//!     parent: None,
//!     role: Role::Assistant,
//!     items: vec![Item::Text { text: "Let me look.".to_owned() }, Item::FunctionCall { call }],
//!     author: Author::Model { model: ModelId::new("example:weather") },
//!     origin: Origin::Model,
//! };
//!
//! let call = message.calls().next().expect("one of the items is a call");
//! let CallArguments::Parsed { value, raw } = &call.arguments else { panic!("an object was written") };
//! assert_eq!(value["city"], "Oslo");
//! assert_eq!(raw, r#"{"city": "Oslo"}"#, "the text of the model is kept beside its value");
//! ```

mod call;
mod canonical;
mod digits;
mod ids;
mod item;
mod lossy;
mod media;
mod message;
mod name;
mod notice_list;
mod origin;
mod provider_state;
mod result;
mod time;
mod usage;

pub use call::{ArgumentsFault, CallArguments, CalledFunction, FunctionCall};
pub use canonical::{arguments_key, call_key, sorted};
pub use digits::{Digits, Exact, ExactObject, JsonObject, beyond_64_bits};
pub use ids::{CallId, ExchangeId, MessageId, ModelId, SessionId, TurnId};
pub use item::Item;
pub use lossy::{Lossy, parse_lossy, repair_json};
pub use media::{Media, MediaSource};
pub use message::{Author, Message, Role};
pub use name::{FunctionName, PluginName};
pub use notice_list::NOTICES;
pub use origin::Origin;
pub use provider_state::{OpaquePart, ProviderState};
pub use result::{DeclinedBy, Failure, FailureKind, FunctionResult, Outcome, Output};
pub use time::Timestamp;
pub use usage::Usage;
