//! Where functions come from besides Rust: a module for each kind, and the folder a person keeps plugins in.

mod files;
mod http;
mod openapi;
mod plugin_folder;
mod process;

pub use plugin_folder::PluginFolder;
