//! What other software says, with an id where its words are known.

mod said;

use crate::{AsValue, Carrier, Describe, Notice, NoticeValue, Template};
pub(crate) use said::{SAID, THEIRS};
use std::error::Error;
use std::io::{self, ErrorKind};

const PLACE_IN_JSON: &str = "json.place";

/// The notice for words of other software. They are told as written where they are not known.
///
/// What stands behind a colon is its cause, where what stands before it is known.
pub fn said(text: &str) -> Notice {
    known(text).unwrap_or_else(|| Notice::as_written(text))
}

/// An error of other software with everything that led to it.
pub fn chain(error: &(dyn Error + 'static)) -> Notice {
    let notice = if let Some(error) = error.downcast_ref::<io::Error>() {
        return error.notice();
    } else if let Some(carrier) = error.downcast_ref::<Carrier>() {
        return carrier.notice().clone();
    } else {
        said(&error.to_string())
    };
    match error.source() {
        Some(source) => notice.caused_by(&chain(source)),
        None => notice,
    }
}

impl Describe for io::Error {
    const TEMPLATES: &'static [Template] = SAID;

    fn notice(&self) -> Notice {
        if let Some(carrier) = self.get_ref().and_then(|error| error.downcast_ref::<Carrier>()) {
            return carrier.notice().clone();
        }
        let Some(number) = self.raw_os_error() else { return said(&self.to_string()) };
        match by_id(id_of(self.kind())) {
            Some(template) => Notice::new(template).with("number", &number),
            None => said(&self.to_string()),
        }
    }
}

impl AsValue for io::Error {
    fn as_value(&self) -> NoticeValue {
        self.notice().as_value()
    }
}

impl Describe for serde_json::Error {
    const TEMPLATES: &'static [Template] = SAID;

    fn notice(&self) -> Notice {
        said(&self.to_string())
    }
}

impl AsValue for serde_json::Error {
    fn as_value(&self) -> NoticeValue {
        self.notice().as_value()
    }
}

/// The words of each system differ, its kinds don't.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the kinds are the standard library's, and most have no words here"
)]
fn id_of(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "io.not-found",
        ErrorKind::PermissionDenied => "io.permission-denied",
        ErrorKind::StorageFull => "io.no-space",
        ErrorKind::ReadOnlyFilesystem => "io.read-only",
        ErrorKind::IsADirectory => "io.is-a-folder",
        ErrorKind::NotADirectory => "io.not-a-folder",
        ErrorKind::AlreadyExists => "io.exists",
        ErrorKind::AddrInUse => "io.address-in-use",
        ErrorKind::BrokenPipe => "io.broken-pipe",
        ErrorKind::ConnectionRefused => "io.connection-refused",
        ErrorKind::ConnectionReset => "io.connection-reset",
        ErrorKind::NetworkUnreachable => "io.network-unreachable",
        ErrorKind::HostUnreachable => "io.host-unreachable",
        _ => "",
    }
}

fn by_id(id: &str) -> Option<&'static Template> {
    SAID.iter().find(|template| template.id == id)
}

fn known(text: &str) -> Option<Notice> {
    in_json(text).or_else(|| whole(text)).or_else(|| {
        let (before, behind) = text.split_once(": ")?;
        Some(whole(before)?.caused_by(&said(behind)))
    })
}

/// “… at line 3 column 7”, whatever comes before.
fn in_json(text: &str) -> Option<Notice> {
    let (reason, place) = text.rsplit_once(" at line ")?;
    let (line, column) = place.split_once(" column ")?;
    let (line, column) = (line.parse::<u64>().ok()?, column.parse::<u64>().ok()?);
    let notice = Notice::new(by_id(PLACE_IN_JSON)?).with("reason", &said(reason));
    Some(notice.with("line", &line).with("column", &column))
}

fn whole(text: &str) -> Option<Notice> {
    let mut known = SAID.iter().zip(THEIRS).filter(|(template, _)| template.id != PLACE_IN_JSON);
    known.find_map(|(template, theirs)| fit(template, theirs, text))
}

/// What stands in the places of their words, if the text was made by these. Each place is as short as it can be, the
/// last one as long.
fn fit(template: &'static Template, theirs: &str, text: &str) -> Option<Notice> {
    if template.places.is_empty() {
        return (theirs == text).then(|| Notice::new(template));
    }
    let mut literals = theirs.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut notice = Notice::new(template);
    let count = template.places.len();
    for (at, (place, literal)) in template.places.iter().zip(literals).enumerate() {
        let (value, after) =
            if at + 1 == count { (rest.strip_suffix(literal)?, "") } else { rest.split_once(literal)? };
        notice = if *place == "number" {
            notice.with(place, &value.parse::<i64>().ok()?)
        } else {
            notice.with(place, value)
        };
        rest = after;
    }
    rest.is_empty().then_some(notice)
}
