//! The one contract between the application and a page: every command, every event, every error.
//!
//! The list in [`commands`] is the only place where a command is declared. The dispatcher, the names and the
//! TypeScript types all come from it.

mod bodies;
mod commands;
mod error;
mod feed;
mod functions;
mod histories;
mod marks;
mod reductions;
mod search;
mod services;
mod turns;
mod types;
mod typescript;

pub use bodies::{FindInBody, FoundInBody, ReadBody, SaveBody, SavedFile};
pub use commands::{CommandName, dispatch};
pub use error::{CommandError, ErrorCode, ErrorDetails};
pub use feed::{FeedItem, Follow, Note, ReadLog};
pub use functions::{ConfigureFunctions, FunctionFacts, GiveConsent, Lasting, NamedFunction, ProviderSchema};
pub use histories::{
    CheckedHistory, ExportSession, ExportedSession, ImportSession, ImportedSession, MoveHead, RepairHistory,
    RepairedHistory, SavedSession,
};
pub use marks::{NameBranch, NamedMessage, RemarkMessage};
pub use reductions::{
    PreviewReduction, ReduceHistory, ReducedHistory, Reduction, ReductionPreview, SummaryMaterial,
    WriteSummary, WrittenSummary,
};
pub use search::{IndexState, Search, SearchOutcome, Searched};
pub use services::{
    KeySource, ListedService, ListedServices, NamedService, ProxyChoice, SaveService, ServiceKind,
    ServiceSettings, TestedService,
};
pub use turns::{
    AnswerTurn, InjectCall, Injected, InjectedCall, NamedTurn, ReadChoice, RerunFrom, RerunTurn, StartTurn,
};
pub use types::{
    ConfigureSession, CreateSession, NamedSession, Nothing, Overview, ReadExchange, RenameSession,
    WireExchange,
};
pub use typescript::typescript;
