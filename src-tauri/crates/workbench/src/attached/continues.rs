//! Where in its session a request goes on.

use super::echoes::Repeated;
use content::{Message, MessageId, Role};
use gateway::{Fingerprint, ProgramRequest, Shared};

/// How far back an answer is looked for that a program repeats.
const MAX_SEARCHED_SESSIONS: usize = 8;

/// Where in a session a request goes on.
pub(super) struct Continues {
    /// The message it goes on from.
    pub(super) after: Option<MessageId>,
    /// What was said since then.
    pub(super) more: Vec<Message>,
}

/// What a request says behind the history it shares.
pub(super) fn behind(request: &ProgramRequest, shared: Shared) -> Vec<Message> {
    request.messages.get(shared.request..).unwrap_or_default().to_vec()
}

/// A request that goes on behind all that was said. What the program repeats of the last answer is there already.
pub(super) fn after_all(said: &[Message], request: &ProgramRequest, shared: Shared) -> Continues {
    let tail = request.messages.get(shared.request..).unwrap_or_default();
    let answer = tail.first().filter(|first| first.role == Role::Assistant);
    let is_there = |message: &&Message| {
        message.role == Role::Assistant
            && answer.is_some_and(|answer| Repeated::of(message) == Repeated::of(answer))
    };
    let place = said.iter().rev().take(MAX_SEARCHED_SESSIONS).find(is_there).map(|found| found.id.clone());
    let Some(answer) = place else {
        return Continues { after: said.last().map(|last| last.id.clone()), more: tail.to_vec() };
    };
    // What the session has behind the answer is the same, or was cut off when its turn was stopped.
    let behind = said.iter().skip_while(|message| message.id != answer).skip(1);
    let repeated = tail.iter().skip(1);
    let same: Vec<_> =
        behind.zip(repeated).take_while(|(old, new)| Fingerprint::of(old) == Fingerprint::of(new)).collect();
    let after = same.last().map_or(answer, |(old, _)| old.id.clone());
    Continues { after: Some(after), more: tail.iter().skip(1 + same.len()).cloned().collect() }
}

/// A request that goes on behind a message in the middle of what was said.
pub(super) fn after_shared(said: &[Message], request: &ProgramRequest, shared: usize) -> Option<Continues> {
    let last = Fingerprint::of(request.messages.get(shared.checked_sub(1)?)?);
    let after = said.iter().rev().find(|message| Fingerprint::of(message) == last)?;
    let more = request.messages.get(shared..).unwrap_or_default().to_vec();
    Some(Continues { after: Some(after.id.clone()), more })
}

/// The messages as a path behind another one.
pub(super) fn chained(messages: Vec<Message>, after: Option<&MessageId>) -> Vec<Message> {
    let mut parent = after.cloned();
    messages
        .into_iter()
        .map(|message| {
            let id = message.id.clone();
            Message { parent: parent.replace(id), ..message }
        })
        .collect()
}
