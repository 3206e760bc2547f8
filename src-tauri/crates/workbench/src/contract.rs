//! The one contract between the application and a page: every command, every event, every error.
//!
//! The list in [`commands`] is the only place where a command is declared. The dispatcher, the names and the
//! TypeScript types all come from it.

mod attached;
mod bodies;
mod bounds;
mod commands;
mod comparisons;
mod error;
mod experiments;
mod feed;
mod functions;
mod guide;
mod histories;
mod imports;
mod local_models;
mod marks;
mod models;
mod notices;
mod parts;
mod prices;
mod reductions;
mod requests;
mod search;
mod selections;
mod services;
mod sources;
mod transport_error;
mod turns;
mod types;
mod typescript;

pub use self::notices::notice_modules;
pub(crate) use attached::ATTACHED_MODELS;
pub use attached::{
    Answerer, AttachProgram, AttachedNow, AttachedProgram, ChangeProgram, ConnectionLine, FunctionFault,
    HeldRequest, NamedProgram, OnTimeout, PlannedFault, ProgramFault, ProgramId, ProgramSettings,
    ProgramVariable, Replayed, SetReceiver, SpanReceiver, Upstreams,
};
pub use bodies::{
    FindInBody, FoundInBody, LocateInBody, LocatedInBody, LocatedValue, ReadBody, SaveBody, SavedFile,
};
pub(crate) use bounds::{check_answer, check_plan, check_prices, check_ranking, check_temperature};
pub use commands::{CommandName, dispatch};
pub use comparisons::{
    AddLane, ArrangeLanes, CopiedAnswer, CreateComparison, Lane, LaneComparison, NamedComparison, NamedLane,
    ShareResults, StartLanes, StartedLane,
};
pub use error::{CommandError, ErrorCode};
pub use experiments::{
    AddCaseSet, BrokenRuns, CaseSet, CaseSetContent, DraftCase, DraftedCase, ExperimentId,
    ExperimentProgress, ExperimentResult, ExperimentState, ExperimentSteering, ExperimentSummary,
    Experiments, KeptBaseline, ListRuns, ListedCase, ListedRun, ListedRuns, NamedCase, NamedCaseSet,
    NamedExperiment, OpenRun, OpenedRun, PlotExperiment, PlottedRuns, ReadExperiment, SaveCase, SavePlot,
    SavedCase, ServiceQueue, StartExperiment, SteerExperiment,
};
pub use feed::{Delivery, FeedItem, Follow, Note, ReadLog};
pub use formats::Loss;
pub use functions::{
    Agreement, ConfigureFunctions, FunctionConsent, FunctionFacts, FunctionOf, GiveConsent, GiveConsents,
    Lasting, Lookalike, NamedFunction, NamedFunctions, PluginPlace, ProviderSchema, SeenFunction,
};
pub use gateway::TakenSetting;
pub use guide::Guide;
pub use histories::{
    CheckedHistory, ExportForm, ExportSession, ExportedSession, ImportSession, ImportedModel,
    ImportedSession, MoveHead, NextRequest, RepairHistory, RepairedHistory, SavePicture, SavedSession,
};
pub use imports::{BeginImport, BegunImport, ImportPiece, ImportProgress};
pub use local_models::{
    AddLocalModel, ListedLocalModel, ListedLocalModels, LocalModelKind, LocalModelState, LocalSpeed,
    NamedLocalModel,
};
pub use marks::{NameBranch, NamedMessage, RemarkMessage};
pub use models::{FactsOfModel, ModelRows, NamedModel, SaveModelRows};
pub use parts::{SummarizeParts, SummarizedParts};
pub use prices::{
    EstimateBasis, EstimateRequest, EstimatedPart, EstimatedRequest, ModelPrice, PriceTable, Prices,
    SmallerParts,
};
pub use reductions::{
    PreviewReduction, ReduceHistory, ReducedHistory, Reduction, ReductionPreview, SummaryMaterial,
    WriteSummary, WrittenSummary,
};
pub use requests::{
    CodeOf, CompareRequest, ComparedRequest, DraftRequest, ProtocolChoice, RequestColumn, RequestPart,
    RequestPartKind, RequestSource, RequestTarget, Trial, TryRequest, UseTrial, WriteCode, WrittenCode,
};
pub use search::{IndexState, Search, SearchOutcome, Searched};
pub use selections::{
    CalibrateSelection, CalibratedThreshold, ChangedFunction, ChooseModel, KnownModels, MeaningReadiness,
    MeaningState, MeasureSelection, MeasuredSelection, TrySelection,
};
pub use services::{
    AnswerDelivery, CheckedService, KeyPlace, KeySource, KeychainState, ListedService, ListedServices,
    NamedService, ProxyChoice, SaveService, ServiceKind, ServiceSettings, ServiceTwin, TestedService,
};
pub use sources::{
    AnswerRequest, DraftAnswer, DraftedAnswer, FunctionRun, ListedServer, NamedOwnSource, NamedRun,
    OwnSourcesNow, ReadPasted, RunFunction, RunState, SaveServer,
};
pub use transport_error::TransportError;
pub use turns::{
    AdoptedInstructions, AnswerTurn, InjectCall, Injected, InjectedCall, InstructionsVersion, NamedTurn,
    ReadChoice, RerunFrom, RerunTurn, StartTurn,
};
pub use types::{
    CompareExchanges, ConfigureSession, CopiedData, CreateSession, ForkSession, NamedSession, Nothing,
    Overview, ReadExchange, RenameSession, ReportedProblem, SharedExchanges, TagSession, WireExchange,
};
pub use typescript::typescript;
