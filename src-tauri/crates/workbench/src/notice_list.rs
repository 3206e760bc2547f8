//! Everything this crate tells a person.

use crate::contract::CommandError;
use crate::services::{self, keys};
use crate::{attached, blocking, exporting, functions, model_rows, prices, sources, start_problems, weights};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![
    attached::AttachError,
    blocking::BlockingError,
    exporting::ExportError,
    functions::FunctionError,
    model_rows::RowsError,
    prices::PricesError,
    services::ServiceError,
    services::ServiceWarning,
    services::TrialAdvice,
    services::destination::DestinationError,
    services::KeychainFault,
    keys::KeysError,
    keys::Keeping,
    sources::OwnSourceError,
    start_problems::StartFault,
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
    ::functions::RecordingError,
    attached::AttachError,
    exporting::ExportError,
    functions::FunctionError,
    keys::KeysError,
    model_rows::RowsError,
    prices::PricesError,
    services::ServiceError,
    sources::OwnSourceError,
    start_problems::StartFault,
    weights::WeightsError,
];
