//! Where functions come from besides the application itself: a module for each kind, and the folder a person keeps
//! plugins in.

mod cleaned;
pub(crate) mod files;
pub(crate) mod http;
pub(crate) mod leash;
pub mod mcp;
pub(crate) mod openapi;
pub mod pasted;
pub(crate) mod plugin_folder;
mod process;
pub mod prompt;
mod stamp;

pub use leash::{as_keeper, named_program};
pub use plugin_folder::{
    DraftContent, DraftLook, DraftOperation, HttpDraft, PluginDraft, PluginFolder, put_away,
};
pub use process::{Script, ScriptEnd, ScriptError, run_script};
pub(crate) use stamp::hash;
