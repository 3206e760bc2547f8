//! Where functions come from besides the application itself.

pub mod mcp;
pub mod pasted;
pub mod prompt;
