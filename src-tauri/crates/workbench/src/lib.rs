//! The application without a window.
//!
//! It assembles the crates below into one [`Workbench`] and declares the [`contract`] that every page uses, over any
//! transport. It must not draw anything or open a socket. Start reading at [`Workbench`], then [`contract`]; [`assembly`] is the
//! only place that constructs concrete things.

pub mod assembly;
mod attached;
pub mod contract;
pub mod evaluation;

mod blocking;
mod bodies;
pub mod cases;
mod checking;
mod comparisons;
mod completing;
mod config;
mod configuration;
mod copies;
mod discarded;
mod ending;
mod exporting;
mod exports;
mod filing;
mod follow;
mod forking;
mod functions;
mod guide;
mod histories;
mod imported_names;
mod imports;
mod injection;
mod instructions;
mod journal;
mod lane_results;
mod ledger;
mod lists;
mod local;
mod locking;
mod lookalikes;
mod loss_here;
mod marks;
mod meanings;
mod memory;
mod model_rows;
mod models;
mod notice_catalogue;
mod notice_list;
mod one_per_session;
mod opening;
mod parts;
mod prices;
mod recordings;
mod reductions;
mod requests;
mod rerun;
mod search;
mod selections;
mod services;
mod session_error;
mod sources;
mod start_problems;
mod summaries;
mod system;
mod turn_error;
mod turn_parts;
mod turns;
mod views;
mod weights;
mod wire;
mod workbench;

pub use ::functions::sources::as_keeper;
pub use assembly::System;
pub use checking::{CheckedFile, check_file};
pub use config::{Config, Extent, KeychainChoice};
pub use copies::copied_names;
pub use ending::asked_to_end;
pub use follow::{Feed, Viewer};
pub use imports::{PieceError, TextPieces};
pub use notice_catalogue::english;
pub use notice_list::NOTICES;
pub use workbench::Workbench;
