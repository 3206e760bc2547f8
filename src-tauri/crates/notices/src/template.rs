//! The English words of a notice, with places in braces.

use crate::{Notice, NoticeValue};
use std::fmt::{self, Write};

/// One entry of the catalogue. `Describe` is what makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    pub id: &'static str,
    pub english: &'static str,
    pub places: Places,
}

/// The names that stand in the braces of a template.
pub type Places = &'static [&'static str];

/// The words with the values in their places. A brace that names no value is a brace.
pub(crate) fn fill(
    out: &mut impl Write,
    words: &str,
    notice: &Notice,
    english: &impl Fn(&str) -> Option<&'static Template>,
) -> fmt::Result {
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        out.write_str(before)?;
        let place = after.split_once('}').and_then(|(name, after)| Some((notice.value(name)?, after)));
        match place {
            Some((value, after)) => {
                write_value(out, value, english)?;
                rest = after;
            }
            None => {
                out.write_char('{')?;
                rest = after;
            }
        }
    }
    out.write_str(rest)
}

fn write_value(
    out: &mut impl Write,
    value: &NoticeValue,
    english: &impl Fn(&str) -> Option<&'static Template>,
) -> fmt::Result {
    match value {
        NoticeValue::Text(text) => out.write_str(text),
        NoticeValue::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => write!(out, "{whole}"),
            (_, Some(whole), _) => write!(out, "{whole}"),
            (.., Some(other)) => write!(out, "{other}"),
            (None, None, None) => write!(out, "{number}"),
        },
        NoticeValue::Notice(notice) => notice.write(out, english),
        NoticeValue::List(notices) => notices.iter().enumerate().try_for_each(|(at, notice)| {
            out.write_str(if at == 0 { "" } else { "; " })?;
            notice.write(out, english)
        }),
    }
}
