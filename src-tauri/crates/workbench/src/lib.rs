//! The application without a window.
//!
//! It assembles the crates below into one [`Workbench`] and declares the [`contract`] through which every page uses
//! it, whatever carries the messages. It draws nothing and opens no socket. Start reading at [`Workbench`], then
//! [`contract`]; [`assembly`] is the only place that constructs concrete things.

pub mod assembly;
pub mod contract;

mod bodies;
mod configuration;
mod discarded;
mod exporting;
mod exports;
mod filing;
mod follow;
mod functions;
mod histories;
mod injection;
mod journal;
mod ledger;
mod marks;
mod recordings;
mod reductions;
mod rerun;
mod search;
mod services;
mod summaries;
mod system;
mod turns;
mod wire;
mod workbench;

pub use assembly::{Config, KeychainChoice, System};
pub use follow::Feed;
pub use workbench::Workbench;
