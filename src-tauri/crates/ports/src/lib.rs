//! The traits between the loop and the world, and the values that pass through them.
//!
//! No trait here knows a provider, a database or a window, and nothing here does IO. A crate that implements one of them
//! depends on this crate and on `content`, never on another implementation. Start reading at [`Connector`] and
//! [`Function`].

mod adaptation;
mod binding;
mod caller;
mod catalogue;
mod clock;
mod connector;
mod connector_error;
mod embedder;
pub mod finder;
mod function;
mod hosted;
mod models;
mod names;
mod notice_list;
mod oddity;
mod refusal;
mod remedy;
mod request;
mod scope;
mod selector;
mod source;
mod wire;
mod wordless;

#[cfg(feature = "doubles")]
pub mod doubles;

pub use adaptation::{Adaptation, AdaptationKind};
pub use binding::{ArgumentChange, Ask, Bound, ChangeKind, NameRepair, RepairReason};
pub use caller::{Caller, NoCaller, Progress};
pub use catalogue::{Catalogue, Resolution, SchemaFinding};
pub use clock::{Clock, IdSource};
pub use connector::{
    CompletionRequest, Connector, ConnectorProfile, EventStream, ItemKind, Preview, Replacement, StopReason,
    StreamEvent,
};
pub use connector_error::{ConnectorError, WaitStep};
pub use embedder::{Embedder, EmbedderError};
pub use function::{
    Consent, Effect, Function, FunctionError, FunctionInput, FunctionSpec, Invoked, TextForm,
};
pub use hosted::HostedTool;
pub use models::Models;
pub use names::{NameStyle, Offered, OfferedName, OfferedNames};
pub use notice_list::NOTICES;
pub use oddity::Oddity;
pub use refusal::{Refusal, RefusalKind};
pub use remedy::Remedy;
pub use request::{
    Caching, CallOptions, Effort, FunctionChoice, OnVoid, RequestSettings, ResponseFormat, Thinking,
    ThinkingDisplay, ThinkingMode,
};
pub use scope::{CallScope, RetryNow};
pub use selector::{
    Candidate, Choosing, Need, Needed, Ranking, Said, Selection, SelectionQuery, SelectionView, Selector,
    SelectorError, Signal, SignalScore, Verdict, ViewKind,
};
pub use source::{FunctionShelf, SourceFacts, SourceId, SourceKind, SourceProblem, SourceStatus};
pub use wire::{CompletedCall, NoObserver, WireEvent, WireFrame, WireHeader, WireObserver};
pub use wordless::{Gathered, Wordless, wordless};
