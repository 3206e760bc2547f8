//! Everything this crate tells a person.

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
