//! What may stand in the place of a template.

use crate::Notice;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use ts_rs::TS;

/// A value of a notice. Text is somebody's own (a name, a path) and the same in every language; whatever has words of
/// ours is a notice itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum NoticeValue {
    Text(String),
    Number(#[ts(type = "number")] Number),
    Notice(#[ts(as = "Notice")] Box<Notice>),
    /// Several of equal rank, such as each source that was tried. They are shown with semicolons between them.
    List(Vec<Notice>),
}

impl NoticeValue {
    pub(crate) fn map_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::Text(text) => Self::Text(change(&text)),
            Self::Number(number) => Self::Number(number),
            Self::Notice(notice) => Self::Notice(Box::new(notice.map_texts(change))),
            Self::List(notices) => {
                Self::List(notices.into_iter().map(|notice| notice.map_texts(change)).collect())
            }
        }
    }
}
