//! Where functions come from besides the application itself: a module for each kind, and the folder a person keeps
//! plugins in.

mod cleaned;
mod files;
mod http;
pub mod mcp;
mod openapi;
pub mod pasted;
mod plugin_folder;
mod process;
pub mod prompt;

pub use plugin_folder::{
    DraftContent, DraftLook, DraftOperation, HttpDraft, PluginDraft, PluginFolder, put_away,
};
