//! Everything this crate tells a person.

use crate::contract::{CommandError, TransportError};
use crate::services::{self, keys};
use crate::{
    attached, blocking, cases, checking, comparisons, copies, evaluation, exporting, exports, functions,
    histories, imports, injection, loss_here, meanings, model_rows, prices, reductions, requests, search,
    session_error, sources, start_problems, turn_error, weights,
};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![
    attached::AttachError,
    attached::Miss,
    attached::Planned,
    attached::SentOtherwise,
    attached::NotWritten,
    attached::NotPassedOn,
    blocking::BlockingError,
    cases::CasesError,
    cases::JudgeError,
    cases::NoAnswer,
    checking::FileFault,
    comparisons::ComparisonError,
    evaluation::EvaluationError,
    exporting::ExportError,
    functions::FunctionError,
    histories::InstructionsError,
    imports::ImportFault,
    imports::PieceError,
    injection::InjectionError,
    loss_here::LossHere,
    meanings::MeaningError,
    meanings::Sought,
    model_rows::RowsError,
    prices::PricesError,
    reductions::Account,
    reductions::ReductionError,
    requests::NothingAhead,
    requests::Unshown,
    requests::Words,
    requests::RequestError,
    services::ServiceError,
    services::ServiceWarning,
    services::TrialAdvice,
    services::destination::DestinationError,
    services::KeychainFault,
    keys::KeysError,
    keys::Keeping,
    session_error::SessionError,
    sources::AlreadyHere,
    sources::OwnSourceError,
    sources::ProblemInFile,
    sources::SecretsFault,
    sources::UnusablePrompt,
    start_problems::StartFault,
    TransportError,
    copies::NotCopied,
    exports::NotWritten,
    search::SearchError,
    search::Trouble,
    turn_error::TurnError,
    weights::About,
    weights::OffersError,
    weights::WeightsError,
];

/// Errors that end a command, with their own advice.
macro_rules! command_errors {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for CommandError {
            fn from(error: $error) -> Self {
                Self::of(&error)
            }
        })*
    };
}

command_errors![
    ::disk::SettingsFileError,
    ::embedding::Flaw,
    ::formats::ImportError,
    ::functions::RecordingError,
    ::functions::StandInError,
    ::functions::sources::mcp::PasteError,
    ::functions::sources::pasted::DefinitionsError,
    ::functions::sources::prompt::PromptError,
    ::invocation::Absent,
    ::invocation::ChoiceError,
    ::ports::ConnectorError,
    ::ports::EmbedderError,
    ::ports::SelectorError,
    ::search::IndexError,
    ::upkeep::RepairError,
    ::upkeep::SummaryError,
    attached::AttachError,
    cases::CasesError,
    comparisons::ComparisonError,
    evaluation::EvaluationError,
    exporting::ExportError,
    functions::FunctionError,
    imports::ImportFault,
    imports::PieceError,
    injection::InjectionError,
    keys::KeysError,
    meanings::MeaningError,
    model_rows::RowsError,
    prices::PricesError,
    histories::InstructionsError,
    reductions::ReductionError,
    requests::RequestError,
    search::SearchError,
    services::ServiceError,
    session_error::SessionError,
    sources::OwnSourceError,
    start_problems::StartFault,
    turn_error::TurnError,
    weights::WeightsError,
];
