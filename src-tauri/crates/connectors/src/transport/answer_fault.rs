//! Why an answer can't be read.

use super::decoder::FrameFault;
use notices::Describe;

/// What is wrong with an answer that is no error of its service.
#[derive(Clone, Debug, PartialEq, Eq, Describe)]
#[notice(prefix = "answer-fault")]
pub(crate) enum AnswerFault {
    #[notice("it is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[notice("it is empty")]
    Empty,
    #[notice("it is a web page")]
    WebPage,
    #[notice("it is compressed ({encoding}) although that was not asked for")]
    Compressed { encoding: String },
    #[notice("nothing in it is of this protocol")]
    Foreign,
    #[notice("a piece of arguments belongs to {path}, which is no place")]
    NoPlace { path: String },
    #[notice(transparent)]
    Frame(FrameFault),
}
