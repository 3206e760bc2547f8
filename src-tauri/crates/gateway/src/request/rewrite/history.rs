//! A request whose history is not in its body: the body keeps what it adds, or gets all of the history.

use super::array::{self, Messages};
use super::mapping::list_name;
use super::meaning::same;
use super::writing::Writer;
use super::{Change, Report, RewriteFault, Wanted};
use crate::json::{self, Edits};
use crate::request::{GoesOnFrom, History};
use crate::{ProgramRequest, Protocol};
use content::{Message, Role};
use std::ops::Range;

/// The body with these messages, or nothing if it stays as it was sent.
pub(super) fn with_messages(
    request: &ProgramRequest,
    text: &str,
    wished: &Wanted<'_>,
    report: &mut Report,
) -> Result<Option<String>, RewriteFault> {
    let protocol = request.protocol;
    let received = request.messages.as_slice();
    let wanted: Vec<&Message> = wished.messages.iter().map(AsRef::as_ref).collect();
    let redactor = wished.redactor;
    let Some(History { messages, is_known }) = &request.history else {
        let messages = Messages { protocol, before: &[], received, wanted: &wanted, redactor };
        return array::with_messages(&messages, text, report);
    };
    let split = Split::of(received, &wanted, messages);
    let (received, wanted) = (&split.received, &split.wanted);
    let own = Messages { protocol, before: &split.history, received, wanted, redactor };
    let own = array::with_messages(&own, text, report)?;
    if *is_known && split.is_same {
        return Ok(own);
    }
    if let Some(from) = &request.goes_on_from {
        report.change(Change::History { from: from.id().to_owned() });
    }
    let text = own.unwrap_or_else(|| text.to_owned());
    spelled_out(protocol, &text, &split.history, report).map(Some)
}

/// The messages of a request, those of its body apart from its history.
struct Split<'a> {
    history: Vec<&'a Message>,
    /// Whether nobody changed the history.
    is_same: bool,
    received: Vec<Message>,
    wanted: Vec<&'a Message>,
}

impl<'a> Split<'a> {
    fn of(received: &[Message], wanted: &[&'a Message], places: &Range<usize>) -> Self {
        // A person may have taken the instructions out.
        let begins = wanted.first().is_some_and(|first| first.role == Role::System);
        let (instructions, behind) = wanted.split_at(if begins { places.start } else { 0 });
        let had = received.get(places.clone()).unwrap_or_default();
        let shared = had.iter().zip(behind).take_while(|(one, other)| same(one, other)).count();
        let is_same = shared == had.len();
        // Where the history was changed, what follows it is as long as it was.
        let added = received.len().saturating_sub(places.end);
        let split = if is_same { shared } else { behind.len().saturating_sub(added) };
        let (history, more) = behind.split_at(split);
        let own = [received.get(..places.start), received.get(places.end..)];
        Self {
            history: history.to_vec(),
            is_same,
            received: own.into_iter().flatten().flatten().cloned().collect(),
            wanted: [instructions, more].concat(),
        }
    }
}

/// The body with its history in it, and without the name of what it went on from.
fn spelled_out(
    protocol: Protocol,
    text: &str,
    history: &[&Message],
    report: &mut Report,
) -> Result<String, RewriteFault> {
    let writer = Writer { protocol, calls: history.iter().flat_map(|message| message.calls()).collect() };
    let messages: Vec<_> = history.iter().map(|message| (*message).clone()).collect();
    let root = json::root(text);
    let list = json::value(text, &root, list_name(protocol)).ok_or(RewriteFault::NotFound)?;
    let added = array::elements_of(text, &list);
    let elements = writer.elements(&messages, report).into_iter().chain(added);
    let mut edits = Edits::default();
    edits.replace(list, format!("[{}]", elements.collect::<Vec<_>>().join(",")));
    let text = edits.apply(text);
    Ok(GoesOnFrom::MEMBERS.iter().fold(text, |text, member| json::with(&text, &[member], None)))
}
