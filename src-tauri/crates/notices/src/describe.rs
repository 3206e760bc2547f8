//! What can be told to a person, and what can stand in it.

use crate::{Notice, NoticeValue, Template};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Something that is told to a person. Derived: see `notices_derive::Describe` for the attributes.
pub trait Describe {
    /// Every notice this type can make.
    const TEMPLATES: &'static [Template];

    /// What happened, or what there is.
    fn notice(&self) -> Notice;

    /// What a person can do about it.
    fn advice(&self) -> Option<Notice> {
        None
    }
}

/// Something that can stand in the place of a template. Types with the derive of `Describe` stand there as notices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't stand in the place of a notice",
    note = "derive `notices::Describe` where it has words of ours; mark the field with #[notice(text)] where its `Display` is the same in every language"
)]
pub trait AsValue {
    fn as_value(&self) -> NoticeValue;
}

impl<T: Describe + ?Sized> Describe for Box<T> {
    const TEMPLATES: &'static [Template] = T::TEMPLATES;

    fn notice(&self) -> Notice {
        (**self).notice()
    }

    fn advice(&self) -> Option<Notice> {
        (**self).advice()
    }
}

impl AsValue for str {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Text(self.to_owned())
    }
}

impl AsValue for String {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Text(self.clone())
    }
}

impl AsValue for Cow<'_, str> {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Text(self.clone().into_owned())
    }
}

impl AsValue for char {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Text(self.to_string())
    }
}

impl AsValue for Path {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Text(self.display().to_string())
    }
}

impl AsValue for PathBuf {
    fn as_value(&self) -> NoticeValue {
        self.as_path().as_value()
    }
}

impl AsValue for f64 {
    fn as_value(&self) -> NoticeValue {
        let number = serde_json::Number::from_f64(*self);
        number.map_or_else(|| NoticeValue::Text(self.to_string()), NoticeValue::Number)
    }
}

macro_rules! whole_numbers {
    ($($number:ty)+) => {
        $(impl AsValue for $number {
            fn as_value(&self) -> NoticeValue {
                NoticeValue::Number((*self).into())
            }
        })+
    };
}

whole_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl AsValue for Notice {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Notice(Box::new(self.clone()))
    }
}

impl AsValue for NoticeValue {
    fn as_value(&self) -> NoticeValue {
        self.clone()
    }
}

impl<T: AsValue> AsValue for [T] {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::List(self.iter().map(|item| item.as_value().into()).collect())
    }
}

impl<T: AsValue> AsValue for Vec<T> {
    fn as_value(&self) -> NoticeValue {
        self.as_slice().as_value()
    }
}

impl<T: AsValue + ?Sized> AsValue for &T {
    fn as_value(&self) -> NoticeValue {
        (**self).as_value()
    }
}

impl<T: AsValue + ?Sized> AsValue for Box<T> {
    fn as_value(&self) -> NoticeValue {
        (**self).as_value()
    }
}

impl<T: AsValue + ?Sized> AsValue for Arc<T> {
    fn as_value(&self) -> NoticeValue {
        (**self).as_value()
    }
}
