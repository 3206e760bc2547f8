//! Everything this crate tells a person.

use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![
    crate::FileFlaw,
    crate::GgufError,
    crate::connector::HistoryFault,
    crate::difference::Difference,
    crate::difference::Loosened,
    crate::difference::Reason,
    crate::engine::EngineError,
    crate::flaw::ModelFault,
    crate::gguf::Counted,
    crate::gguf::Damage,
    crate::gguf::Piece,
    crate::prompt::TemplateError,
];
