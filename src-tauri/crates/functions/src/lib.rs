//! The functions a model can call: native functions in plugins, the registry over all of them, and the resolution of a call.
//!
//! Nothing here may know models, sessions or windows. Names are the application's own; their form on a wire is the
//! connectors' business. Start reading at [`NativeFunction`], then [`Registry`].

mod binding;
mod broken;
mod checked;
mod consent;
mod defined;
mod library;
mod manifest;
mod names;
mod native;
mod need;
mod notice_list;
mod plugin;
mod registry;
mod resolve;
mod schema;
mod searchable;
mod session;
mod settings;
pub mod sources;
mod stand_in;

pub use binding::{BindingPolicy, Conversions, ExtraArguments};
pub use checked::SchemaError;
pub use consent::{Allowed, Consents, Terms};
pub use defined::Runner;
pub use library::{Library, ListedSource, Shelf};
pub use manifest::{Manifest, ManifestError, Permission, PluginKind};
pub use names::{NamePolicy, NearestName, OnRepair};
pub use native::{NativeFunction, report};
pub use notice_list::NOTICES;
pub use plugin::Plugin;
pub use registry::{Registry, RegistryError};
pub use searchable::Searchable;
pub use session::{RunBy, SessionFunctions};
pub use settings::{FunctionSettings, StandInError, StandInReason};
pub use sources::PluginFolder;
pub use stand_in::{
    AnsweredCall, AnsweredCalls, AtEnd, Fault, IsEnough, JinjaError, OnMiss, OtherSessions, Recorded,
    RecordingError, Recordings, ResultsOf, StandIn, StandInFor,
};
