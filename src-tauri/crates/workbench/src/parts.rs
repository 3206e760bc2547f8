//! The parts of the open application. [`crate::assembly`] constructs them, and a command takes a handle to each that it uses.

use crate::Workbench;
use crate::attached::Attached;
use crate::contract::{CommandError, ReportedProblem};
use crate::ledger::Ledger;
use crate::local::LocalModels;
use crate::meanings::Meanings;
use crate::models::AllModels;
use crate::search::Indexer;
use crate::services::Services;
use crate::sources::OwnSources;
use crate::turn_parts::TurnParts;
use crate::turns::Turns;
use crate::views::FunctionViews;
use crate::weights::Weights;
use functions::{Consents, Library, PluginFolder, Shelf};
use std::sync::Arc;

/// Declares each part, and the method of [`Workbench`] that gives a handle to it.
macro_rules! parts {
    ($($(#[doc = $doc:literal])* $name:ident: $part:ty,)+) => {
        /// Everything that exists once the sessions are open.
        pub(crate) struct Parts {
            $($(#[doc = $doc])* pub(crate) $name: Arc<$part>,)+
            /// What ships, which is there as long as the application is.
            pub(crate) _shipped: Vec<Shelf>,
            /// A person's own plugins, which come and go as their files do. Nothing, where they can't be watched.
            pub(crate) _own: Option<PluginFolder>,
        }

        impl Workbench {
            $($(#[doc = $doc])* pub(crate) fn $name(&self) -> Result<Arc<$part>, CommandError> {
                Ok(Arc::clone(&self.parts()?.$name))
            })+
        }
    };
}

parts! {
    ledger: Ledger,
    models: AllModels,
    services: Services,
    /// The models in files on this computer.
    local: LocalModels,
    /// The models for this computer that can be fetched.
    weights: Weights,
    meanings: Meanings,
    library: Library,
    /// What a person has agreed to for good.
    consents: Consents,
    functions: FunctionViews,
    sources: OwnSources,
    attached: Attached,
    indexer: Indexer,
    turn_parts: TurnParts,
    turns: Turns,
    /// What could not be loaded and does not keep the rest from working.
    problems: Vec<ReportedProblem>,
}
