//! One thing to tell a person.

use crate::template::{Places, Template, fill};
use crate::{AsValue, NoticeValue, said};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};
use ts_rs::TS;

/// What the application tells a person: which words, with which values, and what led to it.
// `Display` is the English of it, for logs and the command line. A notice that was read back knows its id alone; give
// `Notice::english` the catalogue for those.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(from = "Kept")]
pub struct Notice {
    #[ts(type = "NoticeId")]
    id: Id,
    #[ts(as = "BTreeMap<String, NoticeValue>")]
    values: BTreeMap<Cow<'static, str>, NoticeValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Notice>")]
    cause: Option<Box<Notice>>,
}

/// Ids of this program come with their words, those of a log without.
#[derive(Clone, Debug)]
enum Id {
    Known(&'static Template),
    Read(Box<str>),
}

/// A notice as a log may hold it: older ones hold the English sentence.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Sentence(String),
    Notice {
        id: Id,
        #[serde(default)]
        values: BTreeMap<Cow<'static, str>, NoticeValue>,
        #[serde(default)]
        cause: Option<Box<Notice>>,
    },
}

const TEXT: Places = &["text"];
pub(crate) const AS_WRITTEN: &Template = &Template { id: "as-written", english: "{text}", places: TEXT };

impl Notice {
    /// Starts a notice without values. The derive of `Describe` calls this; by hand there is rarely a reason to.
    pub fn new(template: &'static Template) -> Self {
        Self { id: Id::Known(template), values: BTreeMap::new(), cause: None }
    }

    /// Words that are shown as they are: other software's, and sentences of logs written before there were ids.
    pub fn as_written(text: impl Into<String>) -> Self {
        Self::new(AS_WRITTEN).with("text", &text.into())
    }

    #[must_use]
    pub fn with(mut self, place: &'static str, value: &(impl AsValue + ?Sized)) -> Self {
        self.values.insert(Cow::Borrowed(place), value.as_value());
        self
    }

    /// What led to it, told behind a colon. A cause that is text is in the words of other software.
    #[must_use]
    pub fn caused_by(mut self, cause: &(impl AsValue + ?Sized)) -> Self {
        self.cause = Some(Box::new(match cause.as_value() {
            NoticeValue::Text(text) => said(&text),
            value @ (NoticeValue::Number(_) | NoticeValue::Notice(_) | NoticeValue::List(_)) => value.into(),
        }));
        self
    }

    /// The same notice with every text in it changed, in values and causes: for secrets that must not be shown.
    #[must_use]
    pub fn map_texts(self, change: &dyn Fn(&str) -> String) -> Self {
        let values = self.values.into_iter().map(|(place, value)| (place, value.map_texts(change))).collect();
        let cause = self.cause.map(|cause| Box::new(cause.map_texts(change)));
        Self { id: self.id, values, cause }
    }

    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    pub fn value(&self, place: &str) -> Option<&NoticeValue> {
        self.values.get(place)
    }

    pub fn cause(&self) -> Option<&Self> {
        self.cause.as_deref()
    }

    /// The English of it, with a catalogue for notices that were read back from a log.
    pub fn english(&self, catalogue: impl Fn(&str) -> Option<&'static Template>) -> String {
        let mut text = String::new();
        // Writing into a string can't fail.
        let _ = self.write(&mut text, &catalogue);
        text
    }

    pub(crate) fn write(
        &self,
        out: &mut impl Write,
        catalogue: &impl Fn(&str) -> Option<&'static Template>,
    ) -> fmt::Result {
        let template = match &self.id {
            Id::Known(template) => Some(*template),
            Id::Read(id) => catalogue(id),
        };
        match template {
            Some(template) => fill(out, template.english, self, catalogue)?,
            None => out.write_str(self.id())?,
        }
        let Some(cause) = &self.cause else { return Ok(()) };
        out.write_str(": ")?;
        cause.write(out, catalogue)
    }
}

impl Display for Notice {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.write(formatter, &|_| None)
    }
}

impl From<Kept> for Notice {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::Sentence(text) => Self::as_written(text),
            Kept::Notice { id, values, cause } => Self { id, values, cause },
        }
    }
}

impl From<NoticeValue> for Notice {
    fn from(value: NoticeValue) -> Self {
        match value {
            NoticeValue::Text(text) => Self::as_written(text),
            NoticeValue::Number(number) => Self::as_written(number.to_string()),
            NoticeValue::Notice(notice) => *notice,
            list @ NoticeValue::List(_) => Self::new(AS_WRITTEN).with("text", &list),
        }
    }
}

impl Id {
    fn as_str(&self) -> &str {
        match self {
            Self::Known(template) => template.id,
            Self::Read(id) => id,
        }
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Id {}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = Box::<str>::deserialize(deserializer)?;
        Ok(if *id == *AS_WRITTEN.id { Self::Known(AS_WRITTEN) } else { Self::Read(id) })
    }
}
