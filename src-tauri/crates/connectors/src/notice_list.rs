//! Everything this crate tells a person.

use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![
    crate::KeyFault,
    crate::KeyForm,
    crate::kinds::KindTitle,
    crate::SetupFault,
    crate::binding::Cause,
    crate::binding::Reported,
    crate::outgoing::Difference,
    crate::outgoing::Reason,
    crate::schemas::Provider,
    crate::schemas::SchemaDifference,
    crate::schemas::SchemaUnfit,
    crate::schemas::SizeLimit,
    crate::schemas::Unsuited,
    crate::scripted::ScriptFault,
    crate::transport::AnswerFault,
    crate::transport::FrameFault,
    crate::transport::Unexplained,
];
