//! What can be called: plugins made of native functions, the registry over all of them, and what a call means there.
//!
//! A function here knows nothing of models, sessions or windows. Names are the application's own; what a provider
//! makes of them is a connector's business. Start reading at [`NativeFunction`], then [`Registry`].

mod manifest;
mod native;
mod nearest;
mod plugin;
mod registry;
mod resolve;

pub use manifest::{Manifest, ManifestError, PluginKind};
pub use native::{NativeFunction, report};
pub use plugin::Plugin;
pub use registry::{Registry, RegistryError};
