//! Everything this crate tells a person.

use crate::connector::NoWire;
use crate::hosted::HostedTitle;
use crate::refusal::{RefusalKind, Refused};
use crate::wordless::Wordless;
use crate::{ConnectorError, EmbedderError, SelectorError, WaitStep};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![
    ConnectorError,
    EmbedderError,
    HostedTitle,
    NoWire,
    Refused,
    RefusalKind,
    SelectorError,
    WaitStep,
    Wordless
];
